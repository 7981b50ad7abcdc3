import sql, { raw, type Sql } from 'sql-template-tag';
import type { ResourceDefinition } from '../../model/resource.ts';
import { type Dialect, tableName } from '../dialect.ts';
import { type Scope, scopePredicate } from './scope.ts';

/** What a page asks about: columns by name, and the texts of each row in their order. */
export interface Asked {
  readonly columns: Readonly<Record<string, 'text' | 'date' | 'timestamp'>>;
  readonly rows: readonly (readonly string[])[];
}

const POSTGRES_TYPES = { text: 'text', date: 'date', timestamp: 'timestamptz' } as const;

/**
 * The query of the asked rows whose `id` is a row of the resource that the scope sees.
 * The rows travel as one value: the text of the statement does not depend on how many they are.
 */
export function visibleAskedRows(
  dialect: Dialect,
  definition: ResourceDefinition,
  scope: Scope,
  asked: Asked,
): Sql {
  // A cross join keeps SQLite at this order of the tables: each asked row by its primary key.
  return sql`
    select asked.* from (${askedRows(dialect, asked)}) asked
    cross join ${raw(tableName(definition.name))} parent
    where parent.id = asked.id and ${scopePredicate(definition, scope, 'parent')}`;
}

function askedRows(dialect: Dialect, { columns, rows }: Asked): Sql {
  const json = JSON.stringify(rows);
  const names = Object.entries(columns);
  if (dialect.name === 'sqlite') {
    const list = names.map(([name], index) => `value ->> ${index} as ${name}`);
    return sql`select ${raw(list.join(', '))} from json_each(${json})`;
  }
  const list = names.map(
    ([name, kind], index) => `cast(value ->> ${index} as ${POSTGRES_TYPES[kind]}) as ${name}`,
  );
  return sql`select ${raw(list.join(', '))} from json_array_elements(cast(${json} as json))`;
}
