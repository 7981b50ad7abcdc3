import { countedAs, HELD_ELSEWHERE } from '../../farming/accounting/prices.ts';
import { isRegItemOverdue, regItemDeadline } from '../../farming/core/open-items.ts';
import { flockForPlausibility, suspectLogValues } from '../../farming/core/plausibility.ts';
import { temperatureHumidityIndex } from '../../farming/metrics/air.ts';
import {
  type ClimateRange,
  climateRange,
  outOfRangeMeasures,
} from '../../farming/metrics/climate-limits.ts';
import { ageDays, closedDay, nextDueDate, withdrawalUntil } from '../../farming/metrics/dates.ts';
import { breakagePct, henDayPct } from '../../farming/metrics/eggs.ts';
import { feedPerBirdG, waterFeedRatio } from '../../farming/metrics/feed-and-water.ts';
import { dailyMortalityPct, dueDays } from '../../farming/metrics/mortality.ts';
import {
  absenceOn,
  dailyPopulation,
  flockLiveBirds,
  isInside,
  liveBirds,
  placedBirds,
} from '../../farming/metrics/population.ts';
import { weightBasisOn } from '../../farming/metrics/standard-basis.ts';
import { standardWeightOn, weightDeviationPct } from '../../farming/metrics/weight.ts';
import { birdKind } from '../../farming/standards/breed-lookup.ts';
import type { ComputedOf, StoredOf } from '../../model/resources/registry.ts';
import { type FlockDayLosses, listFlockDayLosses } from '../../storage/records/daily-logs.ts';
import { countFarmBarns, listActiveFlocks, listUserFarms } from '../../storage/records/farms.ts';
import {
  type FlockTotals,
  listFlockCosts,
  listFlockTotals,
  listTenderBids,
} from '../../storage/records/flock-totals.ts';
import {
  type BarnFlock,
  type BarnSpan,
  type FlockFacts,
  listFlockFacts,
  listFlocksInBarn,
} from '../../storage/records/flocks.ts';
import { listWeighings, type WeighedSpan, type Weighing } from '../../storage/records/weights.ts';
import { findUserRights } from '../../storage/system/sign-in.ts';
import { type CalendarDay, daysBetween, formatInstant } from '../../tools/calendar.ts';
import { distinct, groupBy, mapById } from '../../tools/collections.ts';
import { sum } from '../../tools/statistics.ts';
import { rolesWithin } from '../access/grants.ts';
import { zoneAt } from '../core/farm-zone.ts';
import { createDayLookup, type PageContext, perRow } from './compute.ts';

/** Current size of farms: barns, active and selling flocks, and live birds. */
export async function computeFarms(
  rows: readonly StoredOf<'farms'>[],
  page: PageContext,
): Promise<ComputedOf<'farms'>[]> {
  const { connection, scope, todayOf } = page;
  const farmIds = rows.map((row) => row.id);
  const barns = mapById(await countFarmBarns(connection, scope, farmIds));
  const flocks = await listActiveFlocks(connection, scope, farmIds);
  const days = flocks.map(({ id, farmId, placementDate }) => ({
    ...{ id, placementDate },
    day: todayOf(farmId),
  }));
  const totals = mapById(await listFlockTotals(connection, scope, days));
  const flocksByFarm = groupBy(flocks, (flock) => flock.farmId);
  return rows.map((farm) => {
    const placed = flocksByFarm.get(farm.id) ?? [];
    const active = placed.filter((flock) => isInside(flock, todayOf(flock.farmId)));
    const unlogged = active.map((flock) => deathDaysUnlogged(flock, totals.get(flock.id), page));
    return {
      timezone: timezoneOf(farm, page),
      barnCount: barns.get(farm.id)?.barns ?? 0,
      activeFlocks: active.length,
      birds: countBirds(active.map((flock) => liveOf(flock, totals.get(flock.id), page))),
      mortalityDaysUnlogged: sum(unlogged),
    };
  });
}

/** Days without logged deaths of a flock whose live birds are counted; none without birds. */
function deathDaysUnlogged(
  flock: FlockFacts,
  totals: FlockTotals | undefined,
  page: PageContext,
): number {
  if (!totals || (liveOf(flock, totals, page) ?? 0) === 0) return 0;
  const today = page.todayOf(flock.farmId);
  const { unlogged } = dueDays({
    ...{ since: flock.placementDate, lastDay: today, logged: totals.deathDaysSince },
    isLastDayLogged: totals.lastDeathDay === today,
  });
  return unlogged;
}

