import type { CalendarDay } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import { ageDays } from '../metrics/dates.ts';
import { standardWeightOn } from '../metrics/weight.ts';
import {
  expectedCumulativeMortalityPct,
  expectedMortalityPct,
  standardDailyFeedG,
  standardWeightG,
} from '../standards/standard-values.ts';
import {
  type BarnState,
  barnOf,
  type CurrentWeight,
  currentWeight,
  loadOf,
  weightRatio,
} from './barn-state.ts';
import { recentDays } from './flock-days.ts';
import { type FlockRecord, knownLive } from './flock-record.ts';

/** Days of recorded losses by which the losses to come are projected. */
const RECENT_DAYS = 7;
/** So many expected losses weigh as much as the standard: a few birds of a small flock prove nothing. */
const PRIOR_LOSSES = 10;
/** An outbreak is not projected to go on at more than this for weeks. */
const HIGHEST_LOSS_RATIO = 5;

/**
 * Birds of a flock still alive on a later day, not rounded: the mortality curve of their kind times
 * `lossRatio`. Those alive now for a day that is not later; null when that is unknown.
 */
export function projectedLive(record: FlockRecord, day: CalendarDay): number | null {
  const live = knownLive(record);
  if (live === null || record.ageDays === null) return null;
  const later = Math.max(record.ageDays, ageDays(record.flock, day));
  const surviving = survivingPct(record, later) / survivingPct(record, record.ageDays);
  return live * surviving ** lossRatio(record);
}

/**
 * Losses of a flock, dead and culled, over its last recorded week by those of the mortality curve,
 * shrunk towards 1: (losses + 10) / (expected losses + 10), at most 5.
 * Source: the mean of a gamma distribution with a prior of ten losses at the standard rate.
 */
export function lossRatio(record: FlockRecord): number {
  const known = lossRatios.get(record) ?? computeLossRatio(record);
  lossRatios.set(record, known);
  return known;
}

/** Forecasts ask for it on every day. */
const lossRatios = new WeakMap<FlockRecord, number>();

function computeLossRatio(record: FlockRecord): number {
  const { lastDay, placed, kind } = record;
  if (lastDay === null || placed === null) return 1;
  const recorded = recentDays(record, lastDay, RECENT_DAYS).filter(
    ({ log }) => (log?.mortality ?? null) !== null,
  );
  const lost = sum(recorded.map(({ log }) => (log?.mortality ?? 0) + (log?.culls ?? 0)));
  const expected = sum(
    recorded.map((day) => (placed * expectedMortalityPct(kind, Math.max(1, day.ageDays))) / 100),
  );
  return Math.min(HIGHEST_LOSS_RATIO, (lost + PRIOR_LOSSES) / (expected + PRIOR_LOSSES));
}

/** The weight of a flock on its last day: today, or of a closed flock the day its last birds left. */
export function weightNow(record: FlockRecord): CurrentWeight {
  const { lastDay, weight, flock } = record;
  return currentWeight(record, lastDay ?? weight?.day ?? flock.placementDate);
}

/** The deviation of flocks from their standards, in %, weighted by birds. */
export function meanWeightDeviation(records: readonly FlockRecord[]): number | null {
  return meanPerBird(records, (record) => weightNow(record).deviationPct);
}

/**
 * What a bird of a flock will weigh on a day, in g, for forecasts: as `currentWeight` projects it,
 * however old the weighing, and the standard of the breed while the flock was never weighed. Null
 * without a breed and outside its table.
 */
export function projectedWeightG(record: FlockRecord, day: CalendarDay): number | null {
  const known = currentWeight(record, day, record.lastDay ?? day).g;
  const standard = standardWeightOn(record.flock, day);
  return known ?? (standard === null ? null : standard * (weightRatio(record) ?? 1));
}

/**
 * The state of a barn on a day to come when all flocks in it stay and grow as they do; unknown
 * where the weight of one is unknown today.
 */
export function projectedBarn(
  areaSqm: number | null,
  present: readonly FlockRecord[],
  day: CalendarDay,
): BarnState {
  return barnAhead(areaSqm, present, day, (record) =>
    currentWeight(record, day, record.lastDay ?? day),
  );
}

/**
 * The density of a barn on a day to come, for plans: as `projectedBarn`, and where the weight of a
 * flock is unknown with the weight that forecasts assume.
 */
export function plannedDensityKgM2(
  areaSqm: number | null,
  present: readonly FlockRecord[],
  day: CalendarDay,
): number | null {
  const { densityKgM2 } = barnAhead(areaSqm, present, day, (record) => ({
    ...currentWeight(record, day, record.lastDay ?? day),
    g: projectedWeightG(record, day),
  }));
  return densityKgM2;
}

function barnAhead(
  areaSqm: number | null,
  present: readonly FlockRecord[],
  day: CalendarDay,
  weightOf: (record: FlockRecord) => CurrentWeight,
): BarnState {
  return barnOf(
    areaSqm,
    present.map((record) => loadOf(record.flock.id, projectedLive(record, day), weightOf(record))),
  );
}

function survivingPct({ kind }: FlockRecord, age: number): number {
  // Hens are never kept as long as it takes the curve to reach 100 %.
  return Math.max(1, 100 - expectedCumulativeMortalityPct(kind, age));
}

/**
 * The mean of a figure over flocks, weighted by their birds; of those of which both are known, null
 * without any.
 */
function meanPerBird(
  records: readonly FlockRecord[],
  figureOf: (record: FlockRecord) => number | null,
): number | null {
  const known = records.flatMap((record) => {
    const value = figureOf(record);
    const live = knownLive(record);
    return value === null || live === null ? [] : [{ value, live }];
  });
  const birds = sum(known.map(({ live }) => live));
  return birds === 0 ? null : sum(known.map(({ value, live }) => value * live)) / birds;
}

const BROILER_G_AT_1_KG = 98.9;
const BROILER_POWER = 0.677;

/**
 * Feed a bird of the breed of a flock eats on a day, in g: as published, and on days for which
 * nothing is published of a broiler 98.9 g times its standard weight in kg to the power 0.677.
 * Null without a breed and outside its table.
 * Source: fitted to the daily tables of the breeders; from day 4 to 49 it is within 7 % of Ross 308
 * and within 16 % of Cobb 500.
 */
export function standardFeedG(
  { flock, breed, kind }: FlockRecord,
  day: CalendarDay,
): number | null {
  if (!breed) return null;
  const age = ageDays(flock, day);
  const published = standardDailyFeedG(breed, age);
  if (published !== null || kind !== 'broiler') return published;
  const weightG = standardWeightG(breed, age);
  return weightG === null ? null : BROILER_G_AT_1_KG * (weightG / 1000) ** BROILER_POWER;
}
