import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { type Dialect, tableName } from './database.ts';

/** The visible data of a caller: an organisation, with all of its farms or those listed. */
export interface Scope {
  readonly orgId: string;
  readonly farmIds: readonly string[] | 'all';
}

/**
 * The SQL predicate for the rows visible to a scope; the only place where permissions become SQL.
 * Every query of farm data includes it. Columns belong to the table named `alias`.
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
  const ownRows = sql`${raw(alias)}.org_id = ${scope.orgId} and ${notDeleted}`;
  if (scope.farmIds === 'all') return ownRows;
  if (scope.farmIds.length === 0) return sql`1 = 0`;
  return sql`${ownRows} and ${raw(alias)}.id in (
      select access.user_id from farm_access access
      where access.farm_id in (${join([...scope.farmIds])}) and access.status = 'active'
        and access.deleted_at is null
      union select access.user_id from organisation_access access
      where access.org_id = ${scope.orgId} and access.revoked_at is null)`;
}

/** The predicate of `scopePredicate` for farm tables that are not a resource. */
export function farmPredicate(scope: Scope, alias: string): Sql {
  const ownRows = sql`${raw(alias)}.org_id = ${scope.orgId}`;
  if (scope.farmIds === 'all') return ownRows;
  if (scope.farmIds.length === 0) return sql`1 = 0`;
  return sql`${ownRows} and ${raw(alias)}.farm_id in (${join([...scope.farmIds])})`;
}

/** The scope narrowed to one farm, which must be part of it. */
export function narrowScope(scope: Scope, farmId: string): Scope {
  return { orgId: scope.orgId, farmIds: [farmId] };
}

/** Input rows for a bulk lookup: columns by name, and the texts of each row in column order. */
export interface Asked {
  readonly columns: Readonly<Record<string, 'text' | 'date' | 'timestamp'>>;
  readonly rows: readonly (readonly string[])[];
}

const POSTGRES_TYPES = { text: 'text', date: 'date', timestamp: 'timestamptz' } as const;

/**
 * Selects the input rows whose `id` is a row of the resource visible to the scope. The rows are
 * passed as one parameter, so the text of the statement does not depend on their number.
 */
export function visibleInputRows(
  dialect: Dialect,
  definition: ResourceDefinition,
  scope: Scope,
  query: Asked,
): Sql {
  // A cross join fixes the join order in SQLite: each input row by its primary key.
  return sql`
    select asked.* from (${inputRows(dialect, query)}) asked
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
