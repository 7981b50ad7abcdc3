import type { ResourceDefinition } from '../../model/resource.ts';
import { findRow } from '../../storage/records/find-row.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import { storedFromJson } from '../records/stored-from-json.ts';
import type { RuleContext } from './resource-rules.ts';

/** The row of the same organisation that a field of a changed row names; undefined when there is none. */
export async function findNeighbour(
  { transaction }: Pick<RuleContext, 'transaction'>,
  definition: ResourceDefinition,
  input: { readonly id: unknown; readonly orgId: string },
): Promise<StoredRow | undefined> {
  const { id, orgId } = input;
  if (typeof id !== 'string') return undefined;
  const json = await findRow(transaction, definition, { id, scope: { orgId, farmIds: 'all' } });
  return json === undefined ? undefined : storedFromJson(json, orgId);
}
