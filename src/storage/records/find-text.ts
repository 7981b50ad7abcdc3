import sql, { raw } from 'sql-template-tag';
import type { ResourceDefinition } from '../../model/resource.ts';
import { searchedFields } from '../../model/resource-fields.ts';
import type { Connection } from '../database.ts';
import { tableName } from '../dialect.ts';
import { rowProjection } from './row-projection.ts';
import { type Scope, scopePredicate } from './scope.ts';

/** A row as it was found, with all its stored fields. */
export interface TextRow {
  readonly id: string;
  readonly farmId: string | null;
  readonly updatedAt: string;
  readonly [field: string]: unknown;
}

/** The rows of a resource that hold a folded text in a searched field, those changed last first. */
export async function findText(
  connection: Connection,
  definition: ResourceDefinition,
  input: { readonly scope: Scope; readonly text: string; readonly limit: number },
): Promise<TextRow[]> {
  if (searchedFields(definition).length === 0) return [];
  const { dialect } = connection;
  const rows = await connection.all<{ json: string }>(sql`
    select ${rowProjection(definition, dialect)} as json
    from ${raw(tableName(definition.name))} record
    where ${scopePredicate(definition, input.scope)} and record.search_text <> ''
      and ${raw(dialect.positionFunction)}(record.search_text, ${input.text}) > 0
    order by record.updated_at desc, record.id limit ${input.limit}`);
  return rows.map((row) => JSON.parse(row.json) as TextRow);
}
