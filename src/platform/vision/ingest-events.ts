import type { Transaction } from '../../storage/database.ts';
import type { CameraActor } from '../access/authenticate-camera.ts';
import { lockRules } from '../alerts/rule-alerts.ts';
import { followMeasurements } from '../automations/follow-automations.ts';
import { writeContext } from '../records/write-context.ts';
import { type Answer, type Call, jsonAnswer } from '../requests/call.ts';
import type { Runtime } from '../runtime.ts';
import { judgeEvents } from './judge-events.ts';
import { markSeen } from './mark-seen.ts';
import { placeEvents } from './place-events.ts';
import { readSeenEvents } from './read-seen-events.ts';
import { storeEvents } from './store-events.ts';

/**
 * `POST /v1/os-ingest/{integrationId}/vision`: stores what cameras saw, all or nothing, and judges
 * it in the same transaction: what was acknowledged has been judged, whatever happens afterwards.
 */
export async function ingestEvents(
  runtime: Runtime,
  transaction: Transaction,
  input: { readonly call: Call; readonly camera: CameraActor; readonly body: () => unknown },
): Promise<Answer> {
  const { call, body } = input;
  const { camera } = input.camera;
  const { farmId } = camera;
  Object.assign(call.subject, { resource: 'integrations', rowId: camera.integrationId, farmId });
  const context = { ...(await writeContext(runtime, transaction, { call, farmId })), farmId };
  const seen = readSeenEvents(body(), context);
  // One call of a farm after the other: each is judged by all that was stored before it.
  await lockRules(context);
  const placed = await placeEvents(transaction, camera, seen);
  const stored = await storeEvents(context, camera, placed);
  await judgeEvents(context, stored);
  await followMeasurements(context, 'vision-events', stored);
  await markSeen(
    context,
    camera,
    placed.map(({ device }) => device),
  );
  const duplicates = seen.length - stored.length;
  return jsonAnswer({ ok: true, stored: stored.length, duplicates });
}
