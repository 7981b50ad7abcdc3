import { sum } from '../../tools/statistics.ts';
import type { FlockRecord } from './flock-record.ts';
import { knownLive } from './known-live.ts';

/**
 * The mean of a figure over flocks, weighted by their birds; of those of which both are known, null
 * without any.
 */
export function meanPerBird(
  records: readonly FlockRecord[],
  figureOf: (record: FlockRecord) => number | null,
): number | null {
  const known = records.flatMap((record) => {
    const value = figureOf(record);
    const live = knownLive(record);
    return value === null || live === null ? [] : [{ value, live }];
  });
  const birds = sum(known.map(({ live }) => live));
  return birds === 0 ? null : sum(known.map(({ value, live }) => value * live)) / birds;
}
