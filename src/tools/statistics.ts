/** The values added up; absent ones count as 0. */
export function sum(values: readonly (number | null | undefined)[]): number {
  let total = 0;
  for (const value of values) total += value ?? 0;
  return total;
}

/** The sum of what is known; null where nothing of several is, and 0 of none. */
export function knownSum(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 && values.length > 0 ? null : sum(known);
}

/** The values added up, 0 of none; null when one of them is not known. */
export function sumOrUnknown(values: readonly (number | null)[]): number | null {
  return values.includes(null) ? null : sum(values);
}

/** The mean of the values; null of none. */
export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : sum(values) / values.length;
}

/** How far values of a sample lie from their mean, by n − 1; null of fewer than two. */
export function standardDeviation(values: readonly number[]): number | null {
  const middle = mean(values);
  if (middle === null || values.length < 2) return null;
  const squares = values.map((value) => (value - middle) ** 2);
  return Math.sqrt(sum(squares) / (values.length - 1));
}

/** The median of the values; null of none. */
export function median(values: readonly number[]): number | null {
  return percentile(values, 0.5);
}

/**
 * The value below which a share of the values lies, 0 to 1, with linear interpolation between
 * ranks (type 7 of Hyndman and Fan 1996); null of none.
 */
export function percentile(values: readonly number[], share: number): number | null {
  // Many numbers are sorted several times faster where all of them can only be numbers.
  const sorted = new Float64Array(values).sort();
  const rank = share * (sorted.length - 1);
  const below = sorted[Math.floor(rank)];
  const above = sorted[Math.ceil(rank)];
  if (below === undefined || above === undefined) return null;
  return below + (above - below) * (rank - Math.floor(rank));
}
