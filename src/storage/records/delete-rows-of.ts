import sql, { raw } from 'sql-template-tag';
import type { ResourceDefinition } from '../../model/resource.ts';
import type { Connection } from '../database.ts';
import { columnName, tableName } from '../dialect.ts';
import { countedColumns } from './row-counts.ts';

/** Marks the rows that hang on another row as deleted at an instant, and takes them off the counts. */
export async function deleteRowsOf(
  connection: Connection,
  definition: ResourceDefinition,
  owner: { readonly field: string; readonly id: string; readonly at: string },
): Promise<void> {
  const table = raw(tableName(definition.name));
  const hanging = raw(`${columnName(owner.field)} = `);
  const isCountedThere = countedColumns(definition, 'record')
    .map(([, column, expression]) => ` and row_counts.${column} = ${expression}`)
    .join('');
  await connection.run(sql`
    update row_counts set total = total - (
      select count(*) from ${table} record
      where record.${hanging}${owner.id} and record.deleted_at is null
        and record.org_id = row_counts.org_id
        and coalesce(record.farm_id, '') = row_counts.farm_id${raw(isCountedThere)})
    where resource = ${definition.name}`);
  await connection.run(sql`
    update ${table} set deleted_at = ${owner.at}
    where ${hanging}${owner.id} and deleted_at is null`);
}
