import sql, { join, raw } from 'sql-template-tag';
import type { ResourceDefinition } from '../../model/resource.ts';
import type { Connection } from '../database.ts';
import { columnName, tableName } from '../dialect.ts';
import { type Scope, scopePredicate } from './scope.ts';

/** What people call rows, by their ids; those the scope does not see are absent. */
export async function listLabels(
  connection: Connection,
  definition: ResourceDefinition,
  { scope, ids }: { readonly scope: Scope; readonly ids: readonly string[] },
): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const label = definition.label.map((field) => `record.${columnName(field)}`).join(', ');
  const rows = await connection.all<{ id: string; label: string | null }>(sql`
    select record.id, coalesce(${raw(label)}, record.id) as label
    from ${raw(tableName(definition.name))} record
    where ${scopePredicate(definition, scope)} and record.id in (${join([...ids])})`);
  return new Map(rows.map((row) => [row.id, row.label ?? row.id]));
}
