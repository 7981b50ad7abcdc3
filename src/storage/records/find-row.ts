import sql, { raw } from 'sql-template-tag';
import type { ResourceDefinition } from '../../model/resource.ts';
import type { Connection } from '../database.ts';
import { tableName } from '../dialect.ts';
import { rowProjection } from './row-projection.ts';
import { type Scope, scopePredicate } from './scope.ts';

/** A row as JSON text, or undefined when it does not exist or the scope does not see it. */
export async function findRow(
  connection: Connection,
  definition: ResourceDefinition,
  input: { readonly id: string; readonly scope: Scope; readonly forUpdate?: boolean },
): Promise<string | undefined> {
  const { dialect } = connection;
  const found = await connection.first<{ json: string }>(sql`
    select ${rowProjection(definition, dialect)} as json
    from ${raw(tableName(definition.name))} record
    where record.id = ${input.id} and ${scopePredicate(definition, input.scope)}
    ${raw(input.forUpdate ? dialect.lockRows : '')}`);
  return found?.json;
}
