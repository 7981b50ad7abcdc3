import { normalCdf } from '../../tools/normal-cdf.ts';
import { coefficientOfVariationPct } from './coefficient-of-variation-pct.ts';
import type { WeighSample } from './weigh-sample.ts';

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
