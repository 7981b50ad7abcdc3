import { parseInstant } from '../../tools/calendar.ts';
import type { CameraSnapshot } from './camera-parts.ts';
import type { FarmCamera } from './farm-cameras.ts';

/** How long nothing has come from a camera. */
export interface CameraSilence {
  /** Milliseconds since 1970; of one that was never heard, when it was made. */
  readonly heardAt: number;
  readonly wasHeard: boolean;
  /** Null while it is not silent for longer than it may be, or nothing depends on it. */
  readonly severity: 'warning' | 'critical' | null;
}

const MINUTE_MILLIS = 60_000;
const HOUR_MILLIS = 60 * MINUTE_MILLIS;
/** Of such a camera everybody knows that it sends nothing. */
const AT_REST: readonly (string | null)[] = ['retired', 'maintenance'];

/**
 * Whether a camera has been silent for longer than three intervals of its connection, an hour at
 * least, while birds are before it; of one without a barn, while there are birds on the farm.
 */
export function cameraSilence(camera: FarmCamera, snapshot: CameraSnapshot): CameraSilence {
  const { device, sighting, connection } = camera;
  const { now, thresholds } = snapshot;
  const heard = [sighting?.last?.ts, device.lastSeenAt].flatMap(
    (ts) => parseInstant(ts ?? '') ?? [],
  );
  const wasHeard = heard.length > 0;
  const heardAt = wasHeard ? Math.max(...heard) : (parseInstant(device.createdAt) ?? now);
  const polls = thresholds.cameraSilentPolls * (connection?.pollMinutes ?? 0);
  const allowed = Math.max(thresholds.cameraSilentMinutes, polls) * MINUTE_MILLIS;
  const isSilent = now - heardAt > allowed && isNeeded(camera, snapshot);
  const isLong = now - heardAt > thresholds.cameraSilentCriticalHours * HOUR_MILLIS;
  return { heardAt, wasHeard, severity: !isSilent ? null : isLong ? 'critical' : 'warning' };
}

function isNeeded({ device, flock }: FarmCamera, { liveFlocks }: CameraSnapshot): boolean {
  if (AT_REST.includes(device.status)) return false;
  if (device.barnId !== null) return flock !== undefined;
  return liveFlocks.some(({ status }) => status !== 'planned');
}
