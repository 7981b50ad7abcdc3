import { percentOf } from './percent-of.ts';
import type { WeighSample } from './weigh-sample.ts';

/** Coefficient of variation of weighed birds: their standard deviation in % of the mean. */
export function coefficientOfVariationPct({ deviationG, meanG }: WeighSample): number | null {
  return percentOf(deviationG, meanG);
}
