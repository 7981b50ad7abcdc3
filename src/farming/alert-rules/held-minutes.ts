import type { Measured } from '../metrics/hours-at-or-above.ts';

const LONGEST_GAP_MILLIS = 60 * 60_000;
const MINUTE_MILLIS = 60_000;

/**
 * For how many minutes the newest values in a row have been so, 0 for a single one; null where the
 * newest is not. More than an hour without a value ends the row: nobody knows what was between.
 */
export function heldMinutes(
  values: readonly Measured[],
  isSo: (value: number) => boolean,
): number | null {
  const newest = values.at(-1);
  if (!newest || !isSo(newest.value)) return null;
  let since = newest.at;
  for (const { at, value } of values.toReversed()) {
    if (!isSo(value) || since - at > LONGEST_GAP_MILLIS) break;
    since = at;
  }
  return (newest.at - since) / MINUTE_MILLIS;
}
