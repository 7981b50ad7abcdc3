import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { ResourceDefinition } from '../../model/resource.ts';
import type { Connection } from '../database.ts';
import { tableName } from '../dialect.ts';
import type { Scope } from './scope.ts';
import type { StoredRow } from './stored-row.ts';

// Rows of the organisation itself are counted under this farm.
const NO_FARM = '';

/** Counts a row that came or went, in the transaction of the change. */
export async function addToRowCount(
  connection: Connection,
  definition: ResourceDefinition,
  input: { readonly row: Pick<StoredRow, 'orgId' | 'farmId'>; readonly change: number },
): Promise<void> {
  const { orgId, farmId } = input.row;
  await connection.run(sql`
    insert into row_counts (org_id, resource, farm_id, total)
    values (${orgId}, ${definition.name}, ${farmId ?? NO_FARM}, ${input.change})
    on conflict (org_id, resource, farm_id)
    do update set total = row_counts.total + excluded.total`);
}

/** How many rows a scope sees, without reading them; undefined where that is not kept. */
export async function findRowCount(
  connection: Connection,
  definition: ResourceDefinition,
  scope: Scope,
): Promise<number | undefined> {
  if (definition.farm.kind === 'organisation' && scope.farmIds !== 'all') return undefined;
  // Called like the table that is counted: whoever keeps the number knows by it when to count again.
  const counted = await connection.first<{ total: number | string | null }>(sql`
    select sum(total) as total from row_counts ${raw(tableName(definition.name))}
    where org_id = ${scope.orgId} and resource = ${definition.name} and ${farmsOf(scope)}`);
  return Number(counted?.total ?? 0);
}

function farmsOf(scope: Scope): Sql {
  if (scope.farmIds === 'all') return sql`1 = 1`;
  if (scope.farmIds.length === 0) return sql`1 = 0`;
  return sql`farm_id in (${join([...scope.farmIds])})`;
}
