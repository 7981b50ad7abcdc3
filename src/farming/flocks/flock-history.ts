import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import { type CLOSED_FLOCK_PARTS, closedFlocksOf } from './farm-flocks.ts';
import type { FlockRecord } from './flock-record.ts';

const NEWEST = 6;

/** The newest six closed flocks of a farm with birds of the same kind, without the flock itself. */
export function flockHistory(
  { flock, kind }: FlockRecord,
  snapshot: FarmSnapshot<(typeof CLOSED_FLOCK_PARTS)[number]>,
): readonly FlockRecord[] {
  return closedFlocksOf(snapshot)
    .filter((closed) => closed.kind === kind && closed.flock.id !== flock.id)
    .slice(0, NEWEST);
}
