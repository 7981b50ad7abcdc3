import { judgedFlock, suspectLogValues } from '../../farming/core/plausibility.ts';
import { temperatureHumidityIndex } from '../../farming/metrics/air.ts';
import {
  type ClimateRange,
  climateRange,
  outOfRangeMeasures,
} from '../../farming/metrics/climate-limits.ts';
import { ageDays, withdrawalUntil } from '../../farming/metrics/dates.ts';
import { breakagePct, henDayPct } from '../../farming/metrics/eggs.ts';
import { feedPerBirdG, waterFeedRatio } from '../../farming/metrics/feed-and-water.ts';
import { dailyMortalityPct } from '../../farming/metrics/mortality.ts';
import { dailyPopulation, liveBirds, placedBirds } from '../../farming/metrics/population.ts';
import { weightBasisOn } from '../../farming/metrics/standard-basis.ts';
import { standardWeightOn, weightDeviationPct } from '../../farming/metrics/weight.ts';
import { birdKind } from '../../farming/standards/breed-lookup.ts';
import type { ComputedOf, StoredOf } from '../../model/resources/registry.ts';
import { type FlockDayLosses, listFlockDayLosses } from '../../storage/records/daily-logs.ts';
import {
  type BarnGuest,
  type BarnSpan,
  type FlockFacts,
  listBarnGuests,
  listFlockFacts,
} from '../../storage/records/flocks.ts';
import { listWeighings, type WeighedSpan, type Weighing } from '../../storage/records/weights.ts';
import { type CalendarDay, daysBetween, formatInstant } from '../../tools/calendar.ts';
import { distinct, groupBy, mapById } from '../../tools/collections.ts';
import { createDayLookup, type PageContext, perRow } from './compute.ts';

type Log = StoredOf<'daily-logs'>;

/** The figures of each logged day, from the birds the flock had on that day. */
export async function computeDailyLogs(
  rows: readonly Log[],
  { connection, scope }: PageContext,
): Promise<ComputedOf<'daily-logs'>[]> {
  const flockIds = distinct(rows.map((row) => row.flockId));
  const flocks = mapById(await listFlockFacts(connection, scope, flockIds));
  const found = await listFlockDayLosses(connection, scope, rows);
  const losses = new Map(found.map((day) => [dayKey(day), day]));
  const weighings = groupBy(
    await listWeighings(connection, scope, weighedSpans(rows)),
    ({ flockId }) => flockId,
  );
  return rows.map((row) => {
    const before = (weighings.get(row.flockId) ?? []).filter(({ day }) => day < row.date);
    const known = { losses: losses.get(dayKey(row)), before };
    return computeLog(row, flocks.get(row.flockId), known);
  });
}

/** The days of each flock of which a weight is shown. */
function weighedSpans(rows: readonly Log[]): readonly WeighedSpan[] {
  const weighed = rows.filter(({ avgWeightGr }) => avgWeightGr !== null);
  return [...groupBy(weighed, ({ flockId }) => flockId)].map(([id, logs]) => {
    const days = logs.map(({ date }) => date).toSorted();
    return { id, from: days[0] ?? '', to: days.at(-1) ?? '' };
  });
}

interface KnownOfDay {
  readonly losses: FlockDayLosses | undefined;
  /** The weighings of the flock before the day. */
  readonly before: readonly Weighing[];
}

