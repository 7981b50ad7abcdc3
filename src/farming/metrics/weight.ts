import { type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { mean, normalCdf, standardDeviation } from '../../tools/statistics.ts';
import { findBreed } from '../standards/breed-lookup.ts';
import { standardWeightG } from '../standards/standard-values.ts';
import { type Arrival, ageDays } from './dates.ts';
import { percentOf, ratioOf } from './ratio.ts';

/** Mean live weight of the birds of a delivery, in kg. */
export function averageWeightKg(
  totalWeightKg: number | null,
  birdsCount: number | null,
): number | null {
  return ratioOf(totalWeightKg, birdsCount);
}

const FEWEST_BIRDS = 2;

/** Birds weighed one by one: their weights, or what is known of them. */
export interface WeighSample {
  readonly birds: number;
  readonly meanG: number;
  readonly deviationG: number;
  /** Null where only number and deviation were handed over. */
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
 * Birds to weigh so that the mean is within an error in % of the true one, at 95 %, given their
 * coefficient of variation in %. Source: (1.96·CV/e)², 97 birds for CV 10 and 2 %.
 */
export function sampleSize(cvPct: number, errorPct: number): number {
  // Tiny excess of floating point must not ask for one more bird.
  return Math.ceil(((TWO_SIDED_95_PCT * cvPct) / errorPct) ** 2 - 1e-9);
}

/** Coefficient of variation of weighed birds: their standard deviation in % of the mean. */
export function coefficientOfVariationPct({ deviationG, meanG }: WeighSample): number | null {
  return percentOf(deviationG, meanG);
}

/** Birds between two weights, in % of the birds weighed; null beyond the outermost weights. */
export interface WeightClass {
  readonly fromG: number | null;
  readonly toG: number | null;
  readonly pct: number;
}

/** Where classes of weight end, in % of the mean. */
const CLASS_ENDS_PCT = [-25, -20, -15, -10, -5, 0, 5, 10, 15, 20, 25];

/**
 * How the weights of a sample are spread around their mean: counted where each is known, else as in
 * a normal distribution. Empty where nothing is known of the spread.
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

/** Birds lighter than a weight, in %; all of them without one. */
function shareBelow({ birds, meanG, deviationG, weightsG }: WeighSample, limitG: number | null) {
  if (limitG === null) return 100;
  if (limitG <= 0) return 0;
  if (!weightsG) return 100 * normalCdf((limitG - meanG) / deviationG);
  // Tiny errors of floating point must not move a bird that stands on a limit.
  return (100 * weightsG.filter((weightG) => weightG < limitG - 1e-9).length) / birds;
}

/**
 * Birds within so many % of the mean weight, in % of the birds weighed: counted where each weight
 * is known, else taken from the coefficient of variation as in a normal distribution.
 * Source: U = 2Φ(within/CV) − 1; CV 8 is 78.9 % within 10 % (Hy-Line red book).
 */
export function uniformityPct(sample: WeighSample, withinPct: number): number | null {
  const { weightsG, meanG } = sample;
  if (weightsG) {
    const reach = (meanG * withinPct) / 100;
    const inside = weightsG.filter((weightG) => Math.abs(weightG - meanG) <= reach);
    return (inside.length / weightsG.length) * 100;
  }
  const cvPct = coefficientOfVariationPct(sample);
  return cvPct === null ? null : normalUniformityPct(cvPct, withinPct);
}

/** Uniformity in % at a coefficient of variation in %, when weights are normally distributed. */
export function normalUniformityPct(cvPct: number, withinPct: number): number {
  return cvPct <= 0 ? 100 : (2 * normalCdf(withinPct / cvPct) - 1) * 100;
}

/** What a bird weighed on a day. */
export interface WeightOnDay {
  readonly day: CalendarDay;
  readonly g: number;
}

/** Weight gained a day between two weighings, in g; null when they are not of two days in order. */
export function dailyGainG(from: WeightOnDay, to: WeightOnDay): number | null {
  const days = daysBetween(from.day, to.day);
  return days <= 0 ? null : (to.g - from.g) / days;
}

/** Weight by age, in g a day: the gain over the whole life, that of the chick included. */
export function lifetimeGainG(weightG: number | null, ageDays: number): number | null {
  return ratioOf(weightG, ageDays);
}

/** What a bird of a flock weighs on a day by the table of its breed, in g; null without one. */
export function standardWeightOn(
  flock: Arrival & { readonly breed: string | null },
  day: CalendarDay,
): number | null {
  const breed = findBreed(flock.breed);
  return breed ? standardWeightG(breed, ageDays(flock, day)) : null;
}

/** How far a weight lies above, or when negative below, the standard of the breed, in % of it. */
export function weightDeviationPct(
  weightG: number | null,
  standardG: number | null,
): number | null {
  if (weightG === null || standardG === null) return null;
  return percentOf(weightG - standardG, standardG);
}
