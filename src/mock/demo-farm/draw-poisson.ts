import type { Random } from '../../tools/random.ts';

// Above this mean the bell curve is as good and does not take a draw per event.
const SMALL_MEAN = 30;

/** How often something happens that happens `mean` times on average, each time by itself. */
export function drawPoisson(random: Random, mean: number): number {
  if (mean > SMALL_MEAN) return Math.max(0, Math.round(random.normal(mean, Math.sqrt(mean))));
  const limit = Math.exp(-mean);
  let count = 0;
  for (let product = random.next(); product > limit; product *= random.next()) count++;
  return count;
}
