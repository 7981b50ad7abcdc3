import { refused } from '../../model/errors.ts';
import { getResource, resources } from '../../model/registry.ts';
import type { ResourceDefinition } from '../../model/resource.ts';
import type { Transaction } from '../../storage/database.ts';
import { deleteRowsOf } from '../../storage/records/delete-rows-of.ts';
import { findReferringRow } from '../../storage/records/find-referring-row.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import { deleteRow } from '../../storage/records/write-row.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { noteDeleted } from '../history/note-history.ts';
import { type Answer, jsonAnswer } from '../requests/call.ts';
import type { RuleContext } from '../rules/resource-rules.ts';
import { rulesOf } from '../rules/rules-by-resource.ts';
import { requireNoCaseFiles, requireUnsealed } from '../rules/sealed-rows.ts';
import type { Runtime } from '../runtime.ts';
import { findRowToChange, type RowRequest } from './find-row-to-change.ts';
import { followUp } from './follow-up.ts';

/** `DELETE /{resource}/{id}`: takes a row, and what hangs on it alone, out of sight. */
export async function deleteRecord(
  runtime: Runtime,
  transaction: Transaction,
  request: RowRequest,
): Promise<Answer> {
  const { definition, id } = request;
  const { row, context } = await findRowToChange(runtime, transaction, request);
  await requireUnsealed(definition.name, row, context);
  await requireNoCaseFiles(definition, row, context);
  await requireUnused(transaction, definition, row);
  await rulesOf(definition.name).checkDelete?.(row, context);
  await removeRow(definition, row, context);
  await followUp(definition, { before: row, after: undefined }, context);
  return jsonAnswer({ id, deleted: true });
}

/** Throws the refusal of a row that others still need. */
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

/** Takes a row out of sight with what hangs on it alone; of a farm, all that is its own. */
export async function removeRow(
  definition: ResourceDefinition,
  row: StoredRow,
  context: RuleContext,
): Promise<void> {
  const { transaction, now } = context;
  const at = formatInstant(now);
  await deleteRow(transaction, definition, { row, at });
  await noteDeleted(definition, { row, at: now }, context);
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
