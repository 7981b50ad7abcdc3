import { type Calibration, calibrateCamera } from '../../farming/vision/calibrate-camera.ts';
import { listCameraCalibrations } from '../../storage/snapshot/camera-calibrations.ts';
import { type CameraPair, listCameraPairs } from '../../storage/system/camera-pairs.ts';
import { keepCalibration } from '../../storage/system/fused-weights.ts';
import { addDays, formatInstant } from '../../tools/calendar.ts';
import { groupBy, mapById } from '../../tools/collections.ts';
import type { VisionFarm } from './vision-farm.ts';

/** Every pair counts half of the next: what lies further back tells less than a thousandth. */
const DAYS_BACK = 150;

/** The factor of every camera of a farm today, from all its pairs; keeps those that changed. */
export async function calibrateCameras(farm: VisionFarm): Promise<ReadonlyMap<string, number>> {
  const { transaction, scope, farmId, now, today, thresholds } = farm;
  const pairs = await listCameraPairs(transaction, scope, addDays(today, -DAYS_BACK));
  const kept = await listCameraCalibrations(transaction, { scope, farmId, now, today });
  const known = mapById(kept.map((calibration) => ({ id: calibration.camera, ...calibration })));
  const ofCameras = groupBy(pairs, ({ camera }) => camera);
  const factors = new Map<string, number>();
  for (const camera of new Set([...ofCameras.keys(), ...known.keys()])) {
    const own = ofCameras.get(camera) ?? [];
    const found = calibrateCamera(own, today, thresholds);
    factors.set(camera, found.factor);
    const before = known.get(camera);
    const names = own.at(-1) ?? before;
    const isSame = before?.factor === found.factor && before.pairs === found.pairs;
    if (names && !isSame) await keep(farm, names, found);
  }
  return factors;
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
