/** What raises or lowers the importance of an activity. */
export interface ActivitySurroundings {
  /** Whether the farm has seen this kind in the seven days before. */
  readonly isKnownKind: boolean;
  /** Whether the same kind was told of the same subject in the hour before. */
  readonly isRepeated: boolean;
  /** For expenses: the amount by the median of what the farm spends in a month. */
  readonly monthlyShare?: number | null;
}

const FIRST_OF_KIND = 10;
const REPEATED = -10;
const MOST_FOR_EXPENSE = 25;

/** Importance from 0 to 100; it is kept with the activity and does not fade. */
export function activityScore(base: number, surroundings: ActivitySurroundings): number {
  const { isKnownKind, isRepeated, monthlyShare } = surroundings;
  const weighed =
    base +
    (isKnownKind ? 0 : FIRST_OF_KIND) +
    (isRepeated ? REPEATED : 0) +
    Math.min(MOST_FOR_EXPENSE, MOST_FOR_EXPENSE * Math.max(0, monthlyShare ?? 0));
  return Math.round(Math.min(100, Math.max(0, weighed)));
}
