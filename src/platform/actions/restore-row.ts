import { refused } from '../../model/errors.ts';
import { getResource } from '../../model/registry.ts';
import type { ResourceDefinition } from '../../model/resource.ts';
import { findReferringRow } from '../../storage/records/find-referring-row.ts';
import { findRow } from '../../storage/records/find-row.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import { replaceRow } from '../../storage/records/write-row.ts';
import type { StoredChange } from '../../storage/system/actions.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { isSame } from '../events/emissions.ts';
import { noteChanged } from '../history/note-history.ts';
import { removeRow, requireUnused } from '../records/delete-record.ts';
import { followUp } from '../records/follow-up.ts';
import { storedFromJson } from '../records/stored-from-json.ts';
import type { RuleContext } from '../rules/resource-rules.ts';
import { rulesOf } from '../rules/rules-by-resource.ts';
import { holdFlockFirst, requireUnsealed } from '../rules/sealed-rows.ts';

/** What every change of a row touches, also one that changes nothing in the end. */
const UNTOLD = new Set(['updatedAt', 'version']);

/** The rows of one action, and the surroundings of taking it back. */
interface Undoing {
  readonly changes: readonly StoredChange[];
  readonly context: RuleContext;
}

/**
 * Makes a row what it was before an action: away, or its earlier values. Throws the refusal of a row
 * that is sealed, that others need, or that was changed since.
 */
export async function restoreRow(change: StoredChange, undoing: Undoing): Promise<void> {
  const { context } = undoing;
  const definition = getResource(change.resource);
  const current = await holdNow(context, definition, change.id);
  if (!current) throw changedSince(definition, change.id, 'was deleted');
  await requireUnsealed(definition.name, current, context);
  if (change.before === null) await requireRemovable(definition, current, undoing);
  if (!isSameRow(current, change.after)) throw changedSince(definition, change.id, 'was changed');
  const { transaction, now } = context;
  if (change.before === null) {
    await removeRow(definition, current, context);
    await followUp(definition, { before: current, after: undefined }, context);
    return;
  }
  const after = {
    ...change.before,
    version: current.version + 1,
    updatedAt: formatInstant(Math.max(now, Date.parse(current.updatedAt))),
  };
  await replaceRow(transaction, definition, after);
  await noteChanged(definition, { before: current, after }, context);
  await followUp(definition, { before: current, after }, context);
}

async function holdNow(
  { transaction, actor }: RuleContext,
  definition: ResourceDefinition,
  id: string,
): Promise<StoredRow | undefined> {
  const scope = { orgId: actor.orgId, farmIds: 'all' } as const;
  await holdFlockFirst(transaction, definition, { id, scope });
  const json = await findRow(transaction, definition, { id, scope, forUpdate: true });
  return json === undefined ? undefined : storedFromJson(json, actor.orgId);
}

/** A row goes as by DELETE, and not together with what others have added to it since. */
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

function changedSince({ singular }: ResourceDefinition, id: string, what: string) {
  return refused(
    'changed_since',
    `The ${singular} ${id} ${what} after the action; nothing was undone.`,
  );
}
