/** Birds in a flock on one day. */
export interface DailyPopulation {
  /** At the beginning: alive at the end of the day before. */
  readonly opening: number;
  /** At the end. */
  readonly closing: number;
  /** The mean of both, to which what is eaten and drunk is related. */
  readonly average: number;
}

/**
 * The birds of a flock on a day, from those placed and those that died, were culled or sold before
 * and on it. Null when the number placed is not known or the records take away more than that: no
 * figure per bird holds then.
 */
export function dailyPopulation(input: {
  readonly placed: number | null;
  readonly removedBefore: number;
  readonly removedOn: number;
}): DailyPopulation | null {
  if (input.placed === null) return null;
  const opening = input.placed - input.removedBefore;
  const closing = opening - input.removedOn;
  return closing < 0 ? null : { opening, closing, average: (opening + closing) / 2 };
}
