import { countedAs, HELD_ELSEWHERE } from '../../farming/accounting/prices.ts';
import { isRegItemOverdue, regItemDeadline } from '../../farming/core/open-items.ts';
import { judgedFlock, suspectSaleWeight } from '../../farming/core/plausibility.ts';
import { nextDueDate } from '../../farming/metrics/dates.ts';
import { condemnationPct } from '../../farming/metrics/mortality.ts';
import { flockLiveBirds } from '../../farming/metrics/population.ts';
import { averageWeightKg } from '../../farming/metrics/weight.ts';
import type { ComputedOf, StoredOf } from '../../model/resources/registry.ts';
import { countFarmBarns, listActiveFlocks, listUserFarms } from '../../storage/records/farms.ts';
import {
  type FlockTotals,
  listFlockCosts,
  listFlockTotals,
} from '../../storage/records/flock-totals.ts';
import { type FlockFacts, listFlockFacts } from '../../storage/records/flocks.ts';
import { listTenderBids } from '../../storage/records/trade-totals.ts';
import { type CalendarDay, daysBetween, formatInstant } from '../../tools/calendar.ts';
import { distinct, groupBy, mapById } from '../../tools/collections.ts';
import { zoneAt } from '../core/farm-zone.ts';
import { type PageContext, perRow } from './compute.ts';

/** How large farms are today: barns, active and selling flocks, and the birds alive in them. */
export async function computeFarms(
  rows: readonly StoredOf<'farms'>[],
  page: PageContext,
): Promise<ComputedOf<'farms'>[]> {
  const { connection, scope, todayOf } = page;
  const farmIds = rows.map((row) => row.id);
  const barns = mapById(await countFarmBarns(connection, scope, farmIds));
  const flocks = await listActiveFlocks(connection, scope, farmIds);
  const days = flocks.map((flock) => ({ id: flock.id, day: todayOf(flock.farmId) }));
  const totals = mapById(await listFlockTotals(connection, scope, days));
  const flocksByFarm = groupBy(flocks, (flock) => flock.farmId);
  return rows.map((farm) => {
    const active = flocksByFarm.get(farm.id) ?? [];
    return {
      timezone: timezoneOf(farm, page),
      barnCount: barns.get(farm.id)?.barns ?? 0,
      activeFlocks: active.length,
      birds: countBirds(active.map((flock) => liveOf(flock, totals.get(flock.id), page))),
    };
  });
}

// By the row itself: a change of its coordinates may be younger than the zones of the context.
function timezoneOf({ latitude, longitude }: StoredOf<'farms'>, { zoneOf }: PageContext): string {
  const zone = latitude === null || longitude === null ? undefined : zoneAt(latitude, longitude);
  return zone ?? zoneOf(null);
}

function liveOf(flock: FlockFacts, totals: FlockTotals | undefined, page: PageContext) {
  return totals ? flockLiveBirds(flock, totals, page.todayOf(flock.farmId)) : null;
}

/** The sum of what is known; null when there are flocks but of none it is known. */
function countBirds(counts: readonly (number | null)[]): number | null {
  const known = counts.filter((count) => count !== null);
  if (known.length === 0 && counts.length > 0) return null;
  return known.reduce((sum, count) => sum + count, 0);
}

/** The farms a user may enter, as far as the caller may know of them. */
export async function computeUsers(
  rows: readonly StoredOf<'users'>[],
  { connection, scope, now }: PageContext,
): Promise<ComputedOf<'users'>[]> {
  const asked = { userIds: rows.map((row) => row.id), at: formatInstant(now) };
  const farms = groupBy(await listUserFarms(connection, scope, asked), (farm) => farm.userId);
  return rows.map((row) => ({ farms: (farms.get(row.id) ?? []).map((farm) => farm.farmId) }));
}

const OPEN: readonly string[] = ['open', 'in_progress', 'blocked'];

/** A task is overdue when it is to be done still and was due before today. */
export const computeTasks = perRow<'tasks'>((task, today) => {
  const { dueDate, frequency, status } = task;
  const isRepeated = dueDate !== null && frequency !== null && status !== 'cancelled';
  return {
    overdue: dueDate !== null && dueDate < today && OPEN.includes(status ?? ''),
    nextDueDate: isRepeated ? nextDueDate(dueDate, frequency) : null,
  };
});

/** A regulation item counts down to the day it is due, once it is granted to the day it expires. */
export const computeRegItems = perRow<'reg-items'>((item, today) => {
  const deadline = regItemDeadline(item);
  return {
    daysLeft: deadline === null ? null : daysBetween(today, deadline),
    overdue: isRegItemOverdue(item, today),
  };
});

/** A media item has an address once its content has been uploaded. */
export const computeMedia = perRow<'media'>((item) => ({
  url: item.sizeBytes === null ? null : `/v1/platform/os/media/${item.id}/content`,
}));

/** How each expense counts; what other records hold is looked up for the flocks of the page. */
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

/** A feed order is late when it came after the day it was due, or has not come and that is past. */
export const computeFeedOrders = perRow<'feed-orders'>((order, today) => ({
  late: isLate(order, today),
}));

function isLate(order: StoredOf<'feed-orders'>, today: CalendarDay): boolean | null {
  const { dueDate, deliveredAt, status } = order;
  if (dueDate === null) return false;
  if (status === 'delivered') return deliveredAt === null ? null : deliveredAt > dueDate;
  return AWAITED.includes(status ?? '') && today > dueDate;
}

/** What a market order amounts to. */
export const computeMarketOrders = perRow<'market-orders'>(({ quantity, price }) => ({
  total: quantity === null || price === null ? null : quantity * price,
}));

/** What sales say about the birds delivered; a weight that cannot be theirs says nothing. */
export async function computeSales(
  rows: readonly StoredOf<'sales'>[],
  { connection, scope }: PageContext,
): Promise<ComputedOf<'sales'>[]> {
  const flockIds = distinct(rows.map((row) => row.flockId));
  const flocks = mapById(await listFlockFacts(connection, scope, flockIds));
  return rows.map((sale) => {
    const flock = flocks.get(sale.flockId);
    const suspect = flock && suspectSaleWeight(judgedFlock(flock), sale);
    return {
      avgWeightKg: suspect ? null : averageWeightKg(sale.totalWeightKg, sale.birdsCount),
      condemnationPct: condemnationPct(sale),
      suspect: suspect ? [suspect.field] : [],
    };
  });
}

/** How many bids a tender has, and which one is the best so far. */
export async function computeTenders(
  rows: readonly StoredOf<'tenders'>[],
  { connection, scope }: PageContext,
): Promise<ComputedOf<'tenders'>[]> {
  const tenderIds = rows.map((row) => row.id);
  const bids = mapById(await listTenderBids(connection, scope, tenderIds));
  return rows.map((row) => {
    const found = bids.get(row.id);
    return { bidsCount: found?.bids ?? 0, bestBidId: found?.bestBidId ?? null };
  });
}
