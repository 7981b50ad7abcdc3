import { ratioOf } from './ratio-of.ts';

/**
 * Water drunk by feed eaten, in L per kg; 1.6 to 2 is usual at 21 °C.
 * Source: mean of 1.77 in Pesti et al. 1985.
 */
export function waterFeedRatio(waterL: number | null, feedKg: number | null): number | null {
  return ratioOf(waterL, feedKg);
}
