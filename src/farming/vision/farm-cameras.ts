import type { StoredOf } from '../../model/resources/registry.ts';
import { HOUR_MILLIS, MINUTE_MILLIS, parseInstant } from '../../tools/calendar.ts';
import { groupBy, mapById } from '../../tools/collections.ts';
import { barnStatesOf, LIVE_FLOCK_PARTS, liveFlocksOf } from '../core/farm-flocks.ts';
import type { CameraSighting, FarmSnapshot, UnregisteredCamera } from '../core/farm-snapshot.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import type { Fix } from '../core/section.ts';

/** A camera of a farm with its surroundings. */
export interface FarmCamera {
  readonly device: StoredOf<'devices'>;
  readonly barn: StoredOf<'barns'> | undefined;
  /** The flock in its barn, placed last; undefined without one, or without a barn. */
  readonly flock: FlockRecord | undefined;
  /** Live birds of all flocks in its barn; null when unknown for any. */
  readonly live: number | null;
  readonly sighting: CameraSighting | undefined;
  /**
   * The connection that delivered its newest event, else the one that serves its barn or the farm.
   */
  readonly connection: StoredOf<'integrations'> | undefined;
}

const CAMERA = 'camera';

/** The cameras of a farm, including retired ones; by barn and name, cameras without a barn last. */
export function farmCameras(snapshot: CameraSnapshot): readonly FarmCamera[] {
  const barns = mapById(snapshot.barns);
  const flocks = groupBy(liveFlocksOf(snapshot), ({ flock }) => flock.barnId);
  const states = barnStatesOf(snapshot);
  const sightings = new Map(
    snapshot.cameraSightings.map((sighting) => [sighting.deviceId, sighting]),
  );
  return snapshot.devices
    .filter(({ kind }) => kind === CAMERA)
    .map((device) => {
      const sighting = sightings.get(device.id);
      return {
        device,
        barn: barns.get(device.barnId ?? ''),
        flock: flocks.get(device.barnId ?? '')?.at(-1),
        live: states.get(device.barnId ?? '')?.live ?? null,
        sighting,
        connection: connectionOf(device, sighting, snapshot),
      };
    })
    .toSorted(byPlace);
}

function connectionOf(
  { barnId }: StoredOf<'devices'>,
  sighting: CameraSighting | undefined,
  { integrations }: CameraSnapshot,
): FarmCamera['connection'] {
  const connections = integrations.filter(({ kind }) => kind === CAMERA);
  const usedId = sighting?.last?.integrationId;
  return (
    connections.find(({ id }) => id === usedId) ??
    connections.find((connection) => barnId !== null && connection.barnId === barnId) ??
    connections.find((connection) => connection.barnId === null)
  );
}

// Sorts after every name.
const NO_NAME = '\uffff';

function byPlace(left: FarmCamera, right: FarmCamera): number {
  return (
    compare(left.barn?.name ?? NO_NAME, right.barn?.name ?? NO_NAME) ||
    compare(left.device.name ?? NO_NAME, right.device.name ?? NO_NAME) ||
    compare(left.device.id, right.device.id)
  );
}

function compare(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}

/** Snapshot parts needed to determine whether cameras are sending. */
export const CAMERA_PARTS = [
  ...LIVE_FLOCK_PARTS,
  'devices',
  'integrations',
  'cameraSightings',
] as const;

export type CameraSnapshot = FarmSnapshot<(typeof CAMERA_PARTS)[number]>;

/** How long a camera has not sent anything. */
export interface CameraSilence {
  /** Milliseconds since 1970; for a camera that never sent anything, its creation time. */
  readonly heardAt: number;
  readonly wasHeard: boolean;
  /** Null while the silence is within the limit, or when nothing depends on the camera. */
  readonly severity: 'warning' | 'critical' | null;
}
/** Statuses of cameras that are expected to send nothing. */
const AT_REST: readonly (string | null)[] = ['retired', 'maintenance'];

/**
 * Whether a camera has been silent for longer than three intervals of its connection, and at least
 * an hour, while birds are in its barn; for a camera without a barn, while birds are on the farm.
 */
export function cameraSilence(camera: FarmCamera, snapshot: CameraSnapshot): CameraSilence {
  const { device, sighting, connection } = camera;
  const { now, thresholds } = snapshot;
  const times = [sighting?.last?.ts, device.lastSeenAt].flatMap(
    (ts) => parseInstant(ts ?? '') ?? [],
  );
  const wasHeard = times.length > 0;
  const heardAt = wasHeard ? Math.max(...times) : (parseInstant(device.createdAt) ?? now);
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

/** A call that registers a source as a camera of the barn it was seen in, else of the only barn. */
export function adoptFix(
  { source, barnId }: UnregisteredCamera,
  { farm, barns }: FarmSnapshot<'barns'>,
): Fix {
  const [firstBarn, ...otherBarns] = barns;
  const knownBarnId = barns.some(({ id }) => id === barnId) ? barnId : null;
  const guess = knownBarnId ?? (otherBarns.length === 0 ? firstBarn?.id : undefined);
  return {
    method: 'POST',
    path: '/os/cameras/adopt',
    body: { farmId: farm.id, source, ...(guess ? { barnId: guess } : {}), name: source },
  };
}
