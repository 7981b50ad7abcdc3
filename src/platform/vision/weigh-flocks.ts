import type { WeightOnDay } from '../../farming/metrics/weight.ts';
import {
  type Calibration,
  calibrateFarm,
  calibrationPairs,
  countedWeighings,
} from '../../farming/vision/camera-calibration.ts';
import {
  type GrowingFlock,
  readingsOfShare,
  shareOfMixture,
} from '../../farming/vision/camera-weight.ts';
import { fuseWeight } from '../../farming/vision/fuse-weight.ts';
import type { VisionReading } from '../../farming/vision/vision-reading.ts';
import { flocks } from '../../model/resources/flocks.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import type { Transaction } from '../../storage/core/database.ts';
import { narrowScope } from '../../storage/core/scope.ts';
import { type LoggedDay, listLoggedDays } from '../../storage/records/daily-logs.ts';
import { listFarmFlocks, listInsideFlocks } from '../../storage/records/flocks.ts';
import { listRowsByText } from '../../storage/records/list-rows.ts';
import {
  listWeighLoads,
  listWeightReadings,
  type WeightRow,
} from '../../storage/records/weights.ts';
import { listCameraCalibrations } from '../../storage/snapshot/cameras.ts';
import {
  type CameraPair,
  dropFlockWeight,
  listCameraPairs,
  markContradicted,
  replaceCameraPairs,
  saveCalibration,
  storeFlockWeight,
} from '../../storage/system/cameras.ts';
import { addDays, formatInstant, HOUR_MILLIS, startOfDay } from '../../tools/calendar.ts';
import { distinct, groupBy, mapById } from '../../tools/collections.ts';
import { loadFlockInputs } from '../computed/flock-fields.ts';
import { systemActor } from '../core/actor.ts';
import { loadVisionFarm, type VisionFarm } from '../core/organisation-setup.ts';
import { writeContext } from '../core/resource-rules.ts';
import type { Runtime } from '../core/runtime.ts';

type Flock = StoredOf<'flocks'>;
type Logs = ReadonlyMap<string, readonly LoggedDay[]>;

/**
 * Updates the comparison of cameras with the scales and computes flock weights, from all stored
 * data, so that the order of arrival does not matter. The daily logs are not changed.
 */
export async function weighFlocks(
  farm: VisionFarm,
  flocksToWeigh: readonly FlockToWeigh[],
): Promise<void> {
  const due = await dueFlocks(farm, flocksToWeigh);
  if (due.length === 0) return;
  const { transaction, scope } = farm;
  const texts = due.map(({ flockId }) => flockId);
  const rows = await listRowsByText(transaction, flocks, { scope, field: 'id', texts });
  const flockRows = rows.map((row) => JSON.parse(row) as Flock);
  const barnIds = distinct(flockRows.map(({ barnId }) => barnId));
  const currentFlocks = await listInsideFlocks(transaction, scope, barnIds);
  const flockIds = distinct([...flockRows, ...currentFlocks].map(({ id }) => id));
  const logged = await listLoggedDays(transaction, { scope, flockIds });
  const logs = groupBy(logged, ({ flockId }) => flockId);
  const barns = groupBy(currentFlocks, ({ barnId }) => barnId);
  for (const flock of flockRows) {
    const changed = due.find(({ flockId }) => flockId === flock.id);
    // Cameras weigh all flocks of a barn together: weighing one of several is no calibration.
    const isMixed = (barns.get(flock.barnId)?.length ?? 0) > 1;
    if (changed && !isMixed)
      await refreshPairs(farm, weighedFlock(flock, logs, farm.zone), changed);
  }
  await fuseWeights(farm, [...barns.values()], logs);
}

function weighedFlock(
  { id, breed, placementDate, arrivalAgeDays }: Flock,
  logs: Logs,
  zone: string,
): WeighedFlock {
  const weighings = (logs.get(id) ?? []).flatMap(({ date, avgWeightGr }) =>
    avgWeightGr === null || avgWeightGr <= 0 ? [] : [{ day: date, g: avgWeightGr }],
  );
  const flock = { flockId: id, breed, placementDate, arrivalAgeDays };
  return { flock, weighings: countedWeighings({ flock, weighings, zone }) };
}

