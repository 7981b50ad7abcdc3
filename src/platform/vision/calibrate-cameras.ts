import { type Calibration, calibrateFarm } from '../../farming/vision/calibrate-camera.ts';
import { listCameraCalibrations } from '../../storage/snapshot/camera-calibrations.ts';
import { type CameraPair, listCameraPairs } from '../../storage/system/camera-pairs.ts';
import { keepCalibration, markContradicted } from '../../storage/system/fused-weights.ts';
import { addDays, formatInstant } from '../../tools/calendar.ts';
import { groupBy, mapById } from '../../tools/collections.ts';
import type { VisionFarm } from './vision-farm.ts';

/** Every pair counts half of the next: what lies further back tells less than a thousandth. */
const DAYS_BACK = 150;

/** The cameras of a farm today, and the weighings they contradict. */
interface CalibratedFarm {
  readonly calibrations: ReadonlyMap<string, Calibration>;
  /** Day and flock, with a space between. */
  readonly contradicted: ReadonlySet<string>;
}

/**
 * The calibration of every camera of a farm today, from all its pairs; keeps those that changed, and
 * marks the weighings that three agreeing calibrated cameras contradict.
 */
export async function calibrateCameras(farm: VisionFarm): Promise<CalibratedFarm> {
  const { transaction, scope, farmId, now, today, thresholds } = farm;
  const since = addDays(today, -DAYS_BACK);
  const pairs = await listCameraPairs(transaction, scope, since);
  const kept = await listCameraCalibrations(transaction, { scope, farmId, now, today });
  const known = mapById(kept.map((calibration) => ({ id: calibration.camera, ...calibration })));
  const paired = groupBy(pairs, ({ camera }) => camera);
  const cameras = new Set([...paired.keys(), ...known.keys()]);
  const ofCameras = new Map([...cameras].map((camera) => [camera, paired.get(camera) ?? []]));
  const { calibrations, contradicted } = calibrateFarm(ofCameras, today, thresholds);
  for (const [camera, found] of calibrations) {
    const own = ofCameras.get(camera) ?? [];
    const before = known.get(camera);
    const names = own.at(-1) ?? before;
    const isSame = before?.factor === found.factor && before.pairs === found.pairs;
    if (names && !isSame) await keep(farm, names, found);
  }
  await markContradicted(transaction, scope, { since, contradicted });
  return {
    calibrations,
    contradicted: new Set(contradicted.map(({ day, flockId }) => `${day} ${flockId}`)),
  };
}

async function keep(
  { transaction, actor, farmId, now }: VisionFarm,
  { camera, deviceId, source }: Pick<CameraPair, 'camera' | 'deviceId' | 'source'>,
  { factor, pairs }: Calibration,
): Promise<void> {
  const updatedAt = formatInstant(now);
  const place = { orgId: actor.orgId, farmId };
  await keepCalibration(transaction, {
    ...place,
    camera,
    deviceId,
    source,
    factor,
    pairs,
    updatedAt,
  });
}
