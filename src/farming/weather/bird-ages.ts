import { type CalendarDay, dayInZone } from '../../tools/calendar.ts';
import { mapById } from '../../tools/collections.ts';
import { ageDays } from '../metrics/age-days.ts';
import { type BirdKind, birdKind } from '../metrics/bird-kind.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

/** Birds of one flock as they are on a day. */
export interface BirdAge {
  readonly kind: BirdKind;
  readonly ageDays: number;
}

/** Tells of each moment which birds are there, those of flocks that are still to come included. */
export function birdAges(
  snapshot: FarmSnapshot<'liveFlocks' | 'barns'>,
): (millis: number) => readonly BirdAge[] {
  const barns = mapById(snapshot.barns);
  const flocks = snapshot.liveFlocks.map((flock) => ({
    flock,
    kind: birdKind(flock.breed, barns.get(flock.barnId)?.barnType ?? null),
  }));
  const known = new Map<CalendarDay, readonly BirdAge[]>();
  return (millis) => {
    const day = dayInZone(millis, snapshot.zone);
    const found =
      known.get(day) ??
      flocks
        .filter(({ flock }) => flock.placementDate <= day)
        .map(({ flock, kind }) => ({ kind, ageDays: ageDays(flock, day) }));
    known.set(day, found);
    return found;
  };
}
