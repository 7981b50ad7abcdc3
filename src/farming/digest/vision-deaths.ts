import { addDays, type CalendarDay, startOfDay } from '../../tools/calendar.ts';
import { type LIVE_FLOCK_PARTS, liveFlocksOf } from '../flocks/farm-flocks.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import { countDeaths } from '../vision/count-deaths.ts';
import { deathsDiffer } from '../vision/deaths-differ.ts';
import { type VisionReading, visionReading } from '../vision/vision-reading.ts';

type VisionSnapshot = FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number] | 'seenDeaths'>;

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
  const { seenDeaths, now, thresholds } = snapshot;
  const deaths = seenDeaths.flatMap((event) => visionReading(event) ?? []);
  // A camera whose clock runs ahead saw its dead birds as well.
  const lastDay = { from: now - DAY_MILLIS, to: Number.POSITIVE_INFINITY };
  const trackHours = thresholds.visionTrackHours;
  return {
    mortality24h: deaths.length === 0 ? null : countDeaths(deaths, { ...lastDay, trackHours }),
    crossCheck: liveFlocksOf(snapshot).flatMap((record) => {
      const own = deaths.filter((event) => isOfFlock(event, record));
      return own.length === 0 ? [] : checkFlock(record, own, snapshot);
    }),
  };
}

function isOfFlock({ flockId, barnId }: VisionReading, { flock }: FlockRecord): boolean {
  return flockId === null ? barnId === flock.barnId : flockId === flock.id;
}

function checkFlock(
  { flock, days }: FlockRecord,
  deaths: readonly VisionReading[],
  { today, zone, thresholds }: VisionSnapshot,
): VisionCheck[] {
  const oldest = addDays(today, -DAYS_BACK);
  const checked = days.findLast(
    ({ day, log }) => day < today && day >= oldest && (log?.mortality ?? null) !== null,
  );
  if (!checked) return [];
  const { day, log } = checked;
  const logged = log?.mortality ?? 0;
  const vision = countDeaths(deaths, {
    from: startOfDay(day, zone),
    to: startOfDay(addDays(day, 1), zone),
    trackHours: thresholds.visionTrackHours,
  });
  const compared = { vision, logged };
  const mismatch = deathsDiffer(compared, thresholds);
  const about = { flockId: flock.id, barnId: flock.barnId, date: day };
  return [{ ...about, ...compared, difference: vision - logged, mismatch }];
}
