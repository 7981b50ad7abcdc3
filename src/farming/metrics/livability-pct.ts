import { percentOf } from './percent-of.ts';

/**
 * Birds that neither died nor were culled, in % of those placed; birds sold count as having lived.
 * Null when the records take away more than was placed.
 */
export function livabilityPct(
  placed: number | null,
  losses: { readonly mortality: number; readonly culls: number },
): number | null {
  if (placed === null || losses.mortality + losses.culls > placed) return null;
  return percentOf(placed - losses.mortality - losses.culls, placed);
}
