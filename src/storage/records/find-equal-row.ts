import sql, { join, raw } from 'sql-template-tag';
import type { ResourceDefinition } from '../../model/resource.ts';
import type { Connection } from '../database.ts';
import { columnName, tableName } from '../dialect.ts';
import { type Scope, scopePredicate } from './scope.ts';

/** Rows that hold certain values. */
export interface EqualRows {
  readonly scope: Scope;
  /** Stored fields of text, words, days or ids with the value each must hold. */
  readonly fields: Readonly<Record<string, string>>;
  /** The row that does not count, as it is the one that is compared. */
  readonly exceptId: string;
  /** Rows with these values of `status` do not count. */
  readonly exceptStatus?: readonly string[];
}

/** The id of some other row with the same values, or undefined. */
export async function findEqualRow(
  connection: Connection,
  definition: ResourceDefinition,
  { scope, fields, exceptId, exceptStatus = [] }: EqualRows,
): Promise<string | undefined> {
  const parts = [scopePredicate(definition, scope), sql`record.id <> ${exceptId}`];
  for (const [name, value] of Object.entries(fields)) {
    parts.push(sql`${raw(`record.${columnName(name)}`)} = ${value}`);
  }
  if (exceptStatus.length > 0) parts.push(sql`record.status not in (${join([...exceptStatus])})`);
  const found = await connection.first<{ id: string }>(sql`
    select record.id from ${raw(tableName(definition.name))} record
    where ${join(parts, ' and ')} limit 1`);
  return found?.id;
}
