import { actionRoutes } from '../../model/action-routes.ts';
import { listActions, type StoredAction } from '../../storage/system/actions.ts';
import { requireScope, scopeOf } from '../access/actor.ts';
import { scopeOfFarm } from '../farms/visible-farms.ts';
import { type Answer, type Call, jsonAnswer } from '../requests/call.ts';
import { operationParameters } from '../requests/operation-parameters.ts';
import type { Runtime } from '../runtime.ts';

const [listing] = actionRoutes;

/** `GET /os/actions`: what was done by actions, the newest first, and what can still be undone. */
export async function listOwnActions({ database }: Runtime, call: Call): Promise<Answer> {
  call.subject.resource = 'actions';
  requireScope(call.actor, listing.scope);
  const asked = operationParameters(listing, call);
  const farmId = asked['farmId'] as string | undefined;
  const scope = await scopeOfFarm(database, scopeOf(call.actor), farmId);
  if (farmId !== undefined) call.subject.farmId = farmId;
  const type = asked['type'] as string | undefined;
  const undone = asked['undone'] as boolean | undefined;
  const limit = Number(asked['limit']);
  const offset = Number(asked['offset']);
  const { actions, total } = await listActions(database, {
    scope,
    ...(type === undefined ? {} : { type }),
    ...(undone === undefined ? {} : { undone }),
    limit,
    offset,
  });
  const hasMore = offset + actions.length < total;
  return jsonAnswer({ data: actions.map(describe), meta: { total, limit, offset, hasMore } });
}

/** Without what would undo it: that is only in the answer of the action. */
function describe(action: StoredAction) {
  const { id, type, farmId, keyId, body: fields, resource, rowId, createdAt } = action;
  const { undoneAt, undoneBy } = action;
  const undoable = undoneAt === null;
  const head = { id, type, farmId, keyId, fields, resource, rowId };
  return { ...head, createdAt, undoable, undoneAt, undoneBy };
}
