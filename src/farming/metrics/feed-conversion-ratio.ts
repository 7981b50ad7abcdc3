import { ratioOf } from './ratio-of.ts';

/** The feed a flock has eaten and the weight it has come to, all in kg. */
export interface FeedConversion {
  readonly feedKg: number | null;
  /** Of the birds alive. */
  readonly liveKg: number | null;
  /** Of the birds sold; null when it is not known, which is not nothing. */
  readonly soldKg: number | null;
}

/**
 * Feed eaten since placement per kg of live weight, the weight of the chicks not subtracted.
 * Source: the definition of the breeders' tables, 4586 g / 2998 g = 1.53 for Ross 308 at 42 days.
 */
export function feedConversionRatio({ feedKg, liveKg, soldKg }: FeedConversion): number | null {
  return liveKg === null || soldKg === null ? null : ratioOf(feedKg, liveKg + soldKg);
}
