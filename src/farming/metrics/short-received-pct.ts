import { percentOf } from './percent-of.ts';
import type { Placement } from './placed-birds.ts';

/** Chicks ordered that did not come, in % of those ordered; negative when more came. */
export function shortReceivedPct({ chicksOrdered, chicksReceived }: Placement): number | null {
  if (chicksOrdered === null || chicksReceived === null) return null;
  return percentOf(chicksOrdered - chicksReceived, chicksOrdered);
}
