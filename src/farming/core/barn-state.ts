import { loadReason, type weightReason } from '../../model/core/vocabulary.ts';
import { type CalendarDay, dayInZone, daysBetween, parseInstant } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import { densityKgM2 } from '../metrics/air.ts';
import type { Arrival } from '../metrics/dates.ts';
import { standardWeightOn, weightDeviationPct } from '../metrics/weight.ts';
import { birdKind, findBreed } from '../standards/breed-lookup.ts';

/** A measured weight of the birds: fused from cameras and weighings where there is one, else the last weighing. */
export interface FlockWeight {
  readonly g: number;
  readonly source: 'smart' | 'manual';
  /** The day it was measured. */
  readonly day: CalendarDay;
  /** Fused without a manual weighing and without a calibrated camera: not reliable. */
  readonly uncalibrated: boolean;
}

/** The flock of a `WeighedFlock`: its breed and arrival. */
export interface GrowingBirds extends Arrival {
  readonly id: string;
  readonly breed: string | null;
}

/** The inputs of the state of a flock; every `FlockRecord` is one. */
export interface WeighedFlock {
  readonly flock: GrowingBirds;
  /** Alive today; null when the number placed is unknown. */
  readonly live: number | null;
  /** Whether the records remove more birds than were placed. */
  readonly isImpossible: boolean;
  readonly weight: FlockWeight | null;
  /** Whether weighings are recorded that cannot be believed. */
  readonly isWeighingDoubted: boolean;
}

export type WeightReason = (typeof weightReason.words)[number];
export type LoadReason = (typeof loadReason.words)[number];

/** The weight of a flock on a day: weight, standard and deviation all belong to that day. */
export interface CurrentWeight {
  readonly g: number | null;
  readonly standardG: number | null;
  readonly deviationPct: number | null;
  /** The day of the measurement from which `g` is projected. */
  readonly weightDate: CalendarDay | null;
  /** Whether `g` is carried on from a measurement of an earlier day; null without `g`. */
  readonly weightEstimated: boolean | null;
  /** Whether the measurement is uncalibrated; null without one. */
  readonly weightUncalibrated: boolean | null;
  /** Null where `g` and `deviationPct` are known. */
  readonly reason: WeightReason | null;
}

/** A flock in a barn on a day. */
export interface FlockLoad {
  readonly flockId: string;
  readonly live: number | null;
  readonly weight: CurrentWeight;
  /** Live weight of all its birds. */
  readonly kg: number | null;
  readonly reason: LoadReason | null;
}

/** A barn on a day: its flocks, all birds in it and their live weight on its floor. */
export interface BarnState {
  readonly flocks: readonly FlockLoad[];
  /** Null when the birds of one flock are unknown. */
  readonly live: number | null;
  /** Live weight of all birds; null when that of one flock is unknown. */
  readonly kg: number | null;
  readonly densityKgM2: number | null;
  /** Whether the density rests on a weight carried on from an earlier day; null without one. */
  readonly densityEstimated: boolean | null;
  /** Null where the density is known, and where no flock is present. */
  readonly reason: LoadReason | null;
}

/**
 * A weighing older than this no longer tells what the birds weigh: two weekly weighings were missed.
 * Hens are weighed once a month and hardly grow.
 */
const STALE_AFTER_DAYS = { broiler: 14, turkey: 14, layer: 42 } as const;

const GRAMS_PER_KG = 1000;

/** The measurement that counts: a fused weight where there is one, else the last weighing. */
export function measuredWeight(
  fused:
    | { readonly weightG: number; readonly at: string; readonly uncalibrated: boolean }
    | undefined,
  weighed: { readonly g: number; readonly day: CalendarDay } | undefined,
  zone: string,
): FlockWeight | null {
  const at = fused && parseInstant(fused.at);
  if (fused && at !== undefined)
    return {
      g: fused.weightG,
      source: 'smart',
      day: dayInZone(at, zone),
      uncalibrated: fused.uncalibrated,
    };
  return weighed ? { g: weighed.g, source: 'manual', day: weighed.day, uncalibrated: false } : null;
}

/**
 * The measured weight of a flock by the standard of its breed on the day of the measurement. Null
 * without a weight, a breed, or a standard at that age.
 */
