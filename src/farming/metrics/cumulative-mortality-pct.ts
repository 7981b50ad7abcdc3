import { percentOf } from './percent-of.ts';

/** Birds found dead since placement, in % of those placed; culled birds are not in it. */
export function cumulativeMortalityPct(mortality: number, placed: number | null): number | null {
  return percentOf(mortality, placed);
}
