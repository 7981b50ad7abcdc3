import sql from 'sql-template-tag';
import { farms } from '../../model/resources/farms.ts';
import type { Connection } from '../database.ts';
import { visibleAskedRows } from './asked-rows.ts';
import { type FlockFacts, flockFactsColumns } from './flock-facts.ts';
import type { Scope } from './scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from './select-objects.ts';

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
