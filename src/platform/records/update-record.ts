import { validationFailed } from '../../model/errors.ts';
import type { ResourceDefinition } from '../../model/resource.ts';
import { parseUpdate } from '../../model/validation.ts';
import type { Transaction } from '../../storage/database.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import { scopeOf } from '../access/actor.ts';
import type { Answer } from '../requests/call.ts';
import type { RuleContext } from '../rules/resource-rules.ts';
import type { Runtime } from '../runtime.ts';
import { entityTag } from './entity-tag.ts';
import { findRowToChange, type RowRequest } from './find-row-to-change.ts';
import { withoutMasks } from './mask-secrets.ts';
import { resolveParents } from './parents.ts';
import { changeRecord } from './write-record.ts';

/** `PATCH /{resource}/{id}`: changes some fields of a row; the same values change nothing. */
export async function updateRecord(
  runtime: Runtime,
  transaction: Transaction,
  request: RowRequest & { readonly body: () => unknown },
): Promise<Answer> {
  const { definition } = request;
  const { row: before, context } = await findRowToChange(runtime, transaction, request);
  const body = withoutMasks(definition, request.body(), before);
  const changes = parseUpdate(definition, body, { zone: context.zone });
  await requireSameFarm(definition, { changes, before }, context);
  const written = await changeRecord(definition, { before, changes }, context);
  return { status: 200, headers: { etag: entityTag(written.version) }, body: written.json };
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