export function weightRatio({
  flock,
  weight,
}: Pick<WeighedFlock, 'flock' | 'weight'>): number | null {
  const standard = weight && standardWeightOn(flock, weight.day);
  return !weight || standard === null ? null : weight.g / standard;
}

/**
 * The weight of a flock on a day: the measured weight, brought to the day along the curve of the
 * breed with the deviation of the flock unchanged. For a day ahead, `today` decides whether the
 * measurement is too old.
 */
export function currentWeight(
  {
    flock,
    weight,
    isWeighingDoubted,
  }: Pick<WeighedFlock, 'flock' | 'weight'> & Partial<Pick<WeighedFlock, 'isWeighingDoubted'>>,
  day: CalendarDay,
  today = day,
): CurrentWeight {
  const standardG = standardWeightOn(flock, day);
  const weightDate = weight?.day ?? null;
  const weightUncalibrated = weight?.uncalibrated ?? null;
  const unknown = {
    ...{ g: null, standardG, deviationPct: null },
    ...{ weightDate, weightEstimated: null, weightUncalibrated },
  };
  if (!weight) return { ...unknown, reason: isWeighingDoubted ? 'weighing_doubted' : 'no_weight' };
  if (isStale(flock, weight, today)) return { ...unknown, reason: 'weighing_stale' };
  const ratio = weightRatio({ flock, weight });
  const noStandard = findBreed(flock.breed) ? 'age_out_of_range' : 'breed_unknown';
  if (standardG === null || ratio === null) {
    const known = weight.day === day ? { g: weight.g, weightEstimated: false } : {};
    return { ...unknown, ...known, reason: noStandard };
  }
  const weightEstimated = weight.day !== day;
  const g = weightEstimated ? ratio * standardG : weight.g;
  const deviationPct = weightDeviationPct(g, standardG);
  return { ...unknown, g, weightEstimated, deviationPct, reason: null };
}

/** The birds of a flock on a day with their live weight; no birds weigh nothing, weighed or not. */
export function flockLoad(birds: WeighedFlock, day: CalendarDay): FlockLoad {
  const live = birds.isImpossible ? null : birds.live;
  return loadOf(birds.flock.id, live, currentWeight(birds, day));
}

/** The state of a barn on a day, from all flocks that are present. */
export function barnState(
  areaSqm: number | null,
  present: readonly WeighedFlock[],
  day: CalendarDay,
): BarnState {
  return barnOf(
    areaSqm,
    present.map((birds) => flockLoad(birds, day)),
  );
}

/** The live weight of birds that weigh so much. */
export function loadOf(flockId: string, live: number | null, weight: CurrentWeight): FlockLoad {
  const kg =
    live === 0 ? 0 : live === null || weight.g === null ? null : (live * weight.g) / GRAMS_PER_KG;
  const reason = kg !== null ? null : live === null ? 'no_population' : weight.reason;
  return { flockId, live, weight, kg, reason };
}

/** Flocks that share a barn, added up. */
export function barnOf(areaSqm: number | null, flocks: readonly FlockLoad[]): BarnState {
  const kg = totalOf(flocks.map((flock) => flock.kg));
  const reasons = flocks.map(({ reason }) => reason);
  // In whatever order the flocks are given, the reason is the same.
  const unknown = loadReason.words.find((word) => reasons.includes(word)) ?? null;
  const density = densityKgM2(kg, areaSqm);
  const isEstimated = flocks.some(({ live, weight }) => live !== 0 && weight.weightEstimated);
  return {
    flocks,
    live: totalOf(flocks.map(({ live }) => live)),
    kg,
    densityKgM2: density,
    densityEstimated: density === null ? null : isEstimated,
    reason: unknown ?? (flocks.length > 0 && areaSqm === null ? 'no_area' : null),
  };
}

function isStale(flock: GrowingBirds, { day: measured }: FlockWeight, day: CalendarDay): boolean {
  return daysBetween(measured, day) > STALE_AFTER_DAYS[birdKind(flock.breed, null)];
}

/** Null without any, and when one is unknown. */
function totalOf(values: readonly (number | null)[]): number | null {
  return values.length === 0 || values.includes(null) ? null : sum(values);
}
