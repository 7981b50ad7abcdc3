import { FarmError } from '../../model/errors.ts';
import type { StoredOf } from '../../model/registry.ts';
import { integrations } from '../../model/resources/integrations.ts';
import type { Connection } from '../../storage/database.ts';
import { findRow } from '../../storage/records/find-row.ts';
import { requireScope } from '../access/actor.ts';
import { scopeOfRequest } from '../farms/visible-farms.ts';
import type { Call } from '../requests/call.ts';

/** An integration of a farm. */
export type OwnIntegration = StoredOf<'integrations'> & { readonly farmId: string };

/**
 * The integration that a call is about, which the caller may see; throws `insufficient_scope` and
 * `not_found`.
 */
export async function findOwnIntegration(
  connection: Connection,
  call: Call,
  asked: { readonly id: string; readonly scope: 'read:*' | 'write:*'; readonly forUpdate?: true },
): Promise<OwnIntegration> {
  const { id } = asked;
  call.subject.resource = 'integrations';
  call.subject.rowId = id;
  requireScope(call.actor, asked.scope);
  const scope = await scopeOfRequest(connection, call);
  const forUpdate = asked.forUpdate ?? false;
  const json = id.includes('\0')
    ? undefined
    : await findRow(connection, integrations, { id, scope, forUpdate });
  const row = json === undefined ? undefined : (JSON.parse(json) as StoredOf<'integrations'>);
  if (row === undefined || row.farmId === null) throw new FarmError('not_found');
  call.subject.farmId = row.farmId;
  return { ...row, farmId: row.farmId };
}
