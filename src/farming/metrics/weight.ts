import { type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { mean, normalCdf, percentOf, ratioOf, standardDeviation } from '../../tools/statistics.ts';
import { findBreed } from '../standards/breed-lookup.ts';
import { standardWeightG } from '../standards/standard-values.ts';
import { type Arrival, ageDays } from './dates.ts';

/** Mean live weight of the birds of a delivery, in kg. */
export function averageWeightKg(
  totalWeightKg: number | null,
  birdsCount: number | null,
): number | null {
  return ratioOf(totalWeightKg, birdsCount);
}

const FEWEST_BIRDS = 2;

/** Individually weighed birds: their weights, or their statistics. */
export interface WeighSample {
  readonly birds: number;
  readonly meanG: number;
  readonly deviationG: number;
  /** Null when only the number and the deviation were sent. */
  readonly weightsG: readonly number[] | null;
}

/**
 * The sample in the `meta` of a camera's weight: `weights`, in g, or `n` with `sd` around the value
 * of the event. Null when there is none of at least two birds.
 */
export function readWeighSample(meta: unknown, valueG: number | null): WeighSample | null {
  if (typeof meta !== 'object' || meta === null) return null;
  if ('weights' in meta && Array.isArray(meta.weights)) return sampleOf(meta.weights);
  if (!('n' in meta && 'sd' in meta) || valueG === null) return null;
  const { n, sd } = meta;
  if (!isAbove(n, FEWEST_BIRDS - 1) || !isAbove(sd, -1e-9)) return null;
  return { birds: n, meanG: valueG, deviationG: sd, weightsG: null };
}

function sampleOf(values: readonly unknown[]): WeighSample | null {
  const weightsG = values.filter((value) => isAbove(value, 0));
  const [meanG, deviationG] = [mean(weightsG), standardDeviation(weightsG)];
  if (meanG === null || deviationG === null) return null;
  return { birds: weightsG.length, meanG, deviationG, weightsG };
}

function isAbove(value: unknown, bound: number): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value > bound;
}

const TWO_SIDED_95_PCT = 1.96;

/**
 * Number of birds to weigh so that the mean is within an error in % of the true one, at 95 %
 * confidence, for a coefficient of variation in %. Source: (1.96·CV/e)², 97 birds for CV 10 and 2
 * %.
 */
export function sampleSize(cvPct: number, errorPct: number): number {
  // Prevents floating-point error from requiring one more bird.
  return Math.ceil(((TWO_SIDED_95_PCT * cvPct) / errorPct) ** 2 - 1e-9);
}

/** Coefficient of variation of weighed birds: their standard deviation in % of the mean. */
export function coefficientOfVariationPct({ deviationG, meanG }: WeighSample): number | null {
  return percentOf(deviationG, meanG);
}

/** Share of birds between two weights, in %; null for the outer bounds of the outermost classes. */
export interface WeightClass {
  readonly fromG: number | null;
  readonly toG: number | null;
  readonly pct: number;
}

/** Bounds of the weight classes, in % of the mean. */
const CLASS_ENDS_PCT = [-25, -20, -15, -10, -5, 0, 5, 10, 15, 20, 25];

/**
 * The distribution of the weights of a sample around their mean: counted when each weight is known,
 * else from a normal distribution. Empty when the deviation is unknown.
 */
export function weightClasses(sample: WeighSample): readonly WeightClass[] {
  const { meanG, deviationG } = sample;
  if (deviationG <= 0) return [];
  const ends = CLASS_ENDS_PCT.map((pct) => meanG * (1 + pct / 100));
  return [null, ...ends].map((fromG, index) => {
    const toG = ends[index] ?? null;
    return { fromG, toG, pct: shareBelow(sample, toG) - shareBelow(sample, fromG ?? 0) };
  });
}

/** Birds lighter than a weight, in %; 100 without a weight. */
function shareBelow({ birds, meanG, deviationG, weightsG }: WeighSample, limitG: number | null) {
  if (limitG === null) return 100;
  if (limitG <= 0) return 0;
  if (!weightsG) return 100 * normalCdf((limitG - meanG) / deviationG);
  // Prevents floating-point error from moving a bird that is exactly on a limit.
  return (100 * weightsG.filter((weightG) => weightG < limitG - 1e-9).length) / birds;
}

/**
 * Birds within a percentage of the mean weight, in % of the birds weighed: counted when each weight
 * is known, else from the coefficient of variation of a normal distribution. Source: U =
 * 2Φ(within/CV) − 1; CV 8 is 78.9 % within 10 % (Hy-Line red book).
 */
export function uniformityPct(sample: WeighSample, withinPct: number): number | null {
  const { weightsG, meanG } = sample;
  if (weightsG) {
    const toleranceG = (meanG * withinPct) / 100;
    const uniformWeights = weightsG.filter((weightG) => Math.abs(weightG - meanG) <= toleranceG);
    return (uniformWeights.length / weightsG.length) * 100;
  }
  const cvPct = coefficientOfVariationPct(sample);
  return cvPct === null ? null : normalUniformityPct(cvPct, withinPct);
}

/** Uniformity in % for a coefficient of variation in %, assuming normally distributed weights. */
export function normalUniformityPct(cvPct: number, withinPct: number): number {
  return cvPct <= 0 ? 100 : (2 * normalCdf(withinPct / cvPct) - 1) * 100;
}

/** The weight of a bird on a day. */
export interface WeightOnDay {
  readonly day: CalendarDay;
  readonly g: number;
}

/** Daily gain between two weighings, in g; null unless the second is on a later day. */
export function dailyGainG(from: WeightOnDay, to: WeightOnDay): number | null {
  const days = daysBetween(from.day, to.day);
  return days <= 0 ? null : (to.g - from.g) / days;
}

/** Weight divided by age, in g per day: the lifetime gain, including the chick weight. */
export function lifetimeGainG(weightG: number | null, ageDays: number): number | null {
  return ratioOf(weightG, ageDays);
}

/** The standard weight of a flock on a day from its breed table, in g; null without one. */
export function standardWeightOn(
  flock: Arrival & { readonly breed: string | null },
  day: CalendarDay,
): number | null {
  const breed = findBreed(flock.breed);
  return breed ? standardWeightG(breed, ageDays(flock, day)) : null;
}

/** Deviation of a weight from the breed standard, in % of the standard; negative when below. */
export function weightDeviationPct(
  weightG: number | null,
  standardG: number | null,
): number | null {
  if (weightG === null || standardG === null) return null;
  return percentOf(weightG - standardG, standardG);
}
