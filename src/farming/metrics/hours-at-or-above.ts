/** A value measured at a moment, in milliseconds since 1970. */
export interface Measured {
  readonly at: number;
  readonly value: number;
}

/** How long something lasted and how long it was watched, in hours. */
export interface WatchedHours {
  readonly hours: number;
  readonly watchedHours: number;
}

const LONGEST_GAP_MILLIS = 60 * 60_000;
const HOUR_MILLIS = 3_600_000;

/**
 * Hours for which values that follow each other were at or above a limit, straight between two of
 * them. More than an hour without a value is not counted and not watched.
 */
export function hoursAtOrAbove(values: readonly Measured[], limit: number): WatchedHours {
  let [above, watched] = [0, 0];
  values.forEach((to, index) => {
    const from = values[index - 1];
    const millis = from ? to.at - from.at : 0;
    if (!from || millis <= 0 || millis > LONGEST_GAP_MILLIS) return;
    watched += millis;
    above += millis * shareAtOrAbove(from.value, to.value, limit);
  });
  return { hours: above / HOUR_MILLIS, watchedHours: watched / HOUR_MILLIS };
}

/** The part of the way between two values that lies at or above a limit. */
function shareAtOrAbove(from: number, to: number, limit: number): number {
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  if (low >= limit) return 1;
  if (high < limit) return 0;
  return (high - limit) / (high - low);
}
