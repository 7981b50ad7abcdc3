import { refused } from '../../model/errors.ts';
import { getResource, resources } from '../../model/registry.ts';
import type { ResourceDefinition } from '../../model/resource.ts';
import type { Transaction } from '../../storage/database.ts';
import { deleteRowsOf } from '../../storage/records/delete-rows-of.ts';
import { findReferringRow } from '../../storage/records/find-referring-row.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import { deleteRow } from '../../storage/records/write-row.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { requireScope } from '../access/actor.ts';
import { scopeOfRequest } from '../farms/visible-farms.ts';
import { type Answer, type Call, jsonAnswer } from '../requests/call.ts';
import { rulesOf } from '../rules/rules-by-resource.ts';
import { requireUnsealed } from '../rules/sealed-rows.ts';
import type { Runtime } from '../runtime.ts';
import { requireMatch } from './entity-tag.ts';
import { findVisibleRow } from './read-records.ts';
import { requireWritable } from './require-writable.ts';
import { storedFromJson } from './stored-from-json.ts';
import { writeContext } from './write-context.ts';

/** `DELETE /{resource}/{id}`: takes a row, and what hangs on it alone, out of sight. */
export async function deleteRecord(
  runtime: Runtime,
  transaction: Transaction,
  input: { readonly definition: ResourceDefinition; readonly call: Call; readonly id: string },
): Promise<Answer> {
  const { definition, call, id } = input;
  call.subject.resource = definition.name;
  call.subject.rowId = id;
  requireScope(call.actor, `write:${definition.name}`);
  requireWritable(definition);
  const scope = await scopeOfRequest(transaction, call);
  const found = await findVisibleRow(transaction, definition, { id, scope, forUpdate: true });
  const row = storedFromJson(found.json, scope.orgId);
  if (row.farmId !== null) call.subject.farmId = row.farmId;
  requireMatch(call.ifMatch, row.version);
  const context = await writeContext(runtime, transaction, {
    call,
    farmId: row.farmId ?? undefined,
  });
  await requireUnsealed(definition.name, row, context);
  await requireUnused(transaction, definition, row);
  await rulesOf(definition.name).checkDelete?.(row, context);
  await removeRow(transaction, definition, { row, at: formatInstant(call.at) });
  return jsonAnswer({ id, deleted: true });
}

async function requireUnused(
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

async function removeRow(
  transaction: Transaction,
  definition: ResourceDefinition,
  input: { readonly row: StoredRow; readonly at: string },
): Promise<void> {
  const { row, at } = input;
  await deleteRow(transaction, definition, input);
  for (const child of definition.deletesWith ?? []) {
    await deleteRowsOf(transaction, getResource(child.resource), {
      field: child.field,
      id: row.id,
      at,
    });
  }
  if (definition.farm.kind !== 'self') return;
  for (const owned of Object.values(resources)) {
    if (owned.farm.kind !== 'farm') continue;
    await deleteRowsOf(transaction, owned, { field: 'farmId', id: row.id, at });
  }
}
