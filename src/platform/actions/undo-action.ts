import { undoneRule } from '../../farming/reports/activity.ts';
import { refused } from '../../model/core/errors.ts';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { getResource, isResourceName } from '../../model/resources/registry.ts';
import type { Transaction } from '../../storage/core/database.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { findReferringRow, findRow } from '../../storage/records/find-rows.ts';
import { replaceRow } from '../../storage/records/write-rows.ts';
import {
  findAction,
  findActionSecret,
  markUndone,
  type StoredAction,
  type StoredChange,
} from '../../storage/system/actions.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { describeActivities } from '../activity/record-activity.ts';
import { recordChanges } from '../activity/row-history.ts';
import { type Actor, authorOf, scopeOf } from '../core/actor.ts';
import { lockForWrites } from '../core/lock-order.ts';
import type { RequestContext } from '../core/request-context.ts';
import { type RuleContext, runSideEffects, writeContext } from '../core/resource-rules.ts';
import { isSame, storedFromJson } from '../core/row-change.ts';
import type { Runtime } from '../core/runtime.ts';
import { renderRecords } from '../records/render-page.ts';
import { removeRow, requireUnused } from '../records/update-record.ts';
import { lockFlockFirst, requireUnsealed } from '../rules/related-rows.ts';
import { rulesOf } from '../rules/rules-by-resource.ts';
import { isActionToken, type UndoDescriptor } from './action-plan.ts';

/** The result of an undo, and the farm of the action. */
interface Undone {
  readonly ok: true;
  readonly undone: { readonly actionId: string; readonly type: string };
  /** The current record, or the deleted one; null when nothing had changed. */
  readonly result: unknown;
  readonly farmId: string | null;
}

/**
 * Undoes an action: deletes the rows it created and restores those it changed. Throws the reason
 * when that is impossible; a descriptor whose rows the key does not see is treated as unknown.
 */
export async function undoAction(
  runtime: Runtime,
  transaction: Transaction,
  { call, descriptor }: { readonly call: RequestContext; readonly descriptor: UndoDescriptor },
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
  // In reverse order: dependent rows are deleted before the rows they refer to.
  for (const change of action.changes.toReversed()) {
    await restoreRow(change, { changes: action.changes, context });
  }
  await markUndone(transaction, actionId, {
    at: formatInstant(call.at),
    keyId: call.actor.keyId,
  });
  await recordUndo(action, context);
  const result = await describeNow(transaction, action, call);
  return { ok: true, undone: { actionId, type }, result, farmId };
}

/**
 * The action of a descriptor, locked with its changed rows; throws the same error for every fault.
 */
async function findOwnAction(
  transaction: Transaction,
  actor: Actor,
  { actionId, type, token }: UndoDescriptor,
): Promise<StoredAction> {
  const { orgId } = actor;
  const secret = await findActionSecret(transaction, orgId);
  const isSigned = secret !== undefined && isActionToken(secret, { orgId, actionId, type }, token);
  const stored = isSigned ? await findAction(transaction, actionId) : undefined;
  if (stored && isVisible(stored, actor)) {
    await lockChanged(transaction, stored);
    const action = await findAction(transaction, actionId, { forUpdate: true });
    if (action) return action;
  }
  throw refused('invalid_descriptor', 'The descriptor is not one of an action the key may undo.');
}

/** Locks the rows changed by the action before the action itself. */
async function lockChanged(
  transaction: Transaction,
  { orgId, farmId, changes }: StoredAction,
): Promise<void> {
  const rows = changes.map(({ resource, id }) => ({ definition: getResource(resource), id }));
  const scope = { orgId, farmIds: 'all' } as const;
  await lockForWrites(transaction, { scope, written: [], rows, sent: [farmId] });
}

