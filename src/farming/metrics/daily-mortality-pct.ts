import { percentOf } from './percent-of.ts';

/** Birds found dead on a day, in % of those alive at its beginning; culled birds are not in it. */
export function dailyMortalityPct(
  mortality: number | null,
  openingBirds: number | null,
): number | null {
  return percentOf(mortality, openingBirds);
}
