import { FarmError } from '../../model/errors.ts';
import { integrations } from '../../model/resources/integrations.ts';
import type { Transaction } from '../../storage/database.ts';
import { findRow } from '../../storage/records/find-row.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { noteChanged } from '../history/note-history.ts';
import { storedFromJson } from '../records/stored-from-json.ts';
import { type Answer, type Call, jsonAnswer } from '../requests/call.ts';
import type { Runtime } from '../runtime.ts';
import { requireScope, scopeOf } from './actor.ts';
import { CAMERA_KIND, issueCameraToken } from './camera-tokens.ts';

/** `POST /os/cameras/{integrationId}/token`: a new token, shown once; the old one stops at once. */
export async function rotateCameraToken(
  runtime: Runtime,
  transaction: Transaction,
  input: { readonly call: Call; readonly id: string },
): Promise<Answer> {
  const { call, id } = input;
  call.subject.resource = 'integrations';
  call.subject.rowId = id;
  requireScope(call.actor, 'admin:*');
  const scope = scopeOf(call.actor);
  const json = id.includes('\0')
    ? undefined
    : await findRow(transaction, integrations, { id, scope, forUpdate: true });
  const before = json === undefined ? undefined : storedFromJson(json, scope.orgId);
  if (!before || before['kind'] !== CAMERA_KIND) {
    throw new FarmError('not_found', {
      message: 'There is no such camera connection, or the key may not see it.',
    });
  }
  if (before.farmId !== null) call.subject.farmId = before.farmId;
  const at = formatInstant(Math.max(call.at, Date.parse(before.updatedAt)));
  const integration = { ...before, version: before.version + 1, updatedAt: at };
  const made = await issueCameraToken(runtime, transaction, { integration, now: call.at });
  const after = { ...integration, tokenPrefix: made.tokenPrefix };
  const { actor, requestId } = call;
  await noteChanged(integrations, { before, after }, { runtime, transaction, actor, requestId });
  const shown = {
    integrationId: id,
    tokenPrefix: made.tokenPrefix,
    createdAt: formatInstant(call.at),
  };
  return {
    ...jsonAnswer({ ...shown, cameraToken: made.token }),
    replayBody: JSON.stringify(shown),
  };
}
