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
  const lastSeen = new Map<string, number>();
  let birds = 0;
  for (const { at, reading } of inOrder(readings, { from: from - trackMillis, to })) {
    const track = deathTrack(reading);
    const seen = track === null ? undefined : lastSeen.get(track);
    if (track !== null) lastSeen.set(track, at);
    const isKnown = seen !== undefined && at - seen < trackMillis;
    if (!isKnown && at >= from) birds += reading.value ?? 0;
  }
  return birds;
}

/** Readings within a time, each once, the oldest first; of the same moment by id. */
function inOrder(
  readings: readonly DeathSighting[],
  { from, to }: { readonly from: number; readonly to: number },
) {
  const within = new Map<string, { readonly at: number; readonly reading: DeathSighting }>();
  for (const reading of readings) {
    const at = Date.parse(reading.ts);
    if (at >= from && at < to) within.set(reading.id, { at, reading });
  }
  return [...within.values()].sort((left, right) =>
    left.at === right.at ? (left.reading.id < right.reading.id ? -1 : 1) : left.at - right.at,
  );
}

/** By what a camera follows a dead bird; null for one that it does not follow. */
export function deathTrack({ camera, meta }: DeathSighting): string | null {
  const track = (meta as { readonly trackId?: unknown } | null)?.trackId;
  return typeof track === 'string' || typeof track === 'number' ? `${camera} ${track}` : null;
}
