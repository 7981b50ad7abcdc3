import { ratioOf } from './ratio-of.ts';

/** A part in % of the whole; null when either is missing or the whole is not above 0. */
export function percentOf(
  part: number | null | undefined,
  whole: number | null | undefined,
): number | null {
  const share = ratioOf(part, whole);
  return share === null ? null : share * 100;
}
