import sql, { join } from 'sql-template-tag';
import { farms } from '../../model/resources/farms.ts';
import { users } from '../../model/resources/users.ts';
import type { Connection } from '../core/database.ts';
import { type Scope, scopePredicate, visibleInputRows } from '../core/scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../core/select-objects.ts';
import { type FlockFacts, flockFactsColumns } from './flocks.ts';

/** The number of barns of a farm. */
export interface FarmBarns {
  readonly id: string;
  readonly barns: number;
}

const BARNS: readonly ObjectColumn[] = [
  ['id', 'page.id', 'text'],
  ['barns', 'count(barn.id)', 'integer'],
];

/** The number of barns of each farm visible to the scope. */
export async function countFarmBarns(
  connection: Connection,
  scope: Scope,
  farmIds: readonly string[],
): Promise<FarmBarns[]> {
  if (farmIds.length === 0) return [];
  const { dialect } = connection;
  const inputRows = { columns: { id: 'text' }, rows: farmIds.map((id) => [id]) } as const;
  return selectObjects<FarmBarns>(
    connection,
    sql`
      with page as (${visibleInputRows(dialect, farms, scope, inputRows)})
      select ${objectOf(dialect, BARNS)}
      from page left join barns barn on barn.farm_id = page.id and barn.deleted_at is null
      group by page.id`,
  );
}

/** The active and selling flocks of the farms visible to the scope. */
export async function listActiveFlocks(
  connection: Connection,
  scope: Scope,
  farmIds: readonly string[],
): Promise<FlockFacts[]> {
  if (farmIds.length === 0) return [];
  const { dialect } = connection;
  const inputRows = { columns: { id: 'text' }, rows: farmIds.map((id) => [id]) } as const;
  return selectObjects<FlockFacts>(
    connection,
    sql`
      with page as (${visibleInputRows(dialect, farms, scope, inputRows)})
      select ${objectOf(dialect, flockFactsColumns)}
      from page cross join flocks flock
      where flock.farm_id = page.id and flock.deleted_at is null
        and flock.status in ('active', 'selling')`,
  );
}

const NAMED: readonly ObjectColumn[] = [
  ['id', 'farm.id', 'text'],
  ['name', 'farm.name', 'text'],
];

/** The farms visible to the scope with their names, ordered by name; optionally limited. */
export function listFarmNames(
  connection: Connection,
  scope: Scope,
  limit?: number,
): Promise<{ readonly id: string; readonly name: string }[]> {
  return selectObjects(
    connection,
    sql`select ${objectOf(connection.dialect, NAMED)} from farms farm
      where ${scopePredicate(farms, scope, 'farm')} order by farm.name, farm.id
      ${limit === undefined ? sql`` : sql`limit ${limit}`}`,
  );
}

/** The location of a farm. */
export interface FarmPlace {
  readonly id: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** Data from which the time zones of farms are derived. */
export interface ZoneSources {
  /** The time zone of the organisation; undefined if the organisation does not exist. */
  readonly timezone: string | undefined;
  /** The locations of farms with coordinates. */
  readonly places: readonly FarmPlace[];
}

/** The time zone of an organisation and the locations of its farms, in one query. */
export async function findZoneSources(
  connection: Connection,
  { orgId, farmIds }: { readonly orgId: string; readonly farmIds: readonly string[] },
): Promise<ZoneSources> {
  const rows = await connection.all<{ timezone: string } & (FarmPlace | { readonly id: null })>(
    farmIds.length === 0
      ? sql`select timezone, null as id from organisations where id = ${orgId}`
      : sql`
        select organisation.timezone, farm.id, farm.latitude, farm.longitude
        from organisations organisation left join farms farm
          on farm.id in (${join(padded(farmIds))}) and farm.org_id = organisation.id
            and farm.latitude is not null and farm.longitude is not null
        where organisation.id = ${orgId}`,
  );
  const places = rows.flatMap((row) => (row.id === null ? [] : [row]));
  return { timezone: rows[0]?.timezone, places };
}

/** The currencies used by the farms of a scope. */
export async function listCurrencies(
  connection: Connection,
  { orgId, farmIds }: Scope,
): Promise<readonly string[]> {
  if (farmIds !== 'all' && farmIds.length === 0) return [];
  const farmCondition = farmIds === 'all' ? sql`` : sql`and id in (${join(padded(farmIds))})`;
  const rows = await connection.all<{ readonly currency: string | null }>(sql`
    select distinct currency from farms where org_id = ${orgId} and deleted_at is null ${farmCondition}`);
  return rows.flatMap(({ currency }) => currency ?? []);
}

/**
 * The ids, padded with the last one to a power of two, so that statements have only a few texts.
 */
function padded(ids: readonly string[]): string[] {
  const size = 2 ** Math.ceil(Math.log2(ids.length));
  return Array.from({ length: size }, (_, index) => ids[index] ?? ids.at(-1) ?? '');
}

/** A farm that a user may access. */
export interface UserFarm {
  readonly userId: string;
  readonly farmId: string;
}

/** The farms within the scope that users may access at a time, by farm id. */
export async function listUserFarms(
  connection: Connection,
  scope: Scope,
  query: { readonly userIds: readonly string[]; readonly at: string },
): Promise<UserFarm[]> {
  if (query.userIds.length === 0) return [];
  const rows = { columns: { id: 'text' }, rows: query.userIds.map((id) => [id]) } as const;
  return connection.all<UserFarm>(sql`
    with page as (${visibleInputRows(connection.dialect, users, scope, rows)})
    select access.user_id as "userId", access.farm_id as "farmId"
    from page cross join farm_access access cross join farms farm
    where access.user_id = page.id and access.status = 'active' and access.deleted_at is null
      and (access.expires_at is null or access.expires_at > ${query.at})
      and farm.id = access.farm_id and ${scopePredicate(farms, scope, 'farm')}
    union
    select access.user_id, farm.id
    from page cross join organisation_access access cross join farms farm
    where access.user_id = page.id and access.revoked_at is null
      and (access.expires_at is null or access.expires_at > ${query.at})
      and farm.org_id = access.org_id and ${scopePredicate(farms, scope, 'farm')}
    order by "farmId"`);
}
