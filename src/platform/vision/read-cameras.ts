import { CAMERAS_PARTS, camerasOf } from '../../farming/cameras/cameras-of.ts';
import { cameraRoutes } from '../../model/camera-routes.ts';
import { devices } from '../../model/resources/devices.ts';
import { requireScope } from '../access/actor.ts';
import { askedFarm } from '../intelligence/asked-farm.ts';
import { loadFarmSnapshot } from '../intelligence/load-farm-snapshot.ts';
import { maskSecrets } from '../records/mask-secrets.ts';
import { type Answer, type Call, jsonAnswer } from '../requests/call.ts';
import type { Runtime } from '../runtime.ts';

const [reading] = cameraRoutes;

/** `GET /os/cameras`: the whole cameras screen of a farm in one read. */
export async function readCameras({ database }: Runtime, call: Call): Promise<Answer> {
  requireScope(call.actor, reading.scope);
  const { farmId, scope } = await askedFarm(database, reading.operationId, call);
  const input = { scope, farmId, now: call.at };
  const snapshot = await loadFarmSnapshot(database, input, CAMERAS_PARTS);
  const masked = snapshot.devices.map((device) => maskSecrets(devices, { ...device }));
  return jsonAnswer(camerasOf({ ...snapshot, devices: masked }));
}
