import sql, { join } from 'sql-template-tag';
import { farms } from '../../model/resources/farms.ts';
import { users } from '../../model/resources/users.ts';
import type { Connection } from '../core/database.ts';
import { type Scope, scopePredicate, visibleAskedRows } from '../core/scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../core/select-objects.ts';
import { type FlockFacts, flockFactsColumns } from './flocks.ts';

/** How many barns a farm has. */
export interface FarmBarns {
  readonly id: string;
  readonly barns: number;
}

const BARNS: readonly ObjectColumn[] = [
  ['id', 'page.id', 'text'],
  ['barns', 'count(barn.id)', 'integer'],
];

/** The number of barns of each of the farms that the scope sees. */
export async function countFarmBarns(
  connection: Connection,
  scope: Scope,
  farmIds: readonly string[],
): Promise<FarmBarns[]> {
  if (farmIds.length === 0) return [];
  const { dialect } = connection;
  const asked = { columns: { id: 'text' }, rows: farmIds.map((id) => [id]) } as const;
  return selectObjects<FarmBarns>(
    connection,
    sql`
      with page as (${visibleAskedRows(dialect, farms, scope, asked)})
      select ${objectOf(dialect, BARNS)}
      from page left join barns barn on barn.farm_id = page.id and barn.deleted_at is null
      group by page.id`,
  );
}

/** The active and selling flocks of the farms that the scope sees. */
export async function listActiveFlocks(
  connection: Connection,
  scope: Scope,
  farmIds: readonly string[],
): Promise<FlockFacts[]> {
  if (farmIds.length === 0) return [];
  const { dialect } = connection;
  const asked = { columns: { id: 'text' }, rows: farmIds.map((id) => [id]) } as const;
  return selectObjects<FlockFacts>(
    connection,
    sql`
      with page as (${visibleAskedRows(dialect, farms, scope, asked)})
      select ${objectOf(dialect, flockFactsColumns)}
      from page cross join flocks flock
      where flock.farm_id = page.id and flock.deleted_at is null
        and flock.status in ('active', 'selling')`,
  );
}

/** Where a farm lies. */
export interface FarmPlace {
  readonly id: string;
  readonly latitude: number;
  readonly longitude: number;
}

/** The places of those of the farms that have coordinates. */
export async function listFarmPlaces(
  connection: Connection,
  farmIds: readonly string[],
): Promise<FarmPlace[]> {
  if (farmIds.length === 0) return [];
  return connection.all<FarmPlace>(sql`
    select id, latitude, longitude from farms
    where id in (${join([...farmIds])}) and latitude is not null and longitude is not null`);
}

/** A farm that a user may enter. */
export interface UserFarm {
  readonly userId: string;
  readonly farmId: string;
}

/** The farms within the scope that users may enter at an instant, by farm id. */
export async function listUserFarms(
  connection: Connection,
  scope: Scope,
  asked: { readonly userIds: readonly string[]; readonly at: string },
): Promise<UserFarm[]> {
  if (asked.userIds.length === 0) return [];
  const rows = { columns: { id: 'text' }, rows: asked.userIds.map((id) => [id]) } as const;
  return connection.all<UserFarm>(sql`
    with page as (${visibleAskedRows(connection.dialect, users, scope, rows)})
    select distinct access.user_id as "userId", access.farm_id as "farmId"
    from page cross join farm_access access cross join farms farm
    where access.user_id = page.id and access.status = 'active' and access.deleted_at is null
      and (access.expires_at is null or access.expires_at > ${asked.at})
      and farm.id = access.farm_id and ${scopePredicate(farms, scope, 'farm')}
    order by "farmId"`);
}
