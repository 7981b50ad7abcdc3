import { isReported } from '../../farming/reports/activity.ts';
import { type ResourceDefinition, storedFields } from '../../model/core/resource.ts';
import type { ResourceName } from '../../model/resources/registry.ts';
import { rowText, type StoredRow } from '../../storage/core/stored-row.ts';
import {
  insertRow,
  insertRows,
  replaceRow,
  replaceRows,
} from '../../storage/records/write-rows.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { recordActivities } from '../activity/record-activity.ts';
import { recordChanges } from '../activity/row-history.ts';
import { authorOf, scopeOf } from '../core/actor.ts';
import { lockFollowed } from '../core/lock-order.ts';
import {
  type RecordWriter,
  type RuleChange,
  type RuleContext,
  runSideEffects,
} from '../core/resource-rules.ts';
import { isSame, maskSecrets } from '../core/row-change.ts';
import { emitEvents } from '../events/publish-events.ts';
import { checkChange, rulesOf } from '../rules/rules-by-resource.ts';
import { draftNow } from '../rules/status-rules.ts';
import { renderRecords } from './render-page.ts';

/** A record after a change: its JSON text as the API returns it, and its row properties. */
export interface WrittenRecord {
  /** Without fields in a rehearsal, which has no answer. */
  readonly json: string;
  readonly id: string;
  readonly farmId: string | null;
  readonly version: number;
}

/**
 * Inserts a validated row, writes its outbox event and returns the record. The farm is undefined
 * only for organisation-wide rows and for a new farm.
 */
export async function insertRecord(
  definition: ResourceDefinition,
  input: {
    readonly values: Readonly<Record<string, unknown>>;
    readonly farmId: string | undefined;
    /** For a row whose ID was assigned before. */
    readonly id?: string;
  },
  context: RuleContext,
): Promise<WrittenRecord> {
  await lockFollowed(context.transaction, definition, () => input.farmId);
  const draft = draftRow(definition, input, context);
  const checked = await checkChange({ definition, before: undefined, after: draft }, context);
  const { collector } = context.runtime;
  if (collector) collector.add(definition, checked);
  else await insertRow(context.transaction, definition, checked);
  context.noteChange?.({ definition, before: undefined, after: checked });
  const row = (await rulesOf(definition.name).afterInsert?.(checked, context)) ?? checked;
  await runSideEffects(definition, { before: undefined, after: row }, context);
  const written = collector
    ? unread(row)
    : await publishChange(definition, { before: undefined, row }, context);
  await cascade({ definition, before: undefined, after: row }, context);
  return written;
}

/** Updates a row with changed values, writes its outbox event and returns the record. */
export async function changeRecord(
  definition: ResourceDefinition,
  input: { readonly before: StoredRow; readonly changes: Readonly<Record<string, unknown>> },
  context: RuleContext,
): Promise<WrittenRecord> {
  const { before } = input;
  const changes = withDefaults(definition, input.changes, context);
  const draft = draftNow(definition, { before, changes }, context);
  const checked = await checkChange({ definition, ...draft }, context);
  const isChanged = Object.keys(checked).some((name) => !isSame(before[name], checked[name]));
  const updatedAt = formatInstant(Math.max(context.now, Date.parse(before.updatedAt)));
  const row = isChanged ? { ...checked, version: before.version + 1, updatedAt } : before;
  const change = { definition, before, after: row };
  const { collector } = context.runtime;
  if (collector) collector.change(definition, change);
  else if (isChanged) {
    await replaceRow(context.transaction, definition, row);
    await recordChanges(definition, [change], context);
  }
  if (isChanged) context.noteChange?.(change);
  await runSideEffects(definition, change, context);
  const written = collector
    ? unread(row)
    : await publishChange(definition, { before, row }, context);
  if (isChanged) await cascade(change, context);
  return written;
}

const writer: RecordWriter = { insert: insertRecord, change: changeRecord };

/** Cascading changes to other rows; their events follow the main event. */
async function cascade(change: RuleChange, context: RuleContext): Promise<void> {
  await rulesOf(change.definition.name).cascade?.(change, context, writer);
}

/** Clearing a non-nullable field resets it to its default. */
function withDefaults(
  definition: ResourceDefinition,
  changes: Readonly<Record<string, unknown>>,
  context: RuleContext,
): Readonly<Record<string, unknown>> {
  const cleared = storedFields(definition)
    .filter(([name]) => changes[name] === null)
    .map(([name, field]) => [name, field.default ?? defaultOf(field.defaultFrom, context) ?? null]);
  return { ...changes, ...Object.fromEntries(cleared) };
}

