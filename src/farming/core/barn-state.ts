import { loadReason, type weightReason } from '../../model/core/vocabulary.ts';
import { type CalendarDay, dayInZone, daysBetween, parseInstant } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import { densityKgM2 } from '../metrics/air.ts';
import type { Arrival } from '../metrics/dates.ts';
import { standardWeightOn, weightDeviationPct } from '../metrics/weight.ts';
import { birdKind, findBreed } from '../standards/breed-lookup.ts';

/** The measured weight of the birds: the fused weight if there is one, else the last weighing. */
export interface FlockWeight {
  readonly g: number;
  readonly source: 'smart' | 'manual';
  /** The day it was measured. */
  readonly day: CalendarDay;
  /** Fused without a manual weighing or a calibrated camera, so not reliable. */
  readonly uncalibrated: boolean;
}

/** The breed and arrival of the flock of a `WeighedFlock`. */
export interface GrowingBirds extends Arrival {
  readonly id: string;
  readonly breed: string | null;
}

/** The inputs of the state of a flock; every `FlockRecord` is one. */
export interface WeighedFlock {
  readonly flock: GrowingBirds;
  /** Alive today; null when the number placed is unknown. */
  readonly live: number | null;
  /** Whether more birds are recorded as removed than were placed. */
  readonly isImpossible: boolean;
  readonly weight: FlockWeight | null;
  /** Whether implausible weighings are recorded. */
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
  /** Whether `g` is projected from a measurement of an earlier day; null without `g`. */
  readonly weightEstimated: boolean | null;
  /** Whether the measurement is uncalibrated; null without a measurement. */
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

/** A barn on a day: its flocks, total birds and live weight per floor area. */
export interface BarnState {
  readonly flocks: readonly FlockLoad[];
  /** Null when the bird count of any flock is unknown. */
  readonly live: number | null;
  /** Live weight of all birds; null when unknown for any flock. */
  readonly kg: number | null;
  readonly densityKgM2: number | null;
  /** Whether the density depends on a projected weight; null without a weight. */
  readonly densityEstimated: boolean | null;
  /** Null when the density is known, and without flocks. */
  readonly reason: LoadReason | null;
}

/**
 * Days after which a weighing is stale: two missed weekly weighings. Hens are weighed monthly and
 * hardly grow.
 */
const STALE_AFTER_DAYS = { broiler: 14, turkey: 14, layer: 42 } as const;

const GRAMS_PER_KG = 1000;

/** The weight used for a flock: the fused weight if there is one, else the last weighing. */
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
 * The measured weight of a flock divided by the standard of its breed on the day of measurement.
 * Null without a weight, a breed, or a standard at that age.
 */
export function weightRatio({
  flock,
  weight,
}: Pick<WeighedFlock, 'flock' | 'weight'>): number | null {
  const standard = weight && standardWeightOn(flock, weight.day);
  return !weight || standard === null ? null : weight.g / standard;
}

/**
 * The weight of a flock on a day: the measured weight projected along the curve of the breed, with
 * the deviation of the flock unchanged. For a future day, `today` determines whether the
 * measurement is stale.
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
    const currentWeight = weight.day === day ? { g: weight.g, weightEstimated: false } : {};
    return { ...unknown, ...currentWeight, reason: noStandard };
  }
  const weightEstimated = weight.day !== day;
  const g = weightEstimated ? ratio * standardG : weight.g;
  const deviationPct = weightDeviationPct(g, standardG);
  return { ...unknown, g, weightEstimated, deviationPct, reason: null };
}

/**
 * The birds of a flock on a day with their live weight; zero birds weigh 0 even without a weighing.
 */
export function flockLoad(birds: WeighedFlock, day: CalendarDay): FlockLoad {
  const live = birds.isImpossible ? null : birds.live;
  return loadOf(birds.flock.id, live, currentWeight(birds, day));
}

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

/** The live weight of a number of birds at a weight. */
export function loadOf(flockId: string, live: number | null, weight: CurrentWeight): FlockLoad {
  const kg =
    live === 0 ? 0 : live === null || weight.g === null ? null : (live * weight.g) / GRAMS_PER_KG;
  const reason = kg !== null ? null : live === null ? 'no_population' : weight.reason;
  return { flockId, live, weight, kg, reason };
}

/** The sum of the flocks that share a barn. */
export function barnOf(areaSqm: number | null, flocks: readonly FlockLoad[]): BarnState {
  const kg = totalOf(flocks.map((flock) => flock.kg));
  const reasons = flocks.map(({ reason }) => reason);
  // Picks the same reason regardless of the order of the flocks.
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

/** The sum; null without values, or when any is unknown. */
function totalOf(values: readonly (number | null)[]): number | null {
  return values.length === 0 || values.includes(null) ? null : sum(values);
}