// Uses the row itself: its coordinates may be newer than the zones of the context.
function timezoneOf({ latitude, longitude }: StoredOf<'farms'>, { zoneOf }: PageContext): string {
  const zone = latitude === null || longitude === null ? undefined : zoneAt(latitude, longitude);
  return zone ?? zoneOf(null);
}

function liveOf(flock: FlockFacts, totals: FlockTotals | undefined, page: PageContext) {
  return totals ? flockLiveBirds(flock, totals, page.todayOf(flock.farmId)) : null;
}

/** The sum of the known counts; null when there are flocks but no count is known. */
function countBirds(counts: readonly (number | null)[]): number | null {
  const knownCounts = counts.filter((count) => count !== null);
  if (knownCounts.length === 0 && counts.length > 0) return null;
  return knownCounts.reduce((sum, count) => sum + count, 0);
}

/** The farms a user may access and the roles there, as far as they are visible to the caller. */
export async function computeUsers(
  rows: readonly StoredOf<'users'>[],
  { connection, scope, now }: PageContext,
): Promise<ComputedOf<'users'>[]> {
  const requested = { userIds: rows.map((row) => row.id), at: formatInstant(now) };
  const farms = groupBy(await listUserFarms(connection, scope, requested), (farm) => farm.userId);
  const rights = mapById(await findUserRights(connection, requested.userIds));
  return rows.map(({ id }) => {
    const user = rights.get(id);
    return {
      farms: (farms.get(id) ?? []).map((farm) => farm.farmId),
      accessRoles: user ? rolesWithin(user, scope, now) : [],
    };
  });
}

const OPEN: readonly string[] = ['open', 'in_progress', 'blocked'];

/** A task is overdue when it is unfinished and was due before today. */
export const computeTasks = perRow<'tasks'>((task, today) => {
  const { dueDate, frequency, status } = task;
  const isRepeated = dueDate !== null && frequency !== null && status !== 'cancelled';
  return {
    overdue: dueDate !== null && dueDate < today && OPEN.includes(status ?? ''),
    nextDueDate: isRepeated ? nextDueDate(dueDate, frequency) : null,
  };
});

/** Regulation items count down to their due day; once granted, to their expiry day. */
export const computeRegItems = perRow<'reg-items'>((item, today) => {
  const deadline = regItemDeadline(item);
  return {
    daysLeft: deadline === null ? null : daysBetween(today, deadline),
    overdue: isRegItemOverdue(item, today),
  };
});

/** A media item has a URL once its content has been uploaded. */
export const computeMedia = perRow<'media'>((item) => ({
  url: item.sizeBytes === null ? null : `/v1/platform/os/media/${item.id}/content`,
}));

/** How each expense is accounted; related records are loaded for the flocks of the page. */
export async function computeExpenses(
  rows: readonly StoredOf<'expenses'>[],
  { connection, scope }: PageContext,
): Promise<ComputedOf<'expenses'>[]> {
  const doubtful = rows.filter((row) => Object.hasOwn(HELD_ELSEWHERE, row.category));
  const flockIds = distinct(doubtful.map((row) => row.flockId));
  const costs = mapById(await listFlockCosts(connection, scope, flockIds));
  return rows.map((row) => ({ countedAs: countedAs(row, costs.get(row.flockId ?? '')) }));
}

const AWAITED: readonly string[] = ['ordered', 'confirmed', 'in_transit'];

/** A feed order is late when it arrived after its due day, or has not arrived and is past due. */
export const computeFeedOrders = perRow<'feed-orders'>((order, today) => ({
  late: isLate(order, today),
}));

function isLate(order: StoredOf<'feed-orders'>, today: CalendarDay): boolean | null {
  const { dueDate, deliveredAt, status } = order;
  if (dueDate === null) return false;
  if (status === 'delivered') return deliveredAt === null ? null : deliveredAt > dueDate;
  return AWAITED.includes(status ?? '') && today > dueDate;
}

/** The total amount of a market order. */
export const computeMarketOrders = perRow<'market-orders'>(({ quantity, price }) => ({
  total: quantity === null || price === null ? null : quantity * price,
}));

