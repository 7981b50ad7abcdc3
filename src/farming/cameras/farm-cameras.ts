import type { StoredOf } from '../../model/registry.ts';
import { groupBy, mapById } from '../../tools/collections.ts';
import { barnStatesOf, liveFlocksOf } from '../flocks/farm-flocks.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import type { CameraSighting } from '../snapshot/camera-sighting.ts';
import type { CameraSnapshot } from './camera-parts.ts';

/** A camera of a farm with what is known around it. */
export interface FarmCamera {
  readonly device: StoredOf<'devices'>;
  readonly barn: StoredOf<'barns'> | undefined;
  /** The birds in its barn, those placed last; undefined without any, or without a barn. */
  readonly flock: FlockRecord | undefined;
  /** Birds of all flocks in its barn alive today; null when those of one are unknown. */
  readonly live: number | null;
  readonly sighting: CameraSighting | undefined;
  /** What it sends through: what brought its newest event, else what serves its barn or the farm. */
  readonly connection: StoredOf<'integrations'> | undefined;
}

const CAMERA = 'camera';

/** The cameras of a farm, also the retired ones; by barn and name, cameras without a barn last. */
export function farmCameras(snapshot: CameraSnapshot): readonly FarmCamera[] {
  const barns = mapById(snapshot.barns);
  const flocks = groupBy(liveFlocksOf(snapshot), ({ flock }) => flock.barnId);
  const states = barnStatesOf(snapshot);
  const sightings = new Map(snapshot.cameraSightings.map((one) => [one.deviceId, one]));
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

// Behind every name.
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
