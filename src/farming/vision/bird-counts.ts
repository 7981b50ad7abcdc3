import { message } from '../../model/core/message.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import {
  addDays,
  type CalendarDay,
  formatInstant,
  HOUR_MILLIS,
  startOfDay,
} from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { figure, isOver } from '../core/figure.ts';
import type { VisionReading } from './vision-reading.ts';
import type { Evaluation, RuleDefinition, VisionBarn } from './vision-rules.ts';

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

/** The number of birds counted by a camera, compared with the live birds by the log. */
export const countRule: RuleDefinition = {
  rule: 'count_gap',
  isPerCamera: true,
  applies: ({ kind, unit }) => kind === 'count' && (unit === null || unit === 'birds'),
  judge(reading, { barn, flock, thresholds }) {
    if (flock.live === null || flock.live === 0) return 'unknown_birds';
    const gap = countGap(reading, flock.live, thresholds);
    return typeof gap === 'string' ? gap : judgement(gap, reading, barn);
  },
};

function judgement(gap: CountGap, reading: VisionReading, { name }: VisionBarn): Evaluation {
  const counted = Math.round(gap.birds);
  const difference = Math.round(gap.difference);
  const direction = difference < 0 ? 'fewer' : 'more';
  const params = {
    barn: name,
    camera: reading.source ?? reading.camera,
    gap: { quantity: figure('pct', gap.gapPct) ?? 0, unit: '%' },
    counted: { quantity: counted, unit: 'birds' },
    logged: { quantity: gap.logged, unit: 'birds' },
    difference: { quantity: Math.abs(difference), unit: 'birds' },
  } as const;
  const view = gap.isPartialView ? 'part' : 'whole';
  return {
    severity: gap.severity,
    category: 'count',
    title: message(`vision.count.${gap.severity ? direction : 'fits'}.title`, params),
    message: message(`vision.count.${gap.severity ? direction : 'fits'}.${view}`, params),
    evidence: {
      counted: reading.value,
      birds: counted,
      logged: gap.logged,
      difference,
      gapPct: figure('pct', gap.gapPct),
      coverage: gap.coverage,
      isPartialView: gap.isPartialView,
      confidence: reading.confidence,
    },
  };
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
  const seen = ofCamera.get(track);
  ofCamera.set(track, at);
  return seen !== undefined && at - seen < trackMillis;
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
  const most = Math.max(thresholds.mortalityMismatchBirds, share);
  return isOver(Math.abs(vision - logged) - most, 0);
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
  for (const [camera, own] of groupBy(readings, (reading) => reading.camera)) {
    followed.set(camera, new Set(own.map(deathTrack)));
  }
  const earlier = before.filter((reading) => {
    const track = deathTrack(reading);
    return track !== null && followed.get(reading.camera)?.has(track) === true;
  });
  return countDeaths([...earlier, ...readings], always) - countDeaths(earlier, always);
}
