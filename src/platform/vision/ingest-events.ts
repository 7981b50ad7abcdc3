import { integrations } from '../../model/resources/integrations.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import type { Transaction } from '../../storage/core/database.ts';
import { narrowScope } from '../../storage/core/scope.ts';
import { findRow } from '../../storage/records/find-rows.ts';
import type { CameraToken } from '../../storage/system/api-keys.ts';
import type { CameraActor } from '../access/authenticate.ts';
import { followMeasurements } from '../automations/automation-triggers.ts';
import { lockRules } from '../core/lock-order.ts';
import type { FarmContext } from '../core/organisation-setup.ts';
import { jsonResult, type RequestContext, type Result } from '../core/request-context.ts';
import { writeContext } from '../core/resource-rules.ts';
import { storedFromJson } from '../core/row-change.ts';
import type { Runtime } from '../core/runtime.ts';
import { isStale, markDevice } from '../integrations/device-status.ts';
import { markIntegration } from '../integrations/integration-status.ts';
import { evaluateEvents } from './evaluate-events.ts';
import { placeEvents, readSeenEvents, storeEvents } from './store-events.ts';

/**
 * `POST /v1/os-ingest/{integrationId}/vision`: stores camera events, all or nothing, and evaluates
 * them in the same transaction, so that acknowledged events have been evaluated.
 */
export async function ingestEvents(
  runtime: Runtime,
  transaction: Transaction,
  input: {
    readonly call: RequestContext;
    readonly camera: CameraActor;
    readonly body: () => unknown;
  },
): Promise<Result> {
  const { call, body } = input;
  const { camera } = input.camera;
  const { farmId } = camera;
  Object.assign(call.subject, { resource: 'integrations', rowId: camera.integrationId, farmId });
  const context = { ...(await writeContext(runtime, transaction, { call, farmId })), farmId };
  const seen = readSeenEvents(body(), context);
  // Calls of a farm are serialised: each is evaluated with everything stored before it.
  await lockRules(context);
  const placed = await placeEvents(transaction, camera, seen);
  const stored = await storeEvents(context, camera, placed);
  await evaluateEvents(context, stored);
  await followMeasurements(context, 'vision-events', stored);
  await markSeen(
    context,
    camera,
    placed.map(({ device }) => device),
  );
  const duplicates = seen.length - stored.length;
  transaction.afterCommit(() => runtime.tally?.visionEvents({ stored: stored.length, duplicates }));
  return jsonResult({ ok: true, stored: stored.length, duplicates });
}

type Device = StoredOf<'devices'>;

/** Marks cameras and their connection as online and active, at most once a minute. */
async function markSeen(
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
