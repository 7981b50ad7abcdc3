import type { StoredOf } from '../../model/registry.ts';
import { integrations } from '../../model/resources/integrations.ts';
import { findRow } from '../../storage/records/find-row.ts';
import { narrowScope } from '../../storage/records/scope.ts';
import type { CameraToken } from '../../storage/system/camera-tokens.ts';
import { isStale, markDevice } from '../devices/mark-device.ts';
import { storedFromJson } from '../records/stored-from-json.ts';
import type { RuleContext } from '../rules/resource-rules.ts';
import { markIntegration } from '../weather/mark-integration.ts';

type Device = StoredOf<'devices'>;
type FarmContext = RuleContext & { readonly farmId: string };

/** Notes that cameras and their connection were heard: online and active, at most once a minute. */
export async function markSeen(
  context: FarmContext,
  camera: CameraToken,
  heard: readonly (Device | undefined)[],
): Promise<void> {
  for (const device of new Set(heard)) if (device) await markDevice(context, device);
  const isDue = isStale(camera.lastSuccessAt, context.now) || camera.status !== 'active';
  if (isDue) await markConnection(context, camera);
}

async function markConnection(context: FarmContext, camera: CameraToken): Promise<void> {
  const { runtime, transaction, actor, farmId, now } = context;
  const { integrationId: id } = camera;
  const scope = narrowScope({ orgId: actor.orgId, farmIds: 'all' }, farmId);
  const json = await findRow(transaction, integrations, { id, scope, forUpdate: true });
  if (json === undefined) return;
  const before = storedFromJson(json, actor.orgId);
  await markIntegration(runtime, transaction, { before, attempt: { error: null }, now });
}
