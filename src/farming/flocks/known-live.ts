import type { FlockRecord } from './flock-record.ts';

/**
 * Birds of a flock alive at the end of its last day, for figures per bird: null when it is not
 * known how many were placed, and when the records take away more than that.
 */
export function knownLive(record: FlockRecord): number | null {
  return record.isImpossible ? null : record.live;
}
