import { validationFailed } from '../../model/errors.ts';
import type { ResourceDefinition } from '../../model/resource.ts';
import { storedFields } from '../../model/resource-fields.ts';
import { parseUpdate } from '../../model/validation.ts';
import type { Transaction } from '../../storage/database.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import { replaceRow } from '../../storage/records/write-row.ts';
import { formatInstant } from '../../tools/calendar.ts';
import { scopeOf } from '../access/actor.ts';
import { isSame } from '../events/emissions.ts';
import type { Answer } from '../requests/call.ts';
import type { RuleContext } from '../rules/resource-rules.ts';
import type { Runtime } from '../runtime.ts';
import { checkChange } from './check-change.ts';
import { entityTag } from './entity-tag.ts';
import { findRowToChange, type RowRequest } from './find-row-to-change.ts';
import { followUp } from './follow-up.ts';
import { defaultOf, publishChange, type WrittenRecord } from './insert-record.ts';
import { withoutMasks } from './mask-secrets.ts';
import { resolveParents } from './parents.ts';

/** `PATCH /{resource}/{id}`: changes some fields of a row; the same values change nothing. */
export async function updateRecord(
  runtime: Runtime,
  transaction: Transaction,
  request: RowRequest & { readonly body: () => unknown },
): Promise<Answer> {
  const { definition } = request;
  const { row: before, context } = await findRowToChange(runtime, transaction, request);
  const parsed = parseUpdate(definition, request.body(), { zone: context.zone });
  const changes = withoutMasks(definition, { changes: parsed, before });
  await requireSameFarm(definition, { changes, before }, context);
  const written = await changeRecord(definition, { before, changes }, context);
  return { status: 200, headers: { etag: entityTag(written.version) }, body: written.json };
}

/** Writes changed values into a row, tells of it in the outbox and returns the record. */
export async function changeRecord(
  definition: ResourceDefinition,
  input: { readonly before: StoredRow; readonly changes: Readonly<Record<string, unknown>> },
  context: RuleContext,
): Promise<WrittenRecord> {
  const { before } = input;
  const draft = { ...before, ...withDefaults(definition, input.changes, context) };
  const checked = await checkChange({ definition, before, after: draft }, context);
  const isChanged = Object.keys(checked).some((name) => !isSame(before[name], checked[name]));
  if (!isChanged) return publishChange(definition, { before, row: before }, context);
  const row = {
    ...checked,
    version: before.version + 1,
    updatedAt: formatInstant(Math.max(context.now, Date.parse(before.updatedAt))),
  };
  await replaceRow(context.transaction, definition, row);
  context.noteChange?.({ definition, before, after: row });
  await followUp(definition, { before, after: row }, context);
  return publishChange(definition, { before, row }, context);
}

/** A cleared field that is never empty takes its default again. */
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

async function requireSameFarm(
  definition: ResourceDefinition,
  change: { readonly changes: Readonly<Record<string, unknown>>; readonly before: StoredRow },
  context: RuleContext,
): Promise<void> {
  const { changes, before } = change;
  const moved = Object.entries(changes).filter(([name, value]) => value !== before[name]);
  const { issues } = await resolveParents(context.transaction, definition, {
    body: Object.fromEntries(moved),
    scope: scopeOf(context.actor),
    ...(before.farmId === null ? {} : { farmId: before.farmId }),
  });
  if (issues.length > 0) throw validationFailed(issues);
}
