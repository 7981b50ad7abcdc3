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

/** A count of birds against the log. */
export interface CountGap {
  /** As counted, or of a camera that sees a part of the barn, reckoned for all of it. */
  readonly birds: number;
  readonly logged: number;
  /** Counted less logged. */
  readonly difference: number;
  /** Without a sign, % of the logged birds. */
  readonly gapPct: number;
  /** What of the barn the camera sees, 0 to 1; null where it did not say. */
  readonly coverage: number | null;
  readonly isPartialView: boolean;
  readonly severity: 'warning' | 'critical' | null;
}

/**
 * How far the count of a camera lies from the logged birds, with bounds that double for a partial
 * view. `partial_view` where the camera names a zone but not its share of the barn, or sees too
 * small a share to reckon from; `low_confidence` where it is not sure enough.
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

/** The birds a camera counts against the birds that are alive by the log. */
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

/** The time in which dead birds are counted; the end does not belong to it. */
export interface DeathWindow {
  readonly from: number;
  readonly to: number;
  /** How long a bird that a camera follows by a number stays the same one. */
  readonly trackHours: number;
}

/** A day of the farm; `trackHours` as of a window. */
interface DeathDay {
  readonly day: CalendarDay;
  readonly zone: string;
  readonly trackHours: number;
}

/** What is looked at of a reading of dead birds. */
export type DeathSighting = Pick<VisionReading, 'id' | 'camera' | 'value' | 'ts' | 'meta'>;

/**
 * The dead birds that cameras saw within a time. A bird that a camera follows by a number, `trackId`
 * in `meta`, counts when it is first seen, and not again before the camera has lost it for
 * `trackHours`: so the readings must reach as far back before the time. A reading without a value
 * counts nothing.
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
    // What is there twice stands together.
    if (reading.id === last) continue;
    last = reading.id;
    const isKnown = isFollowed(reading, lastSeen, trackMillis);
    if (!isKnown && reading.ts >= since) birds += reading.value ?? 0;
  }
  return birds;
}

/** The dead birds that cameras saw on a day. */
export interface DeathsSeen {
  readonly vision: number;
  /** Whether cameras began to report on that day: of its beginning they saw nothing. */
  readonly isPartOfDay: boolean;
}

/**
 * The dead birds that cameras saw on a day; null where they reported none on that day or before it:
 * cameras that began later saw nothing of the day. The readings must reach back as for `countDeaths`.
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

/** By camera and track when a bird was last seen: a key of both would be a new text each time. */
type LastSeen = Map<string, Map<string, number>>;

/** Whether the camera has seen the bird before and not lost it since; notes that it sees it now. */
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
 * Readings within a time, the oldest first; of the same moment by id. Their times are compared as
 * texts: there may be thousands, and to read a time takes much longer.
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

/** An instant as readings have it; one beyond all times is before or behind all of these texts. */
function instantText(millis: number): string {
  if (Number.isFinite(millis)) return formatInstant(millis);
  return millis < 0 ? '' : '~';
}

/** By what its camera follows a dead bird; null for one that it does not follow. */
function deathTrack({ meta }: Pick<DeathSighting, 'meta'>): string | null {
  const track = (meta as { readonly trackId?: unknown } | null)?.trackId;
  return typeof track === 'string' || typeof track === 'number' ? String(track) : null;
}

/** Dead birds of a flock on a day, by cameras and by its log. */
export interface DeathsCompared extends DeathsSeen {
  readonly logged: number;
}

/**
 * Whether cameras and log are farther apart than 3 birds and a fifth of the logged birds. Cameras
 * that began on the day cannot have seen too few of it.
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

/** How many dead birds readings add to those before them; `trackHours` as of `countDeaths`. */
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
  // Birds that the readings do not follow count the same with them and without.
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
