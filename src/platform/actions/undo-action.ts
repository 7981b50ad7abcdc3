import { refused } from '../../model/errors.ts';
import { getResource } from '../../model/registry.ts';
import type { Transaction } from '../../storage/database.ts';
import { findRow } from '../../storage/records/find-row.ts';
import { lockRows } from '../../storage/records/lock-rows.ts';
import { findActionSecret } from '../../storage/system/action-secrets.ts';
import { lockAction, markUndone, type StoredAction } from '../../storage/system/actions.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { type Actor, scopeOf } from '../access/actor.ts';
import { renderRecords } from '../records/render-records.ts';
import { writeContext } from '../records/write-context.ts';
import type { Call } from '../requests/call.ts';
import type { Runtime } from '../runtime.ts';
import { isActionToken } from './action-token.ts';
import { noteUndoing } from './note-undoing.ts';
import type { UndoDescriptor } from './parse-descriptor.ts';
import { restoreRow } from './restore-row.ts';

/** What undoing answers, and the farm that it was about. */
interface Undone {
  readonly ok: true;
  readonly undone: { readonly actionId: string; readonly type: string };
  /** The record as it stands now, or what was deleted; null where nothing had changed. */
  readonly result: unknown;
  readonly farmId: string | null;
}

/**
 * Takes an action back: the rows that it made go, those it changed are what they were. Throws the
 * reason where that cannot be; a descriptor of rows that the key does not see is one that is unknown.
 */
export async function undoAction(
  runtime: Runtime,
  transaction: Transaction,
  { call, descriptor }: { readonly call: Call; readonly descriptor: UndoDescriptor },
): Promise<Undone> {
  const action = await findOwnAction(transaction, call.actor, descriptor);
  const { id: actionId, type, farmId, resource, rowId } = action;
  if (farmId !== null) call.subject.farmId = farmId;
  if (resource !== null) call.subject.resource = resource;
  if (rowId !== null) call.subject.rowId = rowId;
  if (action.undoneAt !== null) {
    throw refused('already_undone', `The action was undone at ${action.undoneAt}.`);
  }
  const context = {
    ...(await writeContext(runtime, transaction, { call, farmId: farmId ?? undefined })),
    action: { id: actionId, isUndone: true },
  };
  const rows = action.changes.map(({ resource: name, id }) => ({
    definition: getResource(name),
    id,
  }));
  await lockRows(transaction, { orgId: action.orgId, farmIds: 'all' }, rows);
  // The last row first: what hangs on another row goes before it.
  for (const change of action.changes.toReversed()) {
    await restoreRow(change, { changes: action.changes, context });
  }
  await markUndone(transaction, actionId, {
    at: formatInstant(call.at),
    keyId: call.actor.keyId,
  });
  await noteUndoing(action, context);
  const result = await describeNow(transaction, action, call);
  return { ok: true, undone: { actionId, type }, result, farmId };
}

/** The action of a descriptor, held; the refusal is the same whatever is wrong with it. */
async function findOwnAction(
  transaction: Transaction,
  actor: Actor,
  { actionId, type, token }: UndoDescriptor,
): Promise<StoredAction> {
  const { orgId } = actor;
  const secret = await findActionSecret(transaction, orgId);
  const isSigned = secret !== undefined && isActionToken(secret, { orgId, actionId, type }, token);
  const action = isSigned ? await lockAction(transaction, actionId) : undefined;
  if (action && isVisible(action, actor)) return action;
  throw refused('invalid_descriptor', 'The descriptor is not one of an action the key may undo.');
}

/** What is about no farm is undone by the key that did it, or by one that sees all farms. */
function isVisible({ orgId, farmId, keyId }: StoredAction, actor: Actor): boolean {
  if (orgId !== actor.orgId) return false;
  if (actor.farmIds === 'all') return true;
  return farmId === null ? keyId === actor.keyId : actor.farmIds.includes(farmId);
}

async function describeNow(
  transaction: Transaction,
  { resource, rowId: id }: StoredAction,
  { actor, at: now }: Call,
): Promise<unknown> {
  if (resource === null || id === null) return null;
  const definition = getResource(resource);
  const scope = scopeOf(actor);
  const row = await findRow(transaction, definition, { id, scope });
  if (row === undefined) return { id, deleted: true };
  const [json = ''] = await renderRecords(transaction, definition, {
    rows: [row],
    reader: { scope, now },
  });
  return JSON.parse(json);
}
