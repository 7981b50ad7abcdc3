import { percentOf } from './percent-of.ts';

/**
 * Eggs of a day, in % of the hens alive at its beginning.
 * Source: hen-day production as the management guides of the layer breeders define it.
 */
export function henDayPct(eggs: number | null, openingHens: number | null): number | null {
  return percentOf(eggs, openingHens);
}
