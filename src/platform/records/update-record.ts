import { deletedRule, isReported } from '../../farming/reports/activity.ts';
import { refused, validationFailed } from '../../model/core/errors.ts';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { getResource, isResourceName, resources } from '../../model/resources/registry.ts';
import { parseUpdate } from '../../model/validation/validation.ts';
import type { Transaction } from '../../storage/core/database.ts';
import type { Scope } from '../../storage/core/scope.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { findFarmOfRow, findReferringRow } from '../../storage/records/find-rows.ts';
import { inLockOrder } from '../../storage/records/lock-rows.ts';
import { deleteRow, deleteRowsOf } from '../../storage/records/write-rows.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { describeActivities } from '../activity/record-activity.ts';
import { recordDeleted } from '../activity/row-history.ts';
import { authorOf, scopeOf } from '../core/actor.ts';
import { lockFollowed } from '../core/lock-order.ts';
import {
  jsonResult,
  type RequestContext,
  type Result,
  scopeOfRequest,
} from '../core/request-context.ts';
import {
  judgingCall,
  type RuleContext,
  runSideEffects,
  withDoubts,
  writeContext,
} from '../core/resource-rules.ts';
import { storedFromJson, withoutMasks } from '../core/row-change.ts';
import type { Runtime } from '../core/runtime.ts';
import { translateRecords } from '../core/translate-alerts.ts';
import { lockFlockFirst, requireNoCaseFiles, requireUnsealed } from '../rules/related-rows.ts';
import { rulesOf } from '../rules/rules-by-resource.ts';
import { openDefaults, requireWritable, resolveParents } from './create-record.ts';
import { findVisibleRow, isPossibleId } from './read-records.ts';
import { entityTag, requireMatch } from './render-page.ts';
import { changeRecord } from './write-record.ts';

/** `PATCH /{resource}/{id}`: changes fields of a row; identical values change nothing. */
export async function updateRecord(
  runtime: Runtime,
  transaction: Transaction,
  request: RowRequest & {
    readonly body: () => unknown;
    /** Called when the row already has these values. */
    readonly onUnchanged?: () => void;
  },
): Promise<Result> {
  const { definition } = request;
  const { call, doubts } = judgingCall(request.call);
  const { row: before, context } = await findRowToChange(runtime, transaction, {
    ...request,
    call,
    nextFlockId: flockNamedIn(request.body),
  });
  const requested = withoutMasks(definition, request.body(), before);
  const parsed = parseUpdate(definition, requested, { zone: context.zone });
  const cleared = openDefaults(
    definition,
    { body: requested, values: { ...before, ...parsed } },
    context,
  );
  const isNamed = ([name]: readonly [string, unknown]) => name in parsed;
  const changes = { ...parsed, ...Object.fromEntries(Object.entries(cleared).filter(isNamed)) };
  await requireSameFarm(definition, { changes, before }, context);
  const written = await changeRecord(definition, { before, changes }, context);
  if (written.version === before.version) request.onUnchanged?.();
  const translate = await translateRecords(definition, request.call.language);
  const body = withDoubts(translate ? translate(written.json) : written.json, doubts);
  return { status: 200, headers: { etag: entityTag(written.version) }, body };
}

/** An unreadable body is refused only after the row was found. */
function flockNamedIn(body: () => unknown): string | undefined {
  try {
    const { flockId } = Object(body()) as { readonly flockId?: unknown };
    return typeof flockId === 'string' && isPossibleId(flockId) ? flockId : undefined;
  } catch {
    return undefined;
  }
}

async function requireSameFarm(
  definition: ResourceDefinition,
  change: { readonly changes: Readonly<Record<string, unknown>>; readonly before: StoredRow },
  context: RuleContext,
): Promise<void> {
  const { changes, before } = change;
  const changed = Object.entries(changes).filter(([name, value]) => value !== before[name]);
  const { issues } = await resolveParents(context.transaction, definition, {
    body: Object.fromEntries(changed),
    scope: scopeOf(context.actor),
    ...(before.farmId === null ? {} : { farmId: before.farmId }),
  });
  if (issues.length > 0) throw validationFailed(issues);
}

