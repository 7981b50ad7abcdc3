import type { digestAnswer } from '../../model/answers/digest.ts';
import type { Made } from '../../model/api/json-schema.ts';
import { addDays, type CalendarDay, startOfDay } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { sum } from '../../tools/statistics.ts';
import { type LIVE_FLOCK_PARTS, liveFlocksOf } from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { figure } from '../core/figure.ts';
import { findFlockDay } from '../core/flock-days.ts';
import { type FlockRecord, flockName } from '../core/flock-record.ts';
import { currentSpike } from '../health/mortality-spike.ts';
import { countDeaths, deathsDiffer } from '../vision/bird-counts.ts';
import { type VisionReading, visionReading } from '../vision/vision-reading.ts';

/** The deaths of a flock on the newest day that is recorded, against what is usual. */
export type MortalityRow = Made<(typeof digestAnswer)['schema']>['mortality'][number];

/** The mortality of every flock that is inside, the oldest placement first. */
export function mortalityRows(
  snapshot: FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number]>,
): MortalityRow[] {
  return liveFlocksOf(snapshot).map((record) => mortalityRow(record, snapshot));
}

function mortalityRow(
  record: FlockRecord,
  { today, thresholds }: Pick<FarmSnapshot<never>, 'today' | 'thresholds'>,
): MortalityRow {
  const { day: date, spike } = currentSpike(record, { today, thresholds });
  const day = date ?? today;
  return {
    flockId: record.flock.id,
    name: flockName(record),
    ageDays: record.ageDays,
    date,
    today: spike.deaths,
    yesterday: findFlockDay(record, addDays(day, -1))?.log?.mortality ?? null,
    avg7: figure('ratio', spike.avg7),
    ratio: figure('ratio', spike.ratio),
    pct: figure('pct', spike.pct),
    spike: { flag: spike.flag, severity: spike.severity },
    baseline: spike.baseline,
    basisDays: spike.basisDays,
  };
}

type VisionSnapshot = FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number] | 'seenDeaths'>;

/** Dead birds as cameras saw them. */
export type VisionDeaths = Made<(typeof digestAnswer)['schema']>['vision'];

/** Dead birds in a barn on a whole day, by cameras and by the logs of all flocks in it. */
export type VisionCheck = VisionDeaths['crossCheck'][number];

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
    crossCheck: [...groupBy(liveFlocksOf(snapshot), ({ flock }) => flock.barnId)].flatMap(
      ([barnId, present]) => {
        const own = deaths.filter((event) => isOfBarn(event, barnId, present));
        return own.length === 0 ? [] : checkBarn(present, own, snapshot);
      },
    ),
  };
}

function isOfBarn(event: VisionReading, barnId: string, present: readonly FlockRecord[]): boolean {
  if (event.flockId === null) return event.barnId === barnId;
  return present.some(({ flock }) => flock.id === event.flockId);
}

/** The newest of the last whole days on which the deaths of every flock present are logged. */
function checkBarn(
  present: readonly FlockRecord[],
  deaths: readonly VisionReading[],
  { today, zone, thresholds }: VisionSnapshot,
): VisionCheck[] {
  const flock = present.at(-1)?.flock;
  const checked = Array.from({ length: DAYS_BACK }, (_, index) => addDays(today, -1 - index))
    .map((day) => ({ day, logged: loggedDeaths(present, day) }))
    .find(({ logged }) => logged !== null);
  if (!flock || !checked) return [];
  const { day } = checked;
  const logged = checked.logged ?? 0;
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

function loggedDeaths(present: readonly FlockRecord[], day: CalendarDay): number | null {
  const deaths = present
    .filter(({ flock }) => flock.placementDate <= day)
    .map((record) => findFlockDay(record, day)?.log?.mortality ?? null);
  return deaths.length === 0 || deaths.includes(null) ? null : sum(deaths);
}
