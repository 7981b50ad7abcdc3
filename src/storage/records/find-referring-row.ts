import sql, { join, raw } from 'sql-template-tag';
import type { ResourceDefinition } from '../../model/resource.ts';
import type { Connection } from '../database.ts';
import { columnName, tableName } from '../dialect.ts';

/** Rows that point at another row. */
export interface Referrers {
  readonly field: string;
  readonly id: string;
  /** Rows with these values of `status` do not count. */
  readonly exceptStatus?: readonly string[];
}

/** The id of some row that points at another, or undefined. */
export async function findReferringRow(
  connection: Connection,
  definition: ResourceDefinition,
  referrers: Referrers,
): Promise<string | undefined> {
  const { field, id, exceptStatus = [] } = referrers;
  const counted =
    exceptStatus.length > 0 ? sql`and status not in (${join([...exceptStatus])})` : sql``;
  const found = await connection.first<{ id: string }>(sql`
    select id from ${raw(tableName(definition.name))}
    where ${raw(columnName(field))} = ${id} and deleted_at is null ${counted} limit 1`);
  return found?.id;
}
