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
import { figure } from './figure.ts';

import { recentDays } from './flock-days.ts';
import { type FlockRecord, knownLive } from './flock-record.ts';

/** Days of recorded losses used to project future losses. */
const RECENT_DAYS = 7;
/**
 * Weight of the standard, in expected losses: a few deaths in a small flock are not significant.
 */
const PRIOR_LOSSES = 10;
/** Maximum loss ratio: an outbreak is not projected beyond this for weeks. */
const HIGHEST_LOSS_RATIO = 5;

/**
 * Birds of a flock alive on a later day, not rounded: the mortality curve of their kind times
 * `lossRatio`. For today or an earlier day, the birds alive now; null when unknown.
 */
export function projectedLive(record: FlockRecord, day: CalendarDay): number | null {
  const live = knownLive(record);
  if (live === null || record.ageDays === null) return null;
  const laterAge = Math.max(record.ageDays, ageDays(record.flock, day));
  const surviving = survivingPct(record, laterAge) / survivingPct(record, record.ageDays);
  return live * surviving ** lossRatio(record);
}

/**
 * Losses of a flock (dead and culled) over its last recorded week, divided by those of the
 * mortality curve and shrunk towards 1: (losses + 10) / (expected losses + 10), at most 5. Source:
 * the mean of a gamma distribution with a prior of ten losses at the standard rate.
 */
export function lossRatio(record: FlockRecord): number {
  const lossRatio = lossRatios.get(record) ?? computeLossRatio(record);
  lossRatios.set(record, lossRatio);
  return lossRatio;
}

/** Cached because forecasts need it for every day. */
const lossRatios = new WeakMap<FlockRecord, number>();

function computeLossRatio(record: FlockRecord): number {
  const { lastDay, placed, kind } = record;
  if (lastDay === null || placed === null) return 1;
  const recorded = recentDays(record, lastDay, RECENT_DAYS).filter(
    ({ log }) => (log?.mortality ?? null) !== null,
  );
  const losses = sum(recorded.map(({ log }) => (log?.mortality ?? 0) + (log?.culls ?? 0)));
  const expected = sum(
    recorded.map((day) => (placed * expectedMortalityPct(kind, Math.max(1, day.ageDays))) / 100),
  );
  return Math.min(HIGHEST_LOSS_RATIO, (losses + PRIOR_LOSSES) / (expected + PRIOR_LOSSES));
}

/**
 * The weight of a flock on its last day: today, or the day the last birds of a closed flock left.
 */
export function weightNow(record: FlockRecord): CurrentWeight {
  const { lastDay, weight, flock } = record;
  return currentWeight(record, lastDay ?? weight?.day ?? flock.placementDate);
}

/** The deviation and the source of the current weight of a flock, as in answers. */
export function weightFigures(record: FlockRecord) {
  const now = weightNow(record);
  return {
    deviationPct: figure('pct', now.deviationPct),
    weightDate: now.weightDate,
    weightEstimated: now.weightEstimated,
    weightUncalibrated: now.weightUncalibrated,
    weightReason: now.reason,
  };
}

/** The mean weight deviation of flocks from their standards, in %, weighted by birds. */
export function meanWeightDeviation(records: readonly FlockRecord[]): number | null {
  return meanPerBird(records, (record) => weightNow(record).deviationPct);
}

/**
 * The forecast weight of a bird on a day, in g: as projected by `currentWeight` from a weighing of
 * any age, or the breed standard while the flock was never weighed. Null without a breed and
 * outside its table.
 */
export function projectedWeightG(record: FlockRecord, day: CalendarDay): number | null {
  const recorded = currentWeight(record, day, record.lastDay ?? day).g;
  const standard = standardWeightOn(record.flock, day);
  return recorded ?? (standard === null ? null : standard * (weightRatio(record) ?? 1));
}

/**
 * The state of a barn on a future day if all its flocks stay and grow as expected; unknown when
 * today's weight of any flock is unknown.
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
 * The planned density of a barn on a future day: as `projectedBarn`, but with the forecast weight
 * for flocks whose weight is unknown.
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
  // Hens never live long enough for the curve to reach 100 %.
  return Math.max(1, 100 - expectedCumulativeMortalityPct(kind, age));
}

/**
 * The mean of a figure over flocks, weighted by their birds; flocks without either are ignored.
 * Null without any.
 */
function meanPerBird(
  records: readonly FlockRecord[],
  figureOf: (record: FlockRecord) => number | null,
): number | null {
  const projections = records.flatMap((record) => {
    const value = figureOf(record);
    const live = knownLive(record);
    return value === null || live === null ? [] : [{ value, live }];
  });
  const birds = sum(projections.map(({ live }) => live));
  return birds === 0 ? null : sum(projections.map(({ value, live }) => value * live)) / birds;
}

const BROILER_G_AT_1_KG = 98.9;
const BROILER_POWER = 0.677;

/**
 * Feed of one bird on a day, in g: the published value; for broilers on days without one, 98.9 g ×
 * (standard weight in kg)^0.677. Null without a breed and outside its table. Source: fitted to the
 * daily tables of the breeders; from day 4 to 49 it is within 7 % of Ross 308 and within 16 % of
 * Cobb 500.
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
