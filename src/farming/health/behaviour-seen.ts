import type { FlockRecord } from '../flocks/flock-record.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

/** What cameras saw the birds do. */
export interface BehaviourSeen {
  /** Such as panting, or activity. */
  readonly unit: string;
  readonly value: number;
  readonly ts: string;
}

/** The newest sight of each behaviour of a flock in the last 24 hours, by name. */
export function behaviourSeen(
  { flock }: FlockRecord,
  { seenBehaviour }: FarmSnapshot<'seenBehaviour'>,
): readonly BehaviourSeen[] {
  const newest = new Map<string, BehaviourSeen>();
  for (const { unit, value, ts, barnId, flockId } of seenBehaviour) {
    const isOwn = flockId === null ? barnId === flock.barnId : flockId === flock.id;
    if (!isOwn || unit === null || value === null || ts === null) continue;
    newest.set(unit, { unit, value, ts });
  }
  return [...newest.values()].toSorted((left, right) => (left.unit < right.unit ? -1 : 1));
}
