import { formatInstant } from '../../tools/calendar.ts';
import type { VisionReading } from './vision-reading.ts';

/** The time in which dead birds are counted; the end does not belong to it. */
export interface DeathWindow {
  readonly from: number;
  readonly to: number;
  /** How long a bird that a camera follows by a number stays the same one. */
  readonly trackHours: number;
}

/** What is looked at of a reading of dead birds. */
export type DeathSighting = Pick<VisionReading, 'id' | 'camera' | 'value' | 'ts' | 'meta'>;

const HOUR_MILLIS = 3_600_000;

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
export function deathTrack({ meta }: Pick<DeathSighting, 'meta'>): string | null {
  const track = (meta as { readonly trackId?: unknown } | null)?.trackId;
  return typeof track === 'string' || typeof track === 'number' ? String(track) : null;
}
