/** A value with what it counts. */
export interface WeightedValue {
  readonly value: number;
  readonly weight: number;
}

/**
 * The value below which a share of the weight lies, 0 to 1: every value stands in the middle of its
 * own weight, between two values the line is straight, beyond the first and the last it is flat.
 * With equal weights it is Hazen's percentile (type 5 of Hyndman and Fan 1996), and at a half the
 * median. The order of the values does not matter. Null without a value of weight above 0.
 */
export function weightedPercentile(values: readonly WeightedValue[], share: number): number | null {
  const sorted = values
    .filter(({ weight }) => weight > 0)
    .toSorted((left, right) => left.value - right.value || left.weight - right.weight);
  const last = sorted.at(-1);
  if (!last) return null;
  const target = share * sorted.reduce((total, { weight }) => total + weight, 0);
  let [before, beforeAt, passed] = [sorted[0]?.value ?? last.value, 0, 0];
  for (const { value, weight } of sorted) {
    const at = passed + weight / 2;
    if (at >= target) {
      const part = at === beforeAt ? 1 : Math.max(0, target - beforeAt) / (at - beforeAt);
      return before + (value - before) * part;
    }
    [before, beforeAt, passed] = [value, at, passed + weight];
  }
  return last.value;
}
