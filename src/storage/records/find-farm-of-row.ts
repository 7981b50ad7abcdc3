import sql, { raw } from 'sql-template-tag';
import type { ResourceDefinition } from '../../model/resource.ts';
import type { Connection } from '../database.ts';
import { tableName } from '../dialect.ts';
import { type Scope, scopePredicate } from './scope.ts';

/** The farm of a row, null for one of the organisation; undefined when the scope does not see it. */
export async function findFarmOfRow(
  connection: Connection,
  definition: ResourceDefinition,
  input: { readonly id: string; readonly scope: Scope },
): Promise<string | null | undefined> {
  const found = await connection.first<{ farm_id: string | null }>(sql`
    select record.farm_id from ${raw(tableName(definition.name))} record
    where record.id = ${input.id} and ${scopePredicate(definition, input.scope)}`);
  return found?.farm_id;
}
