import { message } from '../../model/core/message.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import {
  addDays,
  type CalendarDay,
  formatInstant,
  HOUR_MILLIS,
  hourInZone,
  startOfDay,
} from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { isOver } from '../core/figure.ts';
import type { Verdict, VisionReading } from './vision-reading.ts';

/** A bird count compared with the log. */
export interface CountGap {
  /** As counted; for a camera with a partial view, extrapolated to the whole barn. */
  readonly birds: number;
  readonly logged: number;
  /** Counted minus logged. */
  readonly difference: number;
  /** Absolute, in % of the logged birds. */
  readonly gapPct: number;
  /** The share of the barn in view, 0 to 1; null when not given. */
  readonly coverage: number | null;
  readonly isPartialView: boolean;
  readonly severity: 'warning' | 'critical' | null;
}

/**
 * The deviation of a camera's count from the logged birds, with limits that are doubled for a
 * partial view. `partial_view` when the camera names a zone but not its share of the barn, or its
 * share is too small to extrapolate; `low_confidence` when its confidence is too low.
 */
export function countGap(
  { value, confidence, meta }: VisionReading & { readonly value: number },
  logged: number,
  thresholds: Thresholds,
): CountGap | 'low_confidence' | 'partial_view' {
  if (confidence !== null && confidence < thresholds.visionLeastConfidence) return 'low_confidence';
  const { coverage, hasZone } = viewOf(meta);
  if (coverage === null && hasZone) return 'partial_view';
  if (coverage !== null && coverage <= thresholds.visionLeastViewShare) return 'partial_view';
  const isPartialView = coverage !== null && coverage < thresholds.visionFullViewShare;
  const birds = value / (coverage ?? 1);
  const difference = birds - logged;
  const gapPct = (Math.abs(difference) * 100) / logged;
  const factor = isPartialView ? thresholds.visionPartialViewFactor : 1;
  const severity = isOver(gapPct, thresholds.visionCountCriticalPct * factor)
    ? 'critical'
    : isOver(gapPct, thresholds.visionCountWarningPct * factor)
      ? 'warning'
      : null;
  return { birds, logged, difference, gapPct, coverage, isPartialView, severity };
}

function viewOf(meta: unknown): { readonly coverage: number | null; readonly hasZone: boolean } {
  const { coverage, zone } = (meta ?? {}) as {
    readonly coverage?: unknown;
    readonly zone?: unknown;
  };
  const isShare = typeof coverage === 'number' && coverage >= 0 && coverage <= 1;
  return { coverage: isShare ? coverage : null, hasZone: zone != null && zone !== '' };
}

/** The time range in which dead birds are counted, without its end. */
export interface DeathWindow {
  readonly from: number;
  readonly to: number;
  /** How long a bird with a track number counts as the same one. */
  readonly trackHours: number;
}

/** A day of the farm; `trackHours` as in `DeathWindow`. */
interface DeathDay {
  readonly day: CalendarDay;
  readonly zone: string;
  readonly trackHours: number;
}

/** The fields of a reading of dead birds that are used. */
export type DeathSighting = Pick<VisionReading, 'id' | 'camera' | 'value' | 'ts' | 'meta'>;

/**
 * The dead birds seen by cameras within a time range. A bird with a track number, `trackId` in
 * `meta`, is counted when first seen, and again only after the camera has lost it for `trackHours`;
 * the readings must therefore start that much earlier. A reading without a value counts 0.
 */
export function countDeaths(
  readings: readonly DeathSighting[],
  { from, to, trackHours }: DeathWindow,
): number {
  const trackMillis = trackHours * HOUR_MILLIS;
  const since = instantText(from);
  const lastSeen: LastSeen = new Map();
  let birds = 0;
  let last = '';
  for (const reading of inOrder(readings, { from: from - trackMillis, to })) {
    // Duplicates are adjacent.
    if (reading.id === last) continue;
    last = reading.id;
    const isKnown = isFollowed(reading, lastSeen, trackMillis);
    if (!isKnown && reading.ts >= since) birds += reading.value ?? 0;
  }
  return birds;
}

/** The dead birds seen by cameras on a day. */
export interface DeathsSeen {
  readonly vision: number;
  /** Whether cameras began to report on that day, and therefore missed its beginning. */
  readonly isPartOfDay: boolean;
}

