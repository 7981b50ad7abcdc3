import type { VisionReading } from './vision-reading.ts';

/** The time in which dead birds are counted; the end does not belong to it. */
export interface DeathWindow {
  readonly from: number;
  readonly to: number;
  /** How long a bird that a camera follows by a number stays the same one. */
  readonly trackHours: number;
}

type Sighting = Pick<VisionReading, 'id' | 'camera' | 'value' | 'ts' | 'meta'>;

const HOUR_MILLIS = 3_600_000;

/**
 * The dead birds that cameras saw within a time. A bird that a camera follows by a number, `trackId`
 * in `meta`, counts when it is first seen, and not again before the camera has lost it for
 * `trackHours`: so the readings must reach as far back before the time. A reading without a value
 * counts nothing.
 */
export function countDeaths(
  readings: readonly Sighting[],
  { from, to, trackHours }: DeathWindow,
): number {
  const sorted = [...new Map(readings.map((reading) => [reading.id, reading])).values()].toSorted(
    (left, right) =>
      left.ts === right.ts ? (left.id < right.id ? -1 : 1) : left.ts < right.ts ? -1 : 1,
  );
  const lastSeen = new Map<string, number>();
  let birds = 0;
  for (const reading of sorted) {
    const at = Date.parse(reading.ts);
    const track = trackOf(reading);
    const seen = track === null ? undefined : lastSeen.get(track);
    if (track !== null) lastSeen.set(track, at);
    const isKnown = seen !== undefined && at - seen < trackHours * HOUR_MILLIS;
    if (!isKnown && at >= from && at < to) birds += reading.value ?? 0;
  }
  return birds;
}

function trackOf({ camera, meta }: Sighting): string | null {
  const track = (meta as { readonly trackId?: unknown } | null)?.trackId;
  return typeof track === 'string' || typeof track === 'number' ? `${camera} ${track}` : null;
}
