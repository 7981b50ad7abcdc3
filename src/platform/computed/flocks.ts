import { figure } from '../../farming/figure.ts';
import { ageDays } from '../../farming/metrics/age-days.ts';
import { cumulativeMortalityPct } from '../../farming/metrics/cumulative-mortality-pct.ts';
import { dailyPopulation } from '../../farming/metrics/daily-population.ts';
import { flockLiveBirds } from '../../farming/metrics/flock-live-birds.ts';
import { placedBirds } from '../../farming/metrics/placed-birds.ts';
import { standardWeightOn } from '../../farming/metrics/standard-weight-on.ts';
import { weightDeviationPct } from '../../farming/metrics/weight-deviation-pct.ts';
import type { ComputedOf, StoredOf } from '../../model/registry.ts';
import { type FlockTotals, listFlockTotals } from '../../storage/records/flock-totals.ts';
import { type FreshWeight, listFreshWeights } from '../../storage/records/fresh-weights.ts';
import { type CalendarDay, formatInstant } from '../../tools/calendar.ts';
import { mapById } from '../../tools/collections.ts';
import type { PageContext } from './compute.ts';
import { flockEnd } from './flock-end.ts';

type Flock = StoredOf<'flocks'>;

/** As long as a fused weight is shown everywhere else. */
const FRESH_HOURS = 48;
const HOUR_MILLIS = 3_600_000;

/**
 * The state of flocks today. A closed flock keeps the age it had when its birds left; the standard
 * weight is that of today, while the deviation is that of the last weighing on its own day.
 */
export async function computeFlocks(
  rows: readonly Flock[],
  page: PageContext,
): Promise<ComputedOf<'flocks'>[]> {
  const days = rows.map((row) => ({ id: row.id, day: page.todayOf(row.farmId) }));
  const [totals, weights] = await Promise.all([
    listFlockTotals(page.connection, page.scope, days),
    loadSmartWeights(rows, page),
  ]);
  const totalsOf = mapById(totals);
  return rows.map((row) => ({
    ...computeFlock(row, totalsOf.get(row.id) ?? nothingYet(row.id), page),
    smartWeightG: figure('grams', weights.get(row.id)?.weightG),
  }));
}

/** What the birds that are here weigh by cameras and weighings together. */
async function loadSmartWeights(
  rows: readonly Flock[],
  { connection, scope, now }: PageContext,
): Promise<ReadonlyMap<string, FreshWeight>> {
  const flockIds = rows.filter(({ status }) => isInside(status)).map(({ id }) => id);
  const since = formatInstant(now - FRESH_HOURS * HOUR_MILLIS);
  return mapById(await listFreshWeights(connection, scope, { flockIds, since }));
}

function computeFlock(
  flock: Flock,
  totals: FlockTotals,
  page: PageContext,
): Omit<ComputedOf<'flocks'>, 'smartWeightG'> {
  const today = page.todayOf(flock.farmId);
  return {
    ageDays: ageOf(flock, totals, page),
    live: flockLiveBirds(flock, totals, today),
    cumMortality: totals.mortality,
    cumMortalityPct: mortalityPctOf(flock, totals),
    standardG: isInside(flock.status) ? standardWeightOn(flock, today) : null,
    deviationPct: deviationPctOf(flock, totals),
    lastLogDate: totals.lastLogDate,
  };
}

function ageOf(flock: Flock, totals: FlockTotals, page: PageContext): number | null {
  if (flock.status === 'cancelled') return null;
  const day = lastKnownDay(flock, totals, page);
  return day === null ? null : ageDays(flock, day);
}

function lastKnownDay(flock: Flock, totals: FlockTotals, page: PageContext): CalendarDay | null {
  if (flock.status !== 'closed') return page.todayOf(flock.farmId);
  return flockEnd(flock.closedAt, totals, page.zoneOf(flock.farmId));
}

function mortalityPctOf(flock: Flock, totals: FlockTotals): number | null {
  const placed = placedBirds(flock);
  const removedOn = totals.mortality + totals.culls + totals.sold;
  const isPossible = dailyPopulation({ placed, removedBefore: 0, removedOn }) !== null;
  return isPossible && totals.deathDays > 0
    ? cumulativeMortalityPct(totals.mortality, placed)
    : null;
}

function deviationPctOf(flock: Flock, totals: FlockTotals): number | null {
  const { lastWeightDate, lastWeightG } = totals;
  if (lastWeightDate === null) return null;
  return weightDeviationPct(lastWeightG, standardWeightOn(flock, lastWeightDate));
}

function isInside(status: string | null): boolean {
  return status === 'active' || status === 'selling';
}

function nothingYet(id: string): FlockTotals {
  return {
    id,
    mortality: 0,
    culls: 0,
    deathDays: 0,
    sold: 0,
    lastLogDate: null,
    lastSaleDate: null,
    lastWeightDate: null,
    lastWeightG: null,
  };
}
