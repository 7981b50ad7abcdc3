import type { Random } from '../../tools/random.ts';
import { drawPoisson } from './draw-poisson.ts';

/**
 * A count with the mean that scatters more than chance alone: its variance is mean + mean²/k.
 * Needs k ≥ 1.
 */
export function drawNegativeBinomial(random: Random, mean: number, k: number): number {
  return drawPoisson(random, (drawGamma(random, k) * mean) / k);
}

/** A gamma variate of the shape, scale 1. Source: Marsaglia and Tsang 2000. */
function drawGamma(random: Random, shape: number): number {
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = random.normal(0, 1);
    const v = (1 + c * x) ** 3;
    if (v > 0 && Math.log(1 - random.next()) < x * x * 0.5 + d - d * v + d * Math.log(v))
      return d * v;
  }
}
