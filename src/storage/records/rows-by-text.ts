import sql, { join, raw } from 'sql-template-tag';
import type { ResourceDefinition } from '../../model/resource.ts';
import type { Connection } from '../database.ts';
import { columnName, tableName } from '../dialect.ts';
import { rowProjection } from './row-projection.ts';
import { type Scope, scopePredicate } from './scope.ts';

/** The rows that the scope sees and whose field holds one of the texts, as JSON texts, by id. */
export async function listRowsByText(
  connection: Connection,
  definition: ResourceDefinition,
  input: { readonly scope: Scope; readonly field: string; readonly texts: readonly string[] },
): Promise<string[]> {
  const { scope, field, texts } = input;
  if (texts.length === 0) return [];
  const rows = await connection.all<{ json: string }>(sql`
    select ${rowProjection(definition, connection.dialect)} as json
    from ${raw(tableName(definition.name))} record
    where ${scopePredicate(definition, scope)}
      and ${raw(`record.${columnName(field)}`)} in (${join([...texts])})
    order by record.id`);
  return rows.map(({ json }) => json);
}