/** The figures of a log; nothing is made of values that cannot be right. */
function computeLog(
  log: Log,
  flock: FlockFacts | undefined,
  { losses, before }: KnownOfDay,
): ComputedOf<'daily-logs'> {
  const placed = flock ? placedBirds(flock) : null;
  const birds = losses ? dailyPopulation({ placed, ...losses }) : null;
  const standardG = flock ? standardWeightOn(flock, log.date) : null;
  const around = { birds: birds?.opening ?? null, weighings: before };
  const suspect = flock ? suspectLogValues(judgedFlock(flock), log, around) : [];
  const fields = suspect.map(({ field }) => field);
  const believed = { ...log, ...Object.fromEntries(fields.map((field) => [field, null])) };
  return {
    live: losses ? liveBirds(placed, losses.removedBefore + losses.removedOn) : null,
    mortalityPct: dailyMortalityPct(log.mortality, birds?.opening ?? null),
    feedPerBirdG: feedPerBirdG(believed.feedKg, birds?.average ?? null),
    waterFeedRatio: waterFeedRatio(believed.waterL, believed.feedKg),
    henDayPct: henDayPct(log.eggs, birds?.opening ?? null),
    breakagePct: breakagePct(log.eggsBroken, log.eggs),
    standardG,
    standardBasis: flock && standardG !== null ? weightBasisOn(flock, log.date) : null,
    deviationPct: weightDeviationPct(believed.avgWeightGr, standardG),
    suspect: fields,
  };
}

function dayKey({ flockId, date }: { readonly flockId: string; readonly date: string }): string {
  return `${flockId} ${date}`;
}

type Reading = StoredOf<'env-readings'>;

/** A weather service measures outdoors, where no range for birds applies. */
const OUTDOORS = 'weather';

/**
 * What readings mean for the birds that were in the barn at that moment; without birds no range
 * applies, and it is null which measures lie outside it.
 */
export async function computeEnvReadings(
  rows: readonly Reading[],
  { connection, scope, zoneOf }: PageContext,
): Promise<ComputedOf<'env-readings'>[]> {
  const guests = groupBy(
    await listBarnGuests(connection, scope, spansOf(rows)),
    (guest) => guest.barnId,
  );
  const dayOf = createDayLookup();
  const rangeOf = createRangeLookup();
  return rows.map((row) => {
    const day = row.ts === null ? null : dayOf(Date.parse(row.ts), zoneOf(row.farmId));
    const guest = day === null ? undefined : guestAt(guests.get(row.barnId), row, day);
    return {
      thi: temperatureHumidityIndex(row.temp, row.humidity),
      outOfRange: guest && day !== null ? outOfRangeMeasures(row, rangeOf(guest, day)) : null,
    };
  });
}

/** The time from the first to the last indoor reading of each barn. */
function spansOf(rows: readonly Reading[]): BarnSpan[] {
  const indoors = rows.flatMap(({ barnId, ts, source }) =>
    ts === null || source === OUTDOORS ? [] : [{ barnId, millis: Date.parse(ts) }],
  );
  return [...groupBy(indoors, (reading) => reading.barnId)].map(([barnId, readings]) => {
    const instants = readings.map((reading) => reading.millis);
    const [from, to] = [Math.min(...instants), Math.max(...instants)];
    return { barnId, from: formatInstant(from), to: formatInstant(to) };
  });
}

function guestAt(
  guests: readonly BarnGuest[] | undefined,
  { ts, source }: Reading,
  day: CalendarDay,
): BarnGuest | undefined {
  if (source === OUTDOORS || ts === null) return undefined;
  return guests?.find(
    (guest) => guest.placementDate <= day && (guest.closedAt === null || ts <= guest.closedAt),
  );
}

/** Looks up the range for a flock on a day; a page has many readings of the same day. */
function createRangeLookup(): (guest: BarnGuest, day: CalendarDay) => ClimateRange {
  const ranges = new Map<string, ClimateRange>();
  return (guest, day) => {
    const key = `${guest.id} ${day}`;
    const known = ranges.get(key);
    if (known) return known;
    const kind = birdKind(guest.breed, guest.barnType);
    const range = climateRange(kind, ageDays(guest, day));
    ranges.set(key, range);
    return range;
  };
}

/** Medicine expires at the end of its day; the stock is low when it is below the least wanted. */
export const computeMedicine = perRow<'medicine'>((medicine, today) => {
  const { expiryDate, quantity, minQuantity } = medicine;
  return {
    expired: expiryDate === null ? null : expiryDate < today,
    daysToExpiry: expiryDate === null ? null : daysBetween(today, expiryDate),
    lowStock: quantity === null || minQuantity === null ? null : quantity < minQuantity,
  };
});

/** The age of the flock at each treatment, and how long its birds must not be slaughtered. */
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
