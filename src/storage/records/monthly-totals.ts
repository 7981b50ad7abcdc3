import sql, { raw } from 'sql-template-tag';
import type { ResourceDefinition } from '../../model/resource.ts';
import type { Connection } from '../database.ts';
import { columnName, tableName } from '../dialect.ts';
import { type Scope, scopePredicate } from './scope.ts';

/** What a field of rows with a `date` comes to in each month that has any, the oldest first. */
export async function listMonthlyTotals(
  connection: Connection,
  definition: ResourceDefinition,
  asked: {
    readonly scope: Scope;
    readonly field: string;
    /** The first day that counts, and the first that does no more. */
    readonly from: string;
    readonly before: string;
  },
): Promise<number[]> {
  const month = raw('substr(cast(record.date as text), 1, 7)');
  const rows = await connection.all<{ total: number | string }>(sql`
    select sum(${raw(`record.${columnName(asked.field)}`)}) as total
    from ${raw(tableName(definition.name))} record
    where ${scopePredicate(definition, asked.scope)}
      and record.date >= ${asked.from} and record.date < ${asked.before}
    group by ${month} order by ${month}`);
  return rows.map(({ total }) => Number(total));
}