/**
 * The dead birds seen by cameras on a day; null when they reported none on that day or before,
 * because cameras that started later did not see the day. The readings must start as early as for
 * `countDeaths`.
 */
export function countDeathsOfDay(
  readings: readonly DeathSighting[],
  { day, zone, trackHours }: DeathDay,
): DeathsSeen | null {
  const [from, to] = [startOfDay(day, zone), startOfDay(addDays(day, 1), zone)];
  const [start, end] = [instantText(from), instantText(to)];
  if (!readings.some(({ ts }) => ts < end)) return null;
  return {
    vision: countDeaths(readings, { from, to, trackHours }),
    isPartOfDay: !readings.some(({ ts }) => ts < start),
  };
}

/**
 * By camera and track, when a bird was last seen; nested maps avoid building a new key string each
 * time.
 */
type LastSeen = Map<string, Map<string, number>>;

/**
 * Whether the camera has seen the bird before without losing it since; records the current
 * sighting.
 */
function isFollowed(reading: DeathSighting, lastSeen: LastSeen, trackMillis: number): boolean {
  const track = deathTrack(reading);
  if (track === null) return false;
  const ofCamera = lastSeen.get(reading.camera) ?? new Map<string, number>();
  lastSeen.set(reading.camera, ofCamera);
  const at = Date.parse(reading.ts);
  const trackedEvent = ofCamera.get(track);
  ofCamera.set(track, at);
  return trackedEvent !== undefined && at - trackedEvent < trackMillis;
}

/**
 * Readings within a time range, oldest first, then by ID. Times are compared as strings, because
 * there may be thousands and parsing a time takes much longer.
 */
function inOrder(
  readings: readonly DeathSighting[],
  { from, to }: { readonly from: number; readonly to: number },
): readonly DeathSighting[] {
  const [since, until] = [instantText(from), instantText(to)];
  return readings.filter(({ ts }) => ts >= since && ts < until).sort(byTime);
}

function byTime(left: DeathSighting, right: DeathSighting): number {
  if (left.ts !== right.ts) return left.ts < right.ts ? -1 : 1;
  if (left.id === right.id) return 0;
  return left.id < right.id ? -1 : 1;
}

/**
 * An instant in the format of readings; out-of-range instants sort before or after all of these
 * strings.
 */
function instantText(millis: number): string {
  if (Number.isFinite(millis)) return formatInstant(millis);
  return millis < 0 ? '' : '~';
}

/** The track of a dead bird; null when the camera does not track it. */
function deathTrack({ meta }: Pick<DeathSighting, 'meta'>): string | null {
  const track = (meta as { readonly trackId?: unknown } | null)?.trackId;
  return typeof track === 'string' || typeof track === 'number' ? String(track) : null;
}

/** Dead birds of a flock on a day, by cameras and by its log. */
export interface DeathsCompared extends DeathsSeen {
  readonly logged: number;
}

/**
 * Whether cameras and log differ by more than 3 birds and a fifth of the logged birds. For cameras
 * that began on the day, too low a count is not a difference.
 */
export function deathsDiffer(
  { vision, isPartOfDay, logged }: DeathsCompared,
  thresholds: Thresholds,
): boolean {
  if (isPartOfDay && vision < logged) return false;
  const share = (logged * thresholds.mortalityMismatchPct) / 100;
  const largestGap = Math.max(thresholds.mortalityMismatchBirds, share);
  return isOver(Math.abs(vision - logged) - largestGap, 0);
}

/**
 * The number of dead birds that readings add to the earlier ones; `trackHours` as in `countDeaths`.
 */
export function addedDeaths(
  readings: readonly DeathSighting[],
  before: readonly DeathSighting[],
  trackHours: number,
): number {
  const always = {
    from: Number.NEGATIVE_INFINITY,
    to: Number.POSITIVE_INFINITY,
    trackHours,
  };
  // Birds without a track count the same with and without the earlier readings.
  const followed = new Map<string, Set<string | null>>();
  for (const [camera, cameraReadings] of groupBy(readings, (reading) => reading.camera)) {
    followed.set(camera, new Set(cameraReadings.map(deathTrack)));
  }
  const earlier = before.filter((reading) => {
    const track = deathTrack(reading);
    return track !== null && followed.get(reading.camera)?.has(track) === true;
  });
  return countDeaths([...earlier, ...readings], always) - countDeaths(earlier, always);
}

