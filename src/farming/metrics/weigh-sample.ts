import { mean, standardDeviation } from '../../tools/statistics.ts';

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
