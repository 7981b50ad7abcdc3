import type { FeedConversion } from './feed-conversion-ratio.ts';
import { ratioOf } from './ratio-of.ts';

/**
 * Feed conversion that counts the birds that died at the weight they had, in kg together, since
 * they ate as well. Their weight comes from the growth curve, so the ratio is an estimate.
 * Source: common practice of broiler trials.
 */
export function mortalityAdjustedFeedConversionRatio(
  { feedKg, liveKg, soldKg }: FeedConversion,
  deadKg: number | null,
): number | null {
  if (liveKg === null || soldKg === null || deadKg === null) return null;
  return ratioOf(feedKg, liveKg + soldKg + deadKg);
}
