import { formatInstant } from '../../tools/calendar.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

/** What cameras saw the birds do. */
export interface BehaviourSeen {
  /** Such as panting, or activity. */
  readonly unit: string;
  readonly value: number;
  readonly ts: string;
}

const DAY_MILLIS = 86_400_000;

/** The newest sight of each behaviour of a flock in the last 24 hours, by name. */
export function behaviourSeen(
  { flock }: FlockRecord,
  { visionEvents, now }: FarmSnapshot<'visionEvents'>,
): readonly BehaviourSeen[] {
  const since = formatInstant(now - DAY_MILLIS);
  const newest = new Map<string, BehaviourSeen>();
  for (const { kind, unit, value, ts, barnId, flockId } of visionEvents) {
    const isOwn = flockId === null ? barnId === flock.barnId : flockId === flock.id;
    if (kind !== 'behavior' || !isOwn || unit === null || value === null) continue;
    if (ts !== null && ts >= since) newest.set(unit, { unit, value, ts });
  }
  return [...newest.values()].toSorted((left, right) => (left.unit < right.unit ? -1 : 1));
}
