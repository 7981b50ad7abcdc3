import type { StoredOf } from '../../model/registry.ts';
import { addDays, type CalendarDay, dayInZone, parseInstant } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import { type LIVE_FLOCK_PARTS, liveFlocksOf } from '../flocks/farm-flocks.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

type VisionSnapshot = FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number] | 'visionEvents'>;
type VisionEvent = StoredOf<'vision-events'>;

/** Dead birds as cameras saw them. */
export interface VisionDeaths {
  /** In the last 24 hours; null when no camera has reported deaths in three days. */
  readonly mortality24h: number | null;
  readonly crossCheck: readonly VisionCheck[];
}

/** Dead birds of a flock on a whole day, by cameras and by its log. */
export interface VisionCheck {
  readonly flockId: string;
  readonly barnId: string;
  readonly date: CalendarDay;
  readonly vision: number;
  readonly logged: number;
  /** What cameras saw less what was logged. */
  readonly difference: number;
  readonly mismatch: boolean;
}

const DAY_MILLIS = 86_400_000;
/** Whole days back that the events of the snapshot reach. */
const DAYS_BACK = 2;

/** What cameras saw of dead birds, and how that agrees with the logs of the last whole days. */
export function visionDeaths(snapshot: VisionSnapshot): VisionDeaths {
  const deaths = snapshot.visionEvents.filter(({ kind }) => kind === 'mortality');
  const since = snapshot.now - DAY_MILLIS;
  const recent = deaths.filter(({ ts }) => (parseInstant(ts ?? '') ?? 0) >= since);
  return {
    mortality24h: deaths.length === 0 ? null : countDeaths(recent),
    crossCheck: liveFlocksOf(snapshot).flatMap((record) => {
      const own = deaths.filter((event) => isOfFlock(event, record));
      return own.length === 0 ? [] : checkFlock(record, own, snapshot);
    }),
  };
}

function isOfFlock({ flockId, barnId }: VisionEvent, { flock }: FlockRecord): boolean {
  return flockId === null ? barnId === flock.barnId : flockId === flock.id;
}

function checkFlock(
  { flock, days }: FlockRecord,
  deaths: readonly VisionEvent[],
  { today, zone, thresholds }: VisionSnapshot,
): VisionCheck[] {
  const oldest = addDays(today, -DAYS_BACK);
  const checked = days.findLast(
    ({ day, log }) => day < today && day >= oldest && (log?.mortality ?? null) !== null,
  );
  if (!checked) return [];
  const { day, log } = checked;
  const logged = log?.mortality ?? 0;
  const ofDay = deaths.filter(({ ts }) => {
    const at = parseInstant(ts ?? '');
    return at !== undefined && dayInZone(at, zone) === day;
  });
  const vision = countDeaths(ofDay);
  const share = (logged * thresholds.mortalityMismatchPct) / 100;
  const mismatch = Math.abs(vision - logged) > Math.max(thresholds.mortalityMismatchBirds, share);
  const about = { flockId: flock.id, barnId: flock.barnId, date: day };
  return [{ ...about, vision, logged, difference: vision - logged, mismatch }];
}

/** The dead birds of some events; one that a camera follows by a number counts once. */
function countDeaths(events: readonly VisionEvent[]): number {
  const byTrack = new Map(
    events.map((event) => [trackOf(event) ?? event.id, event.value] as const),
  );
  return sum([...byTrack.values()]);
}

function trackOf({ source, meta }: VisionEvent): string | null {
  const track = (meta as { readonly trackId?: unknown } | null)?.trackId;
  return typeof track === 'string' || typeof track === 'number' ? `${source} ${track}` : null;
}
