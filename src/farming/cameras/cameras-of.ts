import { formatInstant } from '../../tools/calendar.ts';
import { mapById } from '../../tools/collections.ts';
import { sum } from '../../tools/statistics.ts';
import { figure } from '../figure.ts';
import { flockName } from '../gaps/flock-name.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import { adoptFix } from './adopt-fix.ts';
import { type CameraAlert, cameraAlerts } from './camera-alerts.ts';
import { cameraCount } from './camera-count.ts';
import { CAMERA_PARTS } from './camera-parts.ts';
import { cameraSilence } from './camera-silence.ts';
import { cameraWeightNow } from './camera-weight-now.ts';
import { type FarmCamera, farmCameras } from './farm-cameras.ts';

/** The parts of a snapshot that the cameras screen shows. */
export const CAMERAS_PARTS = [
  ...CAMERA_PARTS,
  'alerts',
  'calibrations',
  'unregisteredCameras',
] as const;

type ScreenSnapshot = FarmSnapshot<(typeof CAMERAS_PARTS)[number]>;

const MINUTE_MILLIS = 60_000;
const RETIRED = 'retired';

/**
 * The whole cameras screen of a farm: every camera, the connections they send through, sources that
 * nobody has registered, and the numbers above all that. `streamUrl` stands as the snapshot holds it.
 */
export function camerasOf(snapshot: ScreenSnapshot) {
  const alerts = cameraAlerts(snapshot);
  const cameras = farmCameras(snapshot).map((camera) => cameraRow(camera, alerts, snapshot));
  const inUse = cameras.filter(({ status }) => status !== RETIRED);
  const keys = new Set(cameras.flatMap((camera) => keysOf(camera)));
  const unregistered = unregisteredRows(snapshot);
  return {
    farmId: snapshot.farm.id,
    asOf: formatInstant(snapshot.now),
    headline: {
      cameras: inUse.length,
      online: inUse.filter(({ status, silent }) => status === 'online' && silent === null).length,
      silent: inUse.filter(({ silent }) => silent !== null).length,
      unregistered: unregistered.length,
      openAlerts: alerts.length,
      events24h: sum(cameras.map(({ events24h }) => events24h.total)),
    },
    cameras,
    connections: connectionRows(snapshot),
    unregistered,
    barnAlerts: alerts.filter(({ camera }) => camera === null || !keys.has(camera)).map(alertRow),
  };
}

function cameraRow(camera: FarmCamera, alerts: readonly CameraAlert[], snapshot: ScreenSnapshot) {
  const { device, barn, flock, sighting, connection } = camera;
  const { id: deviceId, name, status, sourceKey, streamUrl, adopted } = device;
  const { heardAt, wasHeard, severity } = cameraSilence(camera, snapshot);
  const { behavior = 0, count = 0, mortality = 0, weight = 0 } = sighting?.events24h ?? {};
  const keys = keysOf({ deviceId, sourceKey });
  return {
    deviceId,
    name,
    barnId: device.barnId,
    barn: barn?.name ?? null,
    flockId: flock?.flock.id ?? null,
    flock: flock ? flockName(flock) : null,
    status,
    sourceKey,
    streamUrl,
    adopted: adopted === true,
    integrationId: connection?.id ?? null,
    lastHeardAt: wasHeard ? formatInstant(heardAt) : null,
    lastEvent: lastEvent(camera),
    events24h: { total: behavior + count + mortality + weight, count, weight, mortality, behavior },
    silent: severity && {
      severity,
      minutes: Math.floor((snapshot.now - heardAt) / MINUTE_MILLIS),
    },
    count: cameraCount(camera, snapshot),
    weight: cameraWeightNow(camera, snapshot),
    calibration: calibrationOf(camera, snapshot),
    alerts: alerts.filter((alert) => keys.includes(alert.camera ?? '')).map(alertRow),
  };
}

/** What alerts call a camera: the id of its device, or what it was called before it had one. */
function keysOf({
  deviceId,
  sourceKey,
}: {
  readonly deviceId: string;
  readonly sourceKey: string | null;
}): readonly string[] {
  return sourceKey === null ? [deviceId] : [deviceId, `source:${sourceKey}`];
}

function lastEvent({ sighting }: FarmCamera) {
  if (!sighting?.last) return null;
  const { ts, kind, unit, value } = sighting.last;
  return { ts, kind, unit, value };
}

function calibrationOf(
  { device, sighting }: FarmCamera,
  { calibrations }: FarmSnapshot<'calibrations'>,
) {
  const found = calibrations.find(({ deviceId }) => deviceId === device.id);
  if (!found) return null;
  const { factor, pairs, updatedAt } = found;
  const lastPairDay = sighting?.lastPairDay ?? null;
  return { factor: figure('share', factor), pairs, lastPairDay, updatedAt };
}

function alertRow({ alertId, rule, severity, title, barnId, createdAt }: CameraAlert) {
  return { alertId, rule, severity, title, barnId, createdAt };
}

function connectionRows({ integrations, barns }: FarmSnapshot<'integrations' | 'barns'>) {
  const names = mapById(barns);
  return integrations
    .filter(({ kind }) => kind === 'camera')
    .map((integration) => ({
      integrationId: integration.id,
      name: integration.name,
      vendor: integration.vendor,
      barnId: integration.barnId,
      barn: names.get(integration.barnId ?? '')?.name ?? null,
      status: integration.status,
      tokenPrefix: integration.tokenPrefix,
      pollMinutes: integration.pollMinutes,
      lastSuccessAt: integration.lastSuccessAt,
      lastErrorAt: integration.lastErrorAt,
      consecutiveFailures: integration.consecutiveFailures ?? 0,
    }));
}

function unregisteredRows(snapshot: FarmSnapshot<'unregisteredCameras' | 'barns'>) {
  const names = mapById(snapshot.barns);
  return snapshot.unregisteredCameras.map((source) => ({
    ...source,
    barn: names.get(source.barnId ?? '')?.name ?? null,
    fix: adoptFix(source, snapshot),
  }));
}