/** The weight of every flock in barns, each given with all flocks inside. */
async function fuseWeights(
  farm: VisionFarm,
  barns: readonly (readonly Flock[])[],
  logs: Logs,
): Promise<void> {
  const { transaction, scope, thresholds, now, zone, today } = farm;
  const allFlocks = barns.flat();
  const flockIds = allFlocks.map(({ id }) => id);
  const from = formatInstant(now - 2 * thresholds.cameraWeightHours * HOUR_MILLIS);
  const to = formatInstant(now);
  const rows = await listWeightReadings(transaction, scope, { flockIds, from, to });
  const { calibrations, contradicted } = await calibrateCameras(farm);
  const readings = groupBy(rows.map(weightReading), ({ flockId }) => flockId ?? '');
  const mixed = barns.filter((present) => present.length > 1).flat();
  const place = { connection: transaction, scope, now, todayOf: () => today, zoneOf: () => zone };
  const states = await loadFlockInputs(mixed, place);
  for (const present of barns) {
    const weighed = present.map((flock) => {
      const state = states.get(flock.id);
      const live = state && !state.isImpossible ? state.live : null;
      const { weighings, ...known } = weighedFlock(flock, logs, zone);
      const counted = weighings.filter(({ day }) => !contradicted.has(`${day} ${flock.id}`));
      return { ...known, weighings: counted, live };
    });
    const barnReadings = present.flatMap(({ id }) => readings.get(id) ?? []);
    const shares = present.length > 1 ? shareOfMixture(weighed, today) : undefined;
    for (const { flock, weighings } of weighed) {
      const { flockId } = flock;
      const flockReadings =
        shares === undefined ? barnReadings : readingsOfShare(barnReadings, flockId, shares);
      const input = {
        flock,
        weighings,
        readings: flockReadings,
        calibrations,
        zone,
        now,
        thresholds,
      };
      await storeWeight(farm, flockId, fuseWeight(input));
    }
  }
}

async function storeWeight(
  { transaction, actor, farmId, today: day }: VisionFarm,
  flockId: string,
  fused: ReturnType<typeof fuseWeight>,
): Promise<void> {
  const place = { orgId: actor.orgId, farmId, flockId, day };
  if (!fused) return dropFlockWeight(transaction, place);
  const { at, weightG, lowG, highG, uncalibrated, sources } = fused;
  await storeFlockWeight(transaction, {
    ...place,
    ...{ at, weightG, lowG, highG, uncalibrated, sources },
  });
}

/** Each pair counts half as much as the next newer one; older ones count under a thousandth. */
const DAYS_BACK = 150;

/** Current calibrations of a farm's cameras, and the weighings that contradict them. */
interface CalibratedFarm {
  readonly calibrations: ReadonlyMap<string, Calibration>;
  /** Day and flock, with a space between. */
  readonly contradicted: ReadonlySet<string>;
}

/**
 * The current calibration of every camera of a farm, from all its pairs; stores changed ones, and
 * marks weighings that three agreeing calibrated cameras contradict.
 */
async function calibrateCameras(farm: VisionFarm): Promise<CalibratedFarm> {
  const { transaction, scope, farmId, now, today, thresholds } = farm;
  const since = addDays(today, -DAYS_BACK);
  const pairs = await listCameraPairs(transaction, scope, since);
  const stored = await listCameraCalibrations(transaction, { scope, farmId, now, today });
  const calibrationsByCamera = mapById(
    stored.map((calibration) => ({ id: calibration.camera, ...calibration })),
  );
  const paired = groupBy(pairs, ({ camera }) => camera);
  const cameras = new Set([...paired.keys(), ...calibrationsByCamera.keys()]);
  const ofCameras = new Map([...cameras].map((camera) => [camera, paired.get(camera) ?? []]));
  const { calibrations, contradicted } = calibrateFarm(ofCameras, today, thresholds);
  for (const [camera, found] of calibrations) {
    const cameraPairs = ofCameras.get(camera) ?? [];
    const before = calibrationsByCamera.get(camera);
    const names = cameraPairs.at(-1) ?? before;
    const isSame = before?.factor === found.factor && before.pairs === found.pairs;
    if (names && !isSame) await storeCalibration(farm, names, found);
  }
  await markContradicted(transaction, scope, { since, contradicted });
  return {
    calibrations,
    contradicted: new Set(contradicted.map(({ day, flockId }) => `${day} ${flockId}`)),
  };
}

async function storeCalibration(
  { transaction, actor, farmId, now }: VisionFarm,
  { camera, deviceId, source }: Pick<CameraPair, 'camera' | 'deviceId' | 'source'>,
  { factor, pairs }: Calibration,
): Promise<void> {
  const updatedAt = formatInstant(now);
  const place = { orgId: actor.orgId, farmId };
  await saveCalibration(transaction, {
    ...place,
    camera,
    deviceId,
    source,
    factor,
    pairs,
    updatedAt,
  });
}
/** Number of weights after which a few more hardly change the median. */
const MANY_WEIGHTS = 500;
/** How long the weight of a flock with many weights is not recomputed. */
const REST_MILLIS = 30_000;
/** Age of manual weighings that skipped calls may have affected. */
const CATCH_UP_HOURS = 72;

/**
 * The flocks whose weight is computed now. Few weights are recomputed with every call; for a flock
 * with many weights most calls are skipped, and the next call that is not, or the hourly job,
 * includes their data.
 */
