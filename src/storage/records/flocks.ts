import sql, { join } from 'sql-template-tag';
import { barns } from '../../model/resources/barns.ts';
import { flocks } from '../../model/resources/flocks.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { addDays } from '../../tools/calendar.ts';
import type { Connection } from '../core/database.ts';
import { type Scope, scopePredicate, visibleInputRows } from '../core/scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../core/select-objects.ts';
import { rowProjection } from '../core/stored-row.ts';

/** Basic facts of a flock for calculations. */
export interface FlockFacts {
  readonly id: string;
  readonly farmId: string;
  readonly barnId: string;
  /** Type of its barn. */
  readonly barnType: string | null;
  readonly breed: string | null;
  readonly status: string;
  readonly chicksOrdered: number | null;
  readonly chicksReceived: number | null;
  readonly placementDate: string;
  readonly arrivalAgeDays: number;
  readonly closedAt: string | null;
}

/** The columns of `FlockFacts`, of a table named `flock`. */
export const flockFactsColumns: readonly ObjectColumn[] = [
  ['id', 'flock.id', 'text'],
  ['farmId', 'flock.farm_id', 'text'],
  ['barnId', 'flock.barn_id', 'text'],
  ['barnType', '(select barn.barn_type from barns barn where barn.id = flock.barn_id)', 'text'],
  ['breed', 'flock.breed', 'text'],
  ['status', 'flock.status', 'text'],
  ['chicksOrdered', 'flock.chicks_ordered', 'integer'],
  ['chicksReceived', 'flock.chicks_received', 'integer'],
  ['placementDate', 'flock.placement_date', 'date'],
  ['arrivalAgeDays', 'flock.arrival_age_days', 'integer'],
  ['closedAt', 'flock.closed_at', 'timestamp'],
];

/** The flocks with these ids that are visible to the scope. */
export async function listFlockFacts(
  connection: Connection,
  scope: Scope,
  flockIds: readonly string[],
): Promise<FlockFacts[]> {
  if (flockIds.length === 0) return [];
  const { dialect } = connection;
  const inputRows = { columns: { id: 'text' }, rows: flockIds.map((id) => [id]) } as const;
  return selectObjects<FlockFacts>(
    connection,
    sql`
      with page as (${visibleInputRows(dialect, flocks, scope, inputRows)})
      select ${objectOf(dialect, flockFactsColumns)}
      from page cross join flocks flock where flock.id = page.id`,
  );
}

/** The active and selling flocks of barns, the last placed first. */
export async function listInsideFlocks(
  connection: Connection,
  scope: Scope,
  barnIds: readonly string[],
): Promise<StoredOf<'flocks'>[]> {
  if (barnIds.length === 0) return [];
  return selectObjects(
    connection,
    sql`
      select ${rowProjection(flocks, connection.dialect)} as json from flocks record
      where ${scopePredicate(flocks, scope)} and record.barn_id in (${join([...barnIds])})
        and record.status in ('active', 'selling')
      order by record.placement_date desc, record.id desc`,
  );
}

/** The active and selling flocks of the farms in the scope, by id. */
export function listFarmFlocks(
  connection: Connection,
  scope: Scope,
): Promise<StoredOf<'flocks'>[]> {
  return selectObjects(
    connection,
    sql`
      select ${rowProjection(flocks, connection.dialect)} as json from flocks record
      where ${scopePredicate(flocks, scope)} and record.status in ('active', 'selling')
      order by record.id`,
  );
}

/** The flocks in barns, the last placed first, and the last closed flock of each barn. */
export async function listBarnFlocks(
  connection: Connection,
  scope: Scope,
  barnIds: readonly string[],
): Promise<FlockFacts[]> {
  if (barnIds.length === 0) return [];
  const { dialect } = connection;
  const inputRows = { columns: { id: 'text' }, rows: barnIds.map((id) => [id]) } as const;
  return selectObjects<FlockFacts>(
    connection,
    sql`
      with page as (${visibleInputRows(dialect, barns, scope, inputRows)}),
      placed as (
        select flock.id, row_number() over (
          partition by flock.barn_id, case flock.status when 'closed' then 1 else 0 end
          order by flock.placement_date desc, flock.id desc
        ) as place
        from page cross join flocks flock
        where flock.barn_id = page.id and flock.deleted_at is null
          and flock.status in ('active', 'selling', 'closed')
      )
      select ${objectOf(dialect, flockFactsColumns)}
      from placed cross join flocks flock
      where flock.id = placed.id and (flock.status <> 'closed' or placed.place = 1)
      order by flock.placement_date desc, flock.id desc`,
  );
}

/** A time span of a barn. */
export interface BarnSpan {
  readonly barnId: string;
  /** Instants, ISO 8601, both included. */
  readonly from: string;
  readonly to: string;
}

/** A flock that was in a barn, with the type of the barn. */
export interface BarnFlock extends FlockFacts {
  readonly barnType: string | null;
}

/** The flocks that were in barns within time spans, the last placed first. */
export async function listFlocksInBarn(
  connection: Connection,
  scope: Scope,
  spans: readonly BarnSpan[],
): Promise<BarnFlock[]> {
  if (spans.length === 0) return [];
  const { dialect } = connection;
  const inputRows = {
    columns: { id: 'text', began: 'timestamp', last_day: 'date' },
    rows: spans.map(({ barnId, from, to }) => [barnId, from, latestDayAt(to)]),
  } as const;
  return selectObjects<BarnFlock>(
    connection,
    sql`
      with page as (${visibleInputRows(dialect, barns, scope, inputRows)})
      select ${objectOf(dialect, [...flockFactsColumns, ['barnType', 'barn.barn_type', 'text']])}
      from page cross join barns barn cross join flocks flock
      where barn.id = page.id and flock.barn_id = page.id and flock.deleted_at is null
        and flock.status in ('active', 'selling', 'closed')
        and flock.placement_date <= page.last_day
        and (flock.closed_at is null or flock.closed_at >= page.began)
      order by flock.placement_date desc, flock.id desc`,
  );
}

/** The latest calendar day in any time zone at an instant. */
function latestDayAt(instant: string): string {
  return addDays(instant.slice(0, 10), 1);
}
