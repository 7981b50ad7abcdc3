import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { type Dialect, tableName } from './database.ts';

/** What a caller may see: an organisation, and of its farms all or those listed. */
export interface Scope {
  readonly orgId: string;
  readonly farmIds: readonly string[] | 'all';
}

/**
 * The SQL predicate of the rows a scope sees; the only place where permission becomes SQL.
 * Every query of farm data carries it. Columns are those of the table named `alias`.
 */
export function scopePredicate(
  definition: ResourceDefinition,
  scope: Scope,
  alias = 'record',
): Sql {
  const notDeleted = sql`${raw(alias)}.deleted_at is null`;
  if (definition.farm.kind !== 'organisation') {
    return sql`${farmPredicate(scope, alias)} and ${notDeleted}`;
  }
  const own = sql`${raw(alias)}.org_id = ${scope.orgId} and ${notDeleted}`;
  if (scope.farmIds === 'all') return own;
  if (scope.farmIds.length === 0) return sql`1 = 0`;
  return sql`${own} and ${raw(alias)}.id in (
      select access.user_id from farm_access access
      where access.farm_id in (${join([...scope.farmIds])}) and access.status = 'active'
        and access.deleted_at is null)`;
}

/** The predicate of `scopePredicate` for tables about farms that are no resource. */
export function farmPredicate(scope: Scope, alias: string): Sql {
  const own = sql`${raw(alias)}.org_id = ${scope.orgId}`;
  if (scope.farmIds === 'all') return own;
  if (scope.farmIds.length === 0) return sql`1 = 0`;
  return sql`${own} and ${raw(alias)}.farm_id in (${join([...scope.farmIds])})`;
}

/** The scope narrowed to one farm, which must lie within it. */
export function narrowScope(scope: Scope, farmId: string): Scope {
  return { orgId: scope.orgId, farmIds: [farmId] };
}

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
export function visibleInputRows(
  dialect: Dialect,
  definition: ResourceDefinition,
  scope: Scope,
  asked: Asked,
): Sql {
  // A cross join keeps SQLite at this order of the tables: each asked row by its primary key.
  return sql`
    select asked.* from (${inputRows(dialect, asked)}) asked
    cross join ${raw(tableName(definition.name))} parent
    where parent.id = asked.id and ${scopePredicate(definition, scope, 'parent')}`;
}

function inputRows(dialect: Dialect, { columns, rows }: Asked): Sql {
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