/** A row to be written; `row` is `before` itself when nothing has changed. */
export interface WrittenRow {
  readonly before: StoredRow | undefined;
  readonly row: StoredRow;
}

async function publishChange(
  definition: ResourceDefinition,
  change: WrittenRow,
  context: RuleContext,
): Promise<WrittenRecord> {
  if (context.runtime.isRehearsal) return unread(change.row);
  const [json = ''] = await publishChanges(definition, [change], context);
  return { ...unread(change.row), json };
}

function unread({ id, farmId, version }: StoredRow): WrittenRecord {
  return { json: '{}', id, farmId, version };
}

/**
 * Writes the collected rows of one call, runs their side effects and writes their outbox events,
 * with nearly the same number of statements as for one row.
 */
export async function writeCollected(
  definition: ResourceDefinition,
  rows: readonly WrittenRow[],
  { context, follow }: { readonly context: RuleContext; readonly follow: () => Promise<void> },
): Promise<void> {
  const { transaction } = context;
  const insertedRows = rows.flatMap(({ before, row }) => (before ? [] : [row]));
  const changed = rows.flatMap(({ before, row: after }) =>
    before && before !== after ? [{ before, after }] : [],
  );
  await insertRows(transaction, definition, insertedRows);
  await replaceRows(transaction, definition, changed);
  await recordChanges(definition, changed, context);
  await follow();
  const resource = definition.name as ResourceName;
  const isUntold = definition.emits === undefined && !isReported(resource);
  if (context.runtime.isRehearsal || isUntold) return;
  await publishChanges(definition, rows, context);
}

/** Publishes changes of written rows, and returns the records. */
async function publishChanges(
  definition: ResourceDefinition,
  changes: readonly WrittenRow[],
  context: RuleContext,
): Promise<readonly string[]> {
  const { runtime, transaction, actor, now, zone } = context;
  // The zone of a farm itself may change with its coordinates.
  const isOfFarm =
    definition.farm.kind !== 'self' &&
    changes.every(({ row: { farmId } }) => farmId !== null && farmId === context.farmId);
  const reader = { scope: scopeOf(actor), now, ...(isOfFarm ? { zone } : {}) };
  const rows = changes.map(({ row }) => rowText(definition, row));
  const jsons = await renderRecords(transaction, definition, { rows, reader });
  const records = jsons.map((json) => JSON.parse(json) as Readonly<Record<string, unknown>>);
  const written = changes.map(({ before, row }, index) => ({
    definition,
    before,
    row,
    record: records[index] ?? {},
  }));
  await emitEvents(
    runtime,
    transaction,
    written.map(({ before, row: { orgId }, record }) => ({
      definition,
      orgId,
      after: record,
      at: now,
      ...(before ? { before: maskSecrets(definition, before) } : {}),
    })),
  );
  await recordActivities(
    runtime,
    transaction,
    written.map(({ row: after, ...change }) => ({ ...change, after, now, actor: authorOf(actor) })),
  );
  return jsons;
}

function draftRow(
  definition: ResourceDefinition,
  input: {
    readonly values: Readonly<Record<string, unknown>>;
    readonly farmId: string | undefined;
    readonly id?: string;
  },
  context: RuleContext,
): StoredRow {
  const { runtime, actor, now } = context;
  const id = input.id ?? runtime.ids.create(definition.idPrefix);
  const at = formatInstant(now);
  const fields = storedFields(definition).map(([name, field]) => [
    name,
    input.values[name] ?? field.default ?? defaultOf(field.defaultFrom, context) ?? null,
  ]);
  return {
    ...Object.fromEntries(fields),
    id,
    orgId: actor.orgId,
    farmId: definition.farm.kind === 'self' ? id : (input.farmId ?? null),
    version: 1,
    createdAt: at,
    updatedAt: at,
    createdBy: authorOf(actor),
  };
}

/** The value of a named default. */
function defaultOf(
  name: 'now' | 'today' | 'caller' | undefined,
  context: RuleContext,
): string | undefined {
  switch (name) {
    case 'now':
      return formatInstant(context.now);
    case 'today':
      return context.today;
    case 'caller':
      return context.actor.name;
    default:
      return undefined;
  }
}