/** The number of bids of a tender, and the best bid so far. */
export async function computeTenders(
  rows: readonly StoredOf<'tenders'>[],
  { connection, scope }: PageContext,
): Promise<ComputedOf<'tenders'>[]> {
  const tenderIds = rows.map((row) => row.id);
  const bids = mapById(await listTenderBids(connection, scope, tenderIds));
  return rows.map((row) => {
    const tenderBids = bids.get(row.id);
    return { bidsCount: tenderBids?.bids ?? 0, bestBidId: tenderBids?.bestBidId ?? null };
  });
}

type Log = StoredOf<'daily-logs'>;

/** The figures of each logged day, based on the birds of the flock on that day. */
export async function computeDailyLogs(
  rows: readonly Log[],
  { connection, scope, zoneOf, todayOf }: PageContext,
): Promise<ComputedOf<'daily-logs'>[]> {
  const flockIds = distinct(rows.map((row) => row.flockId));
  const flocks = mapById(await listFlockFacts(connection, scope, flockIds));
  const dayLosses = await listFlockDayLosses(connection, scope, rows);
  const losses = new Map(dayLosses.map((day) => [dayKey(day), day]));
  const weighings = groupBy(
    await listWeighings(connection, scope, weighedSpans(rows)),
    ({ flockId }) => flockId,
  );
  return rows.map((row) => {
    const before = (weighings.get(row.flockId) ?? []).filter(({ day }) => day < row.date);
    const flock = flocks.get(row.flockId);
    const closedOn = flock ? closedDay(flock.closedAt, zoneOf(row.farmId)) : null;
    const known = { losses: losses.get(dayKey(row)), before, closedOn };
    return computeLog(row, flock, { ...known, today: todayOf(row.farmId) });
  });
}

/** The span of days with recorded weights, per flock. */
function weighedSpans(rows: readonly Log[]): readonly WeighedSpan[] {
  const weighed = rows.filter(({ avgWeightGr }) => avgWeightGr !== null);
  return [...groupBy(weighed, ({ flockId }) => flockId)].map(([id, logs]) => {
    const days = logs.map(({ date }) => date).toSorted();
    return { id, from: days[0] ?? '', to: days.at(-1) ?? '' };
  });
}

interface KnownOfDay {
  /** The day its flock was closed; null while it is open. */
  readonly closedOn: string | null;
  readonly losses: FlockDayLosses | undefined;
  readonly today: CalendarDay;
  /** The weighings of the flock before that day. */
  readonly before: readonly Weighing[];
}

/** The figures of a log; implausible values are ignored. */
function computeLog(
  log: Log,
  flock: FlockFacts | undefined,
  known: KnownOfDay,
): ComputedOf<'daily-logs'> {
  const { losses, before, closedOn } = known;
  const placed = flock ? placedBirds(flock) : null;
  const birds = losses ? dailyPopulation({ placed, ...losses }) : null;
  const standardG = flock ? standardWeightOn(flock, log.date) : null;
  const neighbours = { birds: birds?.opening ?? null, weighings: before };
  const suspect = flock ? suspectLogValues(flockForPlausibility(flock), log, neighbours) : [];
  const fields = suspect.map(({ field }) => field);
  const plausibleLog = { ...log, ...Object.fromEntries(fields.map((field) => [field, null])) };
  return {
    live: closedOn !== null && closedOn <= log.date ? 0 : liveAfter(placed, losses),
    mortalityDaysUnlogged: daysUnlogged(log, flock, known),
    mortalityPct: dailyMortalityPct(log.mortality, birds?.opening ?? null),
    feedPerBirdG: feedPerBirdG(plausibleLog.feedKg, birds?.average ?? null),
    waterFeedRatio: waterFeedRatio(plausibleLog.waterL, plausibleLog.feedKg),
    henDayPct: henDayPct(plausibleLog.eggs, birds?.opening ?? null),
    breakagePct: breakagePct(log.eggsBroken, plausibleLog.eggs),
    standardG,
    standardBasis: flock && standardG !== null ? weightBasisOn(flock, log.date) : null,
    deviationPct: weightDeviationPct(plausibleLog.avgWeightGr, standardG),
    suspect: flock && absenceOn({ ...flock, closedOn }, log.date) ? ['date', ...fields] : fields,
  };
}

/** Days from the placement to the day of a log without logged deaths; today is not over. */
function daysUnlogged(
  { date, mortality }: Log,
  flock: FlockFacts | undefined,
  { losses, today }: KnownOfDay,
): number | null {
  if (!flock || !losses) return null;
  const { unlogged } = dueDays({
    ...{ since: flock.placementDate, lastDay: date, logged: losses.deathDays },
    isLastDayLogged: date < today || mortality !== null,
  });
  return unlogged;
}

