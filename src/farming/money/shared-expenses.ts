import type { StoredOf } from '../../model/registry.ts';
import { sum } from '../../tools/statistics.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import { birdDaysByMonth } from './bird-days.ts';

/** What the farm spent for all its flocks, and whose share is how much. */
export interface SharedExpenses {
  readonly byFlock: ReadonlyMap<string, number>;
  /** Spent in months in which no birds were there. */
  readonly unallocated: number;
}

interface Share {
  readonly flockId: string;
  readonly barnId: string;
  readonly birdDays: ReadonlyMap<string, number>;
}

/**
 * Divides every expense without a flock among the flocks that were there in its month, by the days
 * their birds spent there; one of a barn among the flocks of that barn only.
 */
export function sharedExpenses(
  { expenses, today }: FarmSnapshot<'expenses'>,
  records: readonly FlockRecord[],
): SharedExpenses {
  const shares = records.map((record) => ({
    flockId: record.flock.id,
    barnId: record.flock.barnId,
    birdDays: birdDaysByMonth(record),
  }));
  const byFlock = new Map<string, number>(shares.map(({ flockId }) => [flockId, 0]));
  let unallocated = 0;
  for (const expense of expenses) {
    if (expense.flockId !== null || expense.date > today) continue;
    const parts = divide(expense, shares);
    if (parts.length === 0) unallocated += expense.amount;
    for (const [flockId, part] of parts) byFlock.set(flockId, (byFlock.get(flockId) ?? 0) + part);
  }
  return { byFlock, unallocated };
}

function divide(
  { date, barnId, amount }: StoredOf<'expenses'>,
  shares: readonly Share[],
): (readonly [flockId: string, part: number])[] {
  const month = date.slice(0, 7);
  const there = shares
    .filter((share) => barnId === null || share.barnId === barnId)
    .map(({ flockId, birdDays }) => [flockId, birdDays.get(month) ?? 0] as const)
    .filter(([, days]) => days > 0);
  const total = sum(there.map(([, days]) => days));
  return there.map(([flockId, days]) => [flockId, (amount * days) / total]);
}