/** An action without a farm can be undone by its own key or by a key that sees all farms. */
function isVisible({ orgId, farmId, keyId }: StoredAction, actor: Actor): boolean {
  if (orgId !== actor.orgId) return false;
  if (actor.farmIds === 'all') return true;
  return farmId === null ? keyId === actor.keyId : actor.farmIds.includes(farmId);
}

async function describeNow(
  transaction: Transaction,
  { resource, rowId: id }: StoredAction,
  { actor, at: now }: RequestContext,
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

/** Fields that every write changes, even one without effect. */
const UNTOLD = new Set(['updatedAt', 'version']);

/** The rows of one action, and the context of its undo. */
interface Undoing {
  readonly changes: readonly StoredChange[];
  readonly context: RuleContext;
}

/**
 * Restores a row to its state before an action: deleted, or with its earlier values. Throws when
 * the row is sealed, referenced by others or was changed since.
 */
async function restoreRow(change: StoredChange, undoing: Undoing): Promise<void> {
  const { context } = undoing;
  const definition = getResource(change.resource);
  const current = await lockPresent(context, definition, change.id);
  if (!current) throw changedSince(definition, change.id, 'was deleted');
  await requireUnsealed(definition.name, current, context);
  if (change.before === null) await requireRemovable(definition, current, undoing);
  if (!isSameRow(current, change.after)) throw changedSince(definition, change.id, 'was changed');
  const { transaction, now } = context;
  if (change.before === null) {
    await removeRow(definition, current, context);
    await runSideEffects(definition, { before: current, after: undefined }, context);
    return;
  }
  const after = {
    ...change.before,
    version: current.version + 1,
    updatedAt: formatInstant(Math.max(now, Date.parse(current.updatedAt))),
  };
  await replaceRow(transaction, definition, after);
  await recordChanges(definition, [{ before: current, after }], context);
  await runSideEffects(definition, { before: current, after }, context);
}

async function lockPresent(
  { transaction, actor }: RuleContext,
  definition: ResourceDefinition,
  id: string,
): Promise<StoredRow | undefined> {
  const scope = { orgId: actor.orgId, farmIds: 'all' } as const;
  await lockFlockFirst(transaction, definition, { id, scope });
  const json = await findRow(transaction, definition, { id, scope, forUpdate: true });
  return json === undefined ? undefined : storedFromJson(json, actor.orgId);
}

/** Checks a deletion like DELETE, and refuses it when others have added dependent rows since. */
async function requireRemovable(
  definition: ResourceDefinition,
  row: StoredRow,
  { context, changes }: Undoing,
): Promise<void> {
  await requireUnused(context.transaction, definition, row);
  await rulesOf(definition.name).checkDelete?.(row, context);
  for (const { resource, field } of definition.deletesWith ?? []) {
    const child = getResource(resource);
    const added = await findReferringRow(context.transaction, child, { field, id: row.id });
    const isOwn = changes.some(({ id }) => id === added);
    if (added !== undefined && !isOwn) {
      throw changedSince(definition, row.id, `has got the ${child.singular} ${added}`);
    }
  }
}

function isSameRow(current: StoredRow, after: StoredRow): boolean {
  return Object.keys(after).every((name) => UNTOLD.has(name) || isSame(current[name], after[name]));
}

function changedSince({ singular }: ResourceDefinition, id: string, change: string) {
  return refused(
    'changed_since',
    `The ${singular} ${id} ${change} after the action; nothing was undone.`,
  );
}

/** Records the undo in the activity log, unless the action had changed nothing. */
async function recordUndo(action: StoredAction, context: RuleContext): Promise<void> {
  const { resource, rowId, changes } = action;
  const after = changes.find(({ id }) => id === rowId)?.after;
  if (resource === null || after == null || !isResourceName(resource)) return;
  const { runtime, transaction, now, actor } = context;
  const change = { definition: getResource(resource), after, now, actor: authorOf(actor) };
  await describeActivities(runtime, transaction, [{ rule: undoneRule(resource), change }]);
}
