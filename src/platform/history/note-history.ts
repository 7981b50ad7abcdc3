import type { ResourceDefinition } from '../../model/resource.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import {
  type FieldChange,
  type HistoryEntry,
  insertHistory,
} from '../../storage/system/row-history.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { authorOf } from '../access/actor.ts';
import { isSame } from '../events/emissions.ts';
import { maskSecrets } from '../records/mask-secrets.ts';
import type { RuleContext } from '../rules/resource-rules.ts';

/** What the entry says of every change by itself. */
const UNTOLD = new Set(['version', 'updatedAt']);

/** Who changes rows, when and by which request. */
type HistoryContext = Pick<
  RuleContext,
  'runtime' | 'transaction' | 'actor' | 'requestId' | 'action'
>;

/** Keeps what a row was before a change, in the transaction of the change. */
export async function noteChanged(
  definition: ResourceDefinition,
  { before, after }: { readonly before: StoredRow; readonly after: StoredRow },
  context: HistoryContext,
): Promise<void> {
  await insertHistory(context.transaction, {
    ...entryOf(definition, after, context),
    version: after.version,
    kind: 'changed',
    at: after.updatedAt,
    changes: fieldChanges(definition, before, after),
  });
}

/** Keeps who deleted a row; its values stand in the row, which is only out of sight. */
export async function noteDeleted(
  definition: ResourceDefinition,
  { row, at }: { readonly row: StoredRow; readonly at: number },
  context: HistoryContext,
): Promise<void> {
  await insertHistory(context.transaction, {
    ...entryOf(definition, row, context),
    version: row.version + 1,
    kind: 'deleted',
    at: formatInstant(at),
    changes: [],
  });
}

function entryOf(
  { name: resource }: ResourceDefinition,
  { id: rowId, orgId, farmId }: StoredRow,
  { runtime, actor, requestId, action }: HistoryContext,
): Omit<HistoryEntry, 'version' | 'kind' | 'at' | 'changes'> {
  return {
    id: runtime.ids.create('history'),
    orgId,
    farmId,
    resource,
    rowId,
    author: authorOf(actor),
    requestId: requestId ?? null,
    actionId: action?.id ?? null,
    undone: action?.isUndone ?? false,
  };
}

/** The fields that differ, without the secrets in their values. */
function fieldChanges(
  definition: ResourceDefinition,
  before: StoredRow,
  after: StoredRow,
): FieldChange[] {
  const shownBefore = maskSecrets(definition, before);
  const shownAfter = maskSecrets(definition, after);
  return Object.keys(after)
    .filter((name) => !UNTOLD.has(name) && !isSame(before[name], after[name]))
    .map((field) => ({
      field,
      before: shownBefore[field] ?? null,
      after: shownAfter[field] ?? null,
    }));
}
