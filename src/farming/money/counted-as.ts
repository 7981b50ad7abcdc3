/** What other records hold of the cost of a flock, in the farm's currency; 0 without any. */
export interface HeldCosts {
  /** Deliveries of feed. */
  readonly feed: number;
  /** The order of chicks. */
  readonly chicks: number;
  readonly treatments: number;
}

/** What of an expense decides how it counts. */
export interface ChargedExpense {
  readonly flockId: string | null;
  readonly category: string;
}

/** Categories whose cost other records of the flock hold too, by which of its costs that is. */
export const HELD_ELSEWHERE: Readonly<Record<string, keyof HeldCosts>> = {
  feed: 'feed',
  chicks: 'chicks',
  medicine: 'treatments',
  vaccination: 'treatments',
};

/**
 * How an expense counts: shared without a flock, direct with one, and as a duplicate where the
 * deliveries, the order of chicks or the treatments of that flock hold the same cost already.
 */
export function countedAs(
  { flockId, category }: ChargedExpense,
  held: HeldCosts | undefined,
): 'direct' | 'shared' | 'duplicate' {
  if (flockId === null) return 'shared';
  const elsewhere = Object.hasOwn(HELD_ELSEWHERE, category) ? HELD_ELSEWHERE[category] : undefined;
  return elsewhere && held?.[elsewhere] ? 'duplicate' : 'direct';
}
