import sql, { raw } from 'sql-template-tag';
import type { ResourceDefinition } from '../../model/resource.ts';
import type { Connection } from '../database.ts';
import { tableName } from '../dialect.ts';
import { nearFirst } from './near-first.ts';
import { rowProjection } from './row-projection.ts';
import { type Scope, scopePredicate } from './scope.ts';

/** A row as JSON text, or undefined when it does not exist or the scope does not see it. */
export async function findRow(
  connection: Connection,
  definition: ResourceDefinition,
  input: { readonly id: string; readonly scope: Scope; readonly forUpdate?: boolean },
): Promise<string | undefined> {
  const { dialect } = connection;
  const { id, scope, forUpdate } = input;
  const found = await nearFirst({ dialect, definition, id }, (near) =>
    connection.first<{ json: string }>(sql`
      select ${rowProjection(definition, dialect)} as json
      from ${raw(tableName(definition.name))} record
      where record.id = ${id} and ${scopePredicate(definition, scope)}${near}
      ${raw(forUpdate ? dialect.lockRows : '')}`),
  );
  return found?.json;
}
