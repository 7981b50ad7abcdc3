import type { StoredOf } from '../../model/registry.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import {
  CLOSED_FLOCK_PARTS,
  closedFlocksOf,
  LIVE_FLOCK_PARTS,
  liveFlocksOf,
} from '../flocks/farm-flocks.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

/** The parts of a snapshot from which placements are planned. */
export const PLACEMENT_PARTS = [
  ...new Set([...LIVE_FLOCK_PARTS, ...CLOSED_FLOCK_PARTS, 'contacts'] as const),
] as const;

/** A snapshot from which placements are planned. */
export type PlacementSnapshot = FarmSnapshot<(typeof PLACEMENT_PARTS)[number]>;

/** Who is in a barn, who was, and who is to come. */
export interface BarnStays {
  /** The flock inside, of several the one placed last. */
  readonly current: FlockRecord | undefined;
  /** All flocks inside. */
  readonly inside: readonly FlockRecord[];
  /** The closed flock that was last inside, before the current one if there is one. */
  readonly previous: FlockRecord | undefined;
  /** The next flock that is planned for the barn. */
  readonly planned: StoredOf<'flocks'> | undefined;
  /** All that were or are inside, as far as the snapshot tells, the newest first. */
  readonly all: readonly FlockRecord[];
}

/** The flocks of a barn. */
export function barnStays(barnId: string, snapshot: PlacementSnapshot): BarnStays {
  const isHere = ({ flock }: FlockRecord) => flock.barnId === barnId;
  const live = liveFlocksOf(snapshot).filter(isHere).toSorted(byNewestPlacement);
  const closed = closedFlocksOf(snapshot).filter(isHere).toSorted(byNewestPlacement);
  const [current] = live;
  const since = current?.flock.placementDate;
  return {
    current,
    inside: live,
    previous: closed.find(
      ({ flock, lastDay }) =>
        lastDay !== null && (since === undefined || flock.placementDate < since),
    ),
    planned: snapshot.liveFlocks.find((flock) => isPlannedFor(flock, barnId)),
    all: [...live, ...closed],
  };
}

function isPlannedFor(flock: StoredOf<'flocks'>, barnId: string): boolean {
  return flock.status === 'planned' && flock.barnId === barnId;
}

function byNewestPlacement(left: FlockRecord, right: FlockRecord): number {
  return placed(left) < placed(right) ? 1 : -1;
}

function placed({ flock }: FlockRecord): CalendarDay {
  return flock.placementDate;
}
