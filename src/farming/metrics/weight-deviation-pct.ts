import { percentOf } from './percent-of.ts';

/** How far a weight lies above, or when negative below, the standard of the breed, in % of it. */
export function weightDeviationPct(
  weightG: number | null,
  standardG: number | null,
): number | null {
  if (weightG === null || standardG === null) return null;
  return percentOf(weightG - standardG, standardG);
}
