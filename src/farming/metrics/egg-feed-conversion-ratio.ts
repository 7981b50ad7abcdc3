import { ratioOf } from './ratio-of.ts';

/**
 * Feed eaten per kg of eggs. The weight of an egg is that of the breed at this age, so the ratio is
 * an estimate. Source: 1.88 for Hy-Line W-36 at 60 weeks, 1.93 for Hy-Line Brown.
 */
export function eggFeedConversionRatio(
  feedKg: number | null,
  eggs: number | null,
  eggWeightG: number | null,
): number | null {
  if (eggs === null || eggWeightG === null) return null;
  return ratioOf(feedKg, (eggs * eggWeightG) / 1000);
}
