import type { StoredMessage } from '../../model/core/message.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { dayInZone, formatInstant, MINUTE_MILLIS } from '../../tools/calendar.ts';
import { mapById } from '../../tools/collections.ts';
import { sum } from '../../tools/statistics.ts';
import type { FarmFrame, FarmSnapshot } from '../core/farm-snapshot.ts';
import { figure } from '../core/figure.ts';
import { flockName } from '../core/flock-record.ts';
import { isOpenAlert } from '../core/open-items.ts';
import { alertTitle } from '../core/stored-texts.ts';
import { countGap } from './bird-counts.ts';
import { growthBetween, standardCurve } from './camera-weight.ts';
import {
  adoptFix,
  CAMERA_PARTS,
  cameraSilence,
  type FarmCamera,
  farmCameras,
} from './farm-cameras.ts';
import type { VisionRule } from './vision-reading.ts';

/** Snapshot parts shown on the cameras screen. */
export const CAMERAS_PARTS = [
  ...CAMERA_PARTS,
  'alerts',
  'calibrations',
  'unregisteredCameras',
] as const;

type ScreenSnapshot = FarmSnapshot<(typeof CAMERAS_PARTS)[number]>;
const RETIRED = 'retired';

/**
 * The whole cameras screen of a farm: every camera, their connections, unregistered sources, and
 * summary numbers. `streamUrl` is passed through from the snapshot.
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
      online: inUse.filter(isHeard).length,
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

/** Whether a camera sends; a newly registered camera has not sent anything yet. */
function isHeard({ status, silent, lastHeardAt }: ReturnType<typeof cameraRow>): boolean {
  return status === 'online' && silent === null && lastHeardAt !== null;
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

/** The keys of a camera in alerts: its device ID, and its key before it was registered. */
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
  const calibration = calibrations.find(({ deviceId }) => deviceId === device.id);
  if (!calibration) return null;
  const { factor, pairs, updatedAt } = calibration;
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

/** An open alert raised by a camera rule. */
export interface CameraAlert {
  readonly alertId: string;
  readonly rule: VisionRule;
  readonly severity: string | null;
  readonly title: StoredMessage | string | null;
  readonly barnId: string | null;
  /**
   * The camera whose reading was decisive; `source:` plus its source for an unregistered camera.
   */
  readonly camera: string | null;
  readonly createdAt: string;
}

const RULES: Readonly<Record<VisionRule, true>> = {
  count_gap: true,
  mortality_mismatch: true,
  panting: true,
  clustering: true,
  poor_spread: true,
  activity_drop: true,
};

/** The open alerts of camera rules, newest first. */
function cameraAlerts({ alerts }: FarmSnapshot<'alerts'>): readonly CameraAlert[] {
  return alerts.filter(isOpenAlert).flatMap((alert) => {
    const { rule, camera } = sourceOf(alert);
    if (!isVisionRule(rule)) return [];
    const { id: alertId, severity, barnId, createdAt } = alert;
    const title = alertTitle(alert);
    const decided = typeof camera === 'string' ? camera : null;
    return [{ alertId, rule, severity, title, barnId, camera: decided, createdAt }];
  });
}

function sourceOf({ source }: StoredOf<'alerts'>): Readonly<Record<string, unknown>> {
  return typeof source === 'object' && source !== null
    ? (source as Readonly<Record<string, unknown>>)
    : {};
}

function isVisionRule(rule: unknown): rule is VisionRule {
  return typeof rule === 'string' && Object.hasOwn(RULES, rule);
}

/** The newest count of a camera today compared with the log; figures are null when not compared. */
export interface CameraCount {
  readonly ts: string;
  /** As sent. */
  readonly counted: number;
  /** The count extrapolated to the whole barn for a camera with a partial view. */
  readonly birds: number | null;
  readonly logged: number | null;
  /** Counted minus logged. */
  readonly difference: number | null;
  readonly gapPct: number | null;
  readonly severity: 'warning' | 'critical' | null;
  /** Why it is not compared; null when it is. */
  readonly why: 'low_confidence' | 'partial_view' | 'no_flock' | 'unknown_birds' | null;
}

const NOT_COMPARED = {
  birds: null,
  logged: null,
  difference: null,
  gapPct: null,
  severity: null,
} as const;

/**
 * The newest count of a camera today, compared with the birds alive by the log; null without a
 * count.
 */
function cameraCount(
  { flock, live, sighting, device }: FarmCamera,
  { zone, today, thresholds }: FarmFrame,
): CameraCount | null {
  const count = sighting?.count;
  if (!count || dayInZone(Date.parse(count.ts), zone) !== today) return null;
  const { ts, value, confidence, meta } = count;
  const lastCount = { ts, counted: value };
  if (!flock) return { ...lastCount, ...NOT_COMPARED, why: 'no_flock' };
  if (live === null || live === 0) return { ...lastCount, ...NOT_COMPARED, why: 'unknown_birds' };
  const reading = {
    ...{ id: ts, barnId: device.barnId, flockId: flock.flock.id, camera: device.id },
    ...{ deviceId: device.id, source: device.sourceKey, kind: 'count', unit: 'birds' },
    ...{ value, confidence, ts, meta },
  };
  const gap = countGap(reading, live, thresholds);
  if (typeof gap === 'string') return { ...lastCount, ...NOT_COMPARED, why: gap };
  return {
    ...lastCount,
    birds: figure('birds', gap.birds),
    logged: gap.logged,
    difference: figure('birds', gap.difference),
    gapPct: figure('pct', gap.gapPct),
    severity: gap.severity,
    why: null,
  };
}

/** The current weight measured by a camera. */
export interface CameraWeightNow {
  /** The median of its weights of 48 hours, each projected to now, before calibration. */
  readonly measuredG: number | null;
  /** `measuredG`, calibrated. */
  readonly g: number | null;
  /** Number of weights. */
  readonly n: number | null;
  /** The middle of the times of its weights. */
  readonly measuredAt: string;
  /** Whether it deviates so far from the growth curve that it counts a quarter. */
  readonly downWeighted: boolean;
  /** Whether the fused weight of its flock is uncalibrated. */
  readonly uncalibrated: boolean;
}

/** The weight of a camera, projected along the breed's growth from the time of fusion to now. */
function cameraWeightNow(
  { device, flock }: FarmCamera,
  { smartWeights, zone, now }: FarmSnapshot<'smartWeights'>,
): CameraWeightNow | null {
  if (!flock) return null;
  const { id: flockId, breed, placementDate, arrivalAgeDays } = flock.flock;
  const fused = smartWeights.find((weight) => weight.flockId === flockId);
  const source = fused?.sources.find(({ deviceId }) => deviceId === device.id);
  if (!fused || !source) return null;
  const curve = standardCurve({ flockId, breed, placementDate, arrivalAgeDays }, zone);
  const growth = growthBetween(curve, Date.parse(fused.at), now) ?? 1;
  const { valueG, measuredG, n, measuredAt, downWeighted } = source;
  return {
    measuredG: figure('grams', measuredG == null ? null : measuredG * growth),
    g: figure('grams', valueG * growth),
    n: n ?? null,
    measuredAt,
    downWeighted,
    uncalibrated: fused.uncalibrated,
  };
}
