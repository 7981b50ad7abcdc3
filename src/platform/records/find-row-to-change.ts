import type { ResourceDefinition } from '../../model/resource.ts';
import type { Transaction } from '../../storage/database.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import { requireScope } from '../access/actor.ts';
import { scopeOfRequest } from '../farms/visible-farms.ts';
import type { Call } from '../requests/call.ts';
import type { RuleContext } from '../rules/resource-rules.ts';
import { holdFlockFirst } from '../rules/sealed-rows.ts';
import type { Runtime } from '../runtime.ts';
import { requireMatch } from './entity-tag.ts';
import { findVisibleRow } from './read-records.ts';
import { requireWritable } from './require-writable.ts';
import { storedFromJson } from './stored-from-json.ts';
import { writeContext } from './write-context.ts';

/** The row a request is about to change or delete. */
export interface RowRequest {
  readonly definition: ResourceDefinition;
  readonly call: Call;
  readonly id: string;
}

/**
 * The row, held against other changes, once the caller may write it, sees it and knows its
 * version; with the surroundings of the change.
 */
export async function findRowToChange(
  runtime: Runtime,
  transaction: Transaction,
  { definition, call, id }: RowRequest,
): Promise<{ readonly row: StoredRow; readonly context: RuleContext }> {
  call.subject.resource = definition.name;
  call.subject.rowId = id;
  requireScope(call.actor, `write:${definition.name}`);
  requireWritable(definition);
  const scope = await scopeOfRequest(transaction, call);
  await holdFlockFirst(transaction, definition, { id, scope });
  const found = await findVisibleRow(transaction, definition, { id, scope, forUpdate: true });
  const row = storedFromJson(found.json, scope.orgId);
  if (row.farmId !== null) call.subject.farmId = row.farmId;
  requireMatch(call.ifMatch, row.version);
  const farmId = row.farmId ?? undefined;
  return { row, context: await writeContext(runtime, transaction, { call, farmId }) };
}
