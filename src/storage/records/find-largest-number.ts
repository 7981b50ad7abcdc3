import sql, { raw } from 'sql-template-tag';
import type { ResourceDefinition } from '../../model/resource.ts';
import type { Connection } from '../database.ts';
import { columnName, tableName } from '../dialect.ts';

/** The largest value of a whole-number field in an organisation, deleted rows included; 0 without rows. */
export async function findLargestNumber(
  connection: Connection,
  definition: ResourceDefinition,
  input: { readonly orgId: string; readonly field: string },
): Promise<number> {
  const column = raw(columnName(input.field));
  const found = await connection.first<{ largest: number | string | null }>(sql`
    select max(${column}) as largest from ${raw(tableName(definition.name))}
    where org_id = ${input.orgId}`);
  return Number(found?.largest ?? 0);
}
