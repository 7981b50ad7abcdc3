import sql, { raw } from 'sql-template-tag';
import type { ResourceDefinition } from '../../model/resource.ts';
import type { Connection } from '../database.ts';
import { columnName, tableName } from '../dialect.ts';
import { type CountedRow, countedColumns, createRowTally } from './row-counts.ts';

/** Marks the rows that hang on another row as deleted at an instant, and takes them off the counts. */
export async function deleteRowsOf(
  connection: Connection,
  definition: ResourceDefinition,
  owner: { readonly field: string; readonly id: string; readonly at: string },
): Promise<void> {
  const table = raw(tableName(definition.name));
  const isHanging = sql`record.${raw(columnName(owner.field))} = ${owner.id}
    and record.deleted_at is null`;
  // A row that is deleted at the same moment must not be taken off twice.
  const locking = raw(connection.dialect.lockRows);
  const counted = countedColumns(definition, 'record');
  const shown = counted.map(([field, , expression]) => `${expression} as "${field}"`);
  const groups = await connection.all<CountedRow & { readonly total: number | string }>(sql`
    select record.org_id as "orgId", record.farm_id as "farmId", ${raw(shown.join(', '))},
      count(*) as total
    from (select * from ${table} record where ${isHanging} order by record.id${locking}) record
    group by ${raw(['orgId', 'farmId', ...counted].map((_, index) => index + 1).join(', '))}`);
  if (groups.length === 0) return;
  const tally = createRowTally(definition);
  for (const group of groups) tally.add(group, -Number(group.total));
  await tally.write(connection);
  await connection.run(
    sql`update ${table} as record set deleted_at = ${owner.at} where ${isHanging}`,
  );
}