/** The inputs of the comparison of dead birds in a barn. */
export interface DayInput {
  readonly barnId: string;
  readonly barnName: string;
  /** The flock placed last, which the alert belongs to. */
  readonly flockId: string;
  /** The other flocks inside; cameras see the dead birds of all flocks. */
  readonly others?: readonly string[];
  /** Of the flock placed first. */
  readonly placementDate: CalendarDay;
  /** The readings of kind `mortality` in the barn in the last four days, in any order. */
  readonly deaths: readonly VisionReading[];
  /** `mortality` of the deciding logs of all flocks by day; null when one lacks it. */
  readonly logged: ReadonlyMap<CalendarDay, number | null>;
  readonly today: CalendarDay;
  readonly zone: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly thresholds: Thresholds;
}

interface DayCompared {
  readonly day: CalendarDay;
  readonly vision: number;
  /** Null when not logged. */
  readonly logged: number | null;
  readonly differs: boolean;
}

/** Today and the two days before: the same range as in the digest. */
const DAYS_BACK = [0, 1, 2] as const;

/**
 * Compares the dead birds seen by cameras with the log, on the newest day that can be evaluated. A
 * day is evaluated from 20:00 farm time on, with or without a log; earlier only if cameras have
 * already seen too many for the log of the day, because their count can only grow. Days before
 * cameras began to report deaths are not evaluated. Null when no day can be evaluated. Must be
 * called when deaths arrive, when a log is created, changed or deleted, and once a day after 20:00.
 */
export function evaluateDay(input: DayInput): Verdict | null {
  const { flockId, others = [], placementDate, today } = input;
  const acceptedFlockIds = new Set([null, flockId, ...others]);
  const deaths = input.deaths.filter(
    (reading) => reading.kind === 'mortality' && acceptedFlockIds.has(reading.flockId),
  );
  if (deaths.length === 0) return null;
  for (const daysBack of DAYS_BACK) {
    const day = addDays(today, -daysBack);
    const compared = day < placementDate ? null : compareDay(day, { ...input, deaths });
    if (compared) return dayVerdict(compared, input);
  }
  return null;
}

function compareDay(
  day: CalendarDay,
  { deaths, logged, today, zone, now, thresholds }: DayInput,
): DayCompared | null {
  const observedDeaths = countDeathsOfDay(deaths, {
    day,
    zone,
    trackHours: thresholds.visionTrackHours,
  });
  if (observedDeaths === null) return null;
  const { vision } = observedDeaths;
  const log = logged.get(day) ?? null;
  const differs = deathsDiffer({ ...observedDeaths, logged: log ?? 0 }, thresholds);
  const isDayOver = day < today || hourInZone(now, zone) >= thresholds.visionDeathsHour;
  const isTooManyAlready = differs && log !== null && vision > log;
  return isDayOver || isTooManyAlready ? { day, vision, logged: log, differs } : null;
}

function dayVerdict(
  { day, vision, logged, differs }: DayCompared,
  { barnId, barnName, flockId, now }: DayInput,
): Verdict {
  const difference = vision - (logged ?? 0);
  const params = {
    barn: barnName,
    day: { day },
    seen: { quantity: vision, unit: 'birds' },
    logged: { quantity: logged ?? 0, unit: 'birds' },
    difference: { quantity: Math.abs(difference), unit: 'birds' },
  } as const;
  return {
    rule: 'mortality_mismatch',
    key: `mortality_mismatch:${barnId}`,
    barnId,
    flockId,
    camera: null,
    at: formatInstant(now),
    severity: differs ? 'warning' : null,
    category: 'mortality',
    title: message(differs ? 'vision.deaths.title' : 'vision.deaths.fits.title', params),
    message: message(`vision.deaths.${deathsKey(logged, differs, difference)}`, params),
    closesAfter: 1,
    quietInARow: differs ? 0 : 1,
    occasion: day,
    evidence: { date: day, vision, logged, difference },
  };
}

function deathsKey(logged: number | null, differs: boolean, difference: number): string {
  if (!differs) return 'fits';
  if (logged === null) return 'no_log';
  return difference < 0 ? 'fewer' : 'more';
}