/** `DELETE /{resource}/{id}`: marks a row and its dependent rows as deleted. */
export async function deleteRecord(
  runtime: Runtime,
  transaction: Transaction,
  request: RowRequest,
): Promise<Result> {
  const { definition, id } = request;
  const { row, context } = await findRowToChange(runtime, transaction, request);
  await requireUnsealed(definition.name, row, context);
  await requireNoCaseFiles(definition, row, context);
  await requireUnused(transaction, definition, row);
  await rulesOf(definition.name).checkDelete?.(row, context);
  await removeRow(definition, row, context);
  await recordDeletion(definition, row, context);
  await runSideEffects(definition, { before: row, after: undefined }, context);
  return jsonResult({ id, deleted: true });
}

/** Records the deletion in the activity log, for resources that appear in it. */
async function recordDeletion(
  definition: ResourceDefinition,
  row: StoredRow,
  { runtime, transaction, now, actor }: RuleContext,
): Promise<void> {
  const { name } = definition;
  if (!isResourceName(name) || !isReported(name)) return;
  const change = { definition, after: row, now, actor: authorOf(actor) };
  await describeActivities(runtime, transaction, [{ rule: deletedRule(name), change }]);
}

/** Throws when other rows still refer to the row. */
export async function requireUnused(
  transaction: Transaction,
  definition: ResourceDefinition,
  row: StoredRow,
): Promise<void> {
  for (const guard of definition.deleteGuards ?? []) {
    const referring = getResource(guard.resource);
    const id = await findReferringRow(transaction, referring, {
      field: guard.field,
      id: row.id,
      exceptStatus: guard.except ?? [],
    });
    if (id === undefined) continue;
    throw refused(
      guard.code,
      `The ${definition.singular} is still in use by the ${referring.singular} ${id}.`,
    );
  }
}

/** Marks a row and its dependent rows as deleted; for a farm, everything that belongs to it. */
export async function removeRow(
  definition: ResourceDefinition,
  row: StoredRow,
  context: RuleContext,
): Promise<void> {
  const { transaction, now } = context;
  const at = formatInstant(now);
  await deleteRow(transaction, definition, { row, at });
  await recordDeleted(definition, { row, at: now }, context);
  for (const child of definition.deletesWith ?? []) {
    await deleteRowsOf(transaction, getResource(child.resource), {
      field: child.field,
      id: row.id,
      at,
    });
  }
  if (definition.farm.kind !== 'self') return;
  for (const owned of inLockOrder(Object.values(resources))) {
    if (owned.farm.kind !== 'farm') continue;
    await deleteRowsOf(transaction, owned, { field: 'farmId', id: row.id, at });
  }
}

/** The row that a request changes or deletes. */
export interface RowRequest {
  readonly definition: ResourceDefinition;
  readonly call: RequestContext;
  readonly id: string;
  /** The flock that the row is moved to. */
  readonly nextFlockId?: string | undefined;
}

/**
 * Locks and returns the row after checking that the caller may write it, sees it and knows its
 * version; with the context of the change.
 */
export async function findRowToChange(
  runtime: Runtime,
  transaction: Transaction,
  { definition, call, id, nextFlockId }: RowRequest,
): Promise<{ readonly row: StoredRow; readonly context: RuleContext }> {
  requireWritable(definition);
  const scope = await scopeOfRequest(transaction, call);
  const row =
    runtime.collector?.standing(id) ??
    (await lockTarget(transaction, definition, { id, scope, nextFlockId }));
  if (row.farmId !== null) call.subject.farmId = row.farmId;
  requireMatch(call.ifMatch, row.version);
  const farmId = row.farmId ?? undefined;
  return { row, context: await writeContext(runtime, transaction, { call, farmId }) };
}

async function lockTarget(
  transaction: Transaction,
  definition: ResourceDefinition,
  requested: Pick<RowRequest, 'id' | 'nextFlockId'> & { readonly scope: Scope },
): Promise<StoredRow> {
  const { id, scope } = requested;
  if (isPossibleId(id)) {
    const find = () => findFarmOfRow(transaction, definition, { id, scope });
    await lockFollowed(transaction, definition, find);
  }
  await lockFlockFirst(transaction, definition, requested);
  const row = await findVisibleRow(transaction, definition, { id, scope, forUpdate: true });
  return storedFromJson(row.json, scope.orgId);
}
