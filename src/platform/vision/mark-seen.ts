import type { StoredOf } from '../../model/registry.ts';
import { devices } from '../../model/resources/devices.ts';
import { integrations } from '../../model/resources/integrations.ts';
import { findRow } from '../../storage/records/find-row.ts';
import { narrowScope } from '../../storage/records/scope.ts';
import type { CameraToken } from '../../storage/system/camera-tokens.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { storedFromJson } from '../records/stored-from-json.ts';
import { changeRecord } from '../records/write-record.ts';
import type { RuleContext } from '../rules/resource-rules.ts';
import { markIntegration } from '../weather/mark-integration.ts';

type Device = StoredOf<'devices'>;
type FarmContext = RuleContext & { readonly farmId: string };

/** How old what is known of a camera or a connection may be before it is written anew. */
const FRESH_MILLIS = 60_000;
const WAKING = ['unknown', 'offline'];

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

async function markDevice(context: FarmContext, known: Device): Promise<void> {
  const isAsleep = WAKING.includes(known.status ?? '');
  if (known.status === 'retired' || !(isAsleep || isStale(known.lastSeenAt, context.now))) return;
  const json = await findOwn(context, devices, known.id);
  if (json === undefined) return;
  const before = storedFromJson(json, context.actor.orgId);
  const changes = {
    lastSeenAt: formatInstant(context.now),
    ...(WAKING.includes(String(before['status'])) ? { status: 'online' } : {}),
  };
  await changeRecord(devices, { before, changes }, context);
}

async function markConnection(context: FarmContext, camera: CameraToken): Promise<void> {
  const { runtime, transaction, actor, now } = context;
  const json = await findOwn(context, integrations, camera.integrationId);
  if (json === undefined) return;
  const before = storedFromJson(json, actor.orgId);
  await markIntegration(runtime, transaction, { before, attempt: { error: null }, now });
}

function findOwn(
  { transaction, actor, farmId }: FarmContext,
  definition: typeof devices | typeof integrations,
  id: string,
): Promise<string | undefined> {
  const scope = narrowScope({ orgId: actor.orgId, farmIds: 'all' }, farmId);
  return findRow(transaction, definition, { id, scope, forUpdate: true });
}

function isStale(at: string | null, now: number): boolean {
  // A clock that was set back must not keep a camera from being seen.
  return at === null || Math.abs(now - Date.parse(at)) >= FRESH_MILLIS;
}