/** Live birds of a flock at the end of a day, according to its records. */
function liveAfter(placed: number | null, losses: FlockDayLosses | undefined): number | null {
  return losses ? liveBirds(placed, losses.removedBefore + losses.removedOn) : null;
}

function dayKey({ flockId, date }: { readonly flockId: string; readonly date: string }): string {
  return `${flockId} ${date}`;
}

type Reading = StoredOf<'env-readings'>;

/** Weather services measure outdoors, where no range for birds applies. */
const OUTDOORS = 'weather';

/**
 * Evaluates readings for the birds in the barn at that time; without birds no range applies and the
 * out-of-range measures are null.
 */
export async function computeEnvReadings(
  rows: readonly Reading[],
  { connection, scope, zoneOf }: PageContext,
): Promise<ComputedOf<'env-readings'>[]> {
  const barnFlocks = groupBy(
    await listFlocksInBarn(connection, scope, spansOf(rows)),
    (barnFlock) => barnFlock.barnId,
  );
  const dayOf = createDayLookup();
  const rangeOf = createRangeLookup();
  return rows.map((row) => {
    const day = row.ts === null ? null : dayOf(Date.parse(row.ts), zoneOf(row.farmId));
    const barnFlock = day === null ? undefined : flockAt(barnFlocks.get(row.barnId), row, day);
    return {
      thi: temperatureHumidityIndex(row.temp, row.humidity),
      outOfRange:
        barnFlock && day !== null ? outOfRangeMeasures(row, rangeOf(barnFlock, day)) : null,
    };
  });
}

/** The time from the first to the last indoor reading of each barn. */
function spansOf(rows: readonly Reading[]): BarnSpan[] {
  const barnReadings = rows.flatMap(({ barnId, ts, source }) =>
    ts === null || source === OUTDOORS ? [] : [{ barnId, millis: Date.parse(ts) }],
  );
  return [...groupBy(barnReadings, (reading) => reading.barnId)].map(([barnId, readings]) => {
    const instants = readings.map((reading) => reading.millis);
    const [from, to] = [Math.min(...instants), Math.max(...instants)];
    return { barnId, from: formatInstant(from), to: formatInstant(to) };
  });
}

function flockAt(
  barnFlocks: readonly BarnFlock[] | undefined,
  { ts, source }: Reading,
  day: CalendarDay,
): BarnFlock | undefined {
  if (source === OUTDOORS || ts === null) return undefined;
  return barnFlocks?.find(
    (barnFlock) =>
      barnFlock.placementDate <= day && (barnFlock.closedAt === null || ts <= barnFlock.closedAt),
  );
}

/** Looks up the range for a flock on a day, cached: pages have many readings per day. */
function createRangeLookup(): (barnFlock: BarnFlock, day: CalendarDay) => ClimateRange {
  const ranges = new Map<string, ClimateRange>();
  return (barnFlock, day) => {
    const key = `${barnFlock.id} ${day}`;
    const cached = ranges.get(key);
    if (cached) return cached;
    const kind = birdKind(barnFlock.breed, barnFlock.barnType);
    const range = climateRange(kind, ageDays(barnFlock, day));
    ranges.set(key, range);
    return range;
  };
}

/** Medicine expires at the end of its day; the stock is low when it is below the minimum. */
export const computeMedicine = perRow<'medicine'>((medicine, today) => {
  const { expiryDate, quantity, minQuantity } = medicine;
  return {
    expired: expiryDate === null ? null : expiryDate < today,
    daysToExpiry: expiryDate === null ? null : daysBetween(today, expiryDate),
    lowStock: quantity === null || minQuantity === null ? null : quantity < minQuantity,
  };
});

/** The age of the flock at each treatment, and its withdrawal period. */
export async function computeTreatments(
  rows: readonly StoredOf<'treatments'>[],
  { connection, scope }: PageContext,
): Promise<ComputedOf<'treatments'>[]> {
  const flockIds = distinct(rows.map((row) => row.flockId));
  const flocks = mapById(await listFlockFacts(connection, scope, flockIds));
  return rows.map((row) => {
    const flock = flocks.get(row.flockId);
    return {
      ageDays: flock ? ageDays(flock, row.date) : null,
      withdrawalUntil: withdrawalUntil(row.date, row.notes),
    };
  });
}