async function dueFlocks(
  farm: VisionFarm,
  flocks: readonly FlockToWeigh[],
): Promise<readonly FlockToWeigh[]> {
  const { transaction, scope, now, thresholds } = farm;
  const since = formatInstant(now - thresholds.cameraWeightHours * HOUR_MILLIS);
  const caughtUp = formatInstant(now - CATCH_UP_HOURS * HOUR_MILLIS);
  const flockIds = flocks.filter(({ seen }) => seen !== null).map(({ flockId }) => flockId);
  const loads = mapById(
    await listWeighLoads(transaction, scope, { flockIds, since, limit: MANY_WEIGHTS }),
  );
  return flocks.flatMap((flock) => {
    const { flockId, days, seen } = flock;
    const load = loads.get(flockId);
    if (!load || !seen || load.weights < MANY_WEIGHTS) return [flock];
    const age = now - Date.parse(load.computedAt ?? '');
    const isResting = age >= 0 && age < REST_MILLIS;
    if (isResting && days.length === 0 && seen.from >= since) return [];
    const [from = caughtUp] = [seen.from, caughtUp].sort();
    return [{ ...flock, seen: { from, to: seen.to } }];
  });
}
const NOON_HOURS = 12;

/**
 * Updates the comparison of manual weighings with the cameras: for days with a changed or deleted
 * log, and days near new camera weights.
 */
async function refreshPairs(
  farm: VisionFarm,
  { flock, weighings }: WeighedFlock,
  changed: Pick<FlockToWeigh, 'days' | 'seen'>,
): Promise<void> {
  const affected = weighings.filter(({ day }) => isNear(farm, day, changed));
  const days = [...new Set([...changed.days, ...affected.map(({ day }) => day)])].sort();
  if (days.length === 0) return;
  const { transaction, scope, farmId, zone, thresholds } = farm;
  const ofDays = weighings.filter(({ day }) => days.includes(day));
  const readings = await loadAround(
    farm,
    flock.flockId,
    ofDays.map(({ day }) => day),
  );
  const newPairs = calibrationPairs({ flock, readings, weighings: ofDays, zone, thresholds });
  const pairs = [...newPairs].flatMap(([camera, ofCamera]): CameraPair[] => {
    const cameraReading = readings.find((reading) => reading.camera === camera);
    const names = {
      camera,
      deviceId: cameraReading?.deviceId ?? null,
      source: cameraReading?.source ?? null,
    };
    return ofCamera.map((pair) => ({ ...names, ...pair }));
  });
  const place = { orgId: scope.orgId, farmId, flockId: flock.flockId };
  await replaceCameraPairs(transaction, place, { days, pairs });
}

function isNear(farm: VisionFarm, day: string, { seen }: Pick<FlockToWeigh, 'seen'>): boolean {
  if (!seen) return false;
  const { from, to } = windowOf(farm, day, day);
  return seen.to >= from && seen.from <= to;
}

/** Camera weights around noon of the days, which are in order. */
async function loadAround(farm: VisionFarm, flockId: string, days: readonly string[]) {
  const [first, last] = [days[0], days.at(-1)];
  if (first === undefined || last === undefined) return [];
  const span = { flockIds: [flockId], ...windowOf(farm, first, last) };
  return (await listWeightReadings(farm.transaction, farm.scope, span)).map(weightReading);
}

function windowOf({ zone, thresholds }: VisionFarm, first: string, last: string) {
  const noonOf = (day: string) => startOfDay(day, zone) + NOON_HOURS * HOUR_MILLIS;
  const windowMillis = thresholds.calibrationHours * HOUR_MILLIS;
  return {
    from: formatInstant(noonOf(first) - windowMillis),
    to: formatInstant(noonOf(last) + windowMillis),
  };
}

/**
 * A camera weight as input of the fusion; the position of the camera is irrelevant for the flock.
 */
function weightReading(row: WeightRow): VisionReading {
  const camera = row.deviceId ?? `source:${row.source}`;
  return { ...row, camera, kind: 'weight', barnId: null, meta: null };
}

/** A flock with its manual weighings. */
export interface WeighedFlock {
  readonly flock: GrowingFlock;
  readonly weighings: readonly WeightOnDay[];
}

/** A flock whose weight is to be recomputed. */
export interface FlockToWeigh {
  readonly flockId: string;
  /** Days with a changed log. */
  readonly days: readonly string[];
  /** The instants of the first and last new camera weight. */
  readonly seen: { readonly from: string; readonly to: string } | null;
}

/**
 * Computes the flock weights of a farm from all stored data, comparing recent weighings with the
 * cameras: for data that was not sent by calls.
 */
export async function weighFarm(
  runtime: Runtime,
  transaction: Transaction,
  place: { readonly orgId: string; readonly farmId: string; readonly now: number },
): Promise<void> {
  const { orgId, farmId, now } = place;
  const call = { actor: systemActor(orgId, 'vision'), at: now };
  const context = { ...(await writeContext(runtime, transaction, { call, farmId })), farmId };
  const farm = await loadVisionFarm(context);
  const scope = narrowScope({ orgId, farmIds: 'all' }, farmId);
  const farmFlocks = await listFarmFlocks(transaction, scope);
  const span = { from: '1970-01-01T00:00:00.000Z', to: '9999-12-31T23:59:59.999Z' };
  await weighFlocks(
    farm,
    farmFlocks.map(({ id: flockId }) => ({ flockId, days: [], seen: span })),
  );
}
