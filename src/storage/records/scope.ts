import sql, { join, raw, type Sql } from 'sql-template-tag';
import type { ResourceDefinition } from '../../model/resource.ts';

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
  const isThere = sql`${raw(alias)}.deleted_at is null`;
  if (definition.farm.kind !== 'organisation') {
    return sql`${farmPredicate(scope, alias)} and ${isThere}`;
  }
  const own = sql`${raw(alias)}.org_id = ${scope.orgId} and ${isThere}`;
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
