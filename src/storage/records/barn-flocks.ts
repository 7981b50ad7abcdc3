import sql from 'sql-template-tag';
import { barns } from '../../model/resources/barns.ts';
import { addDays } from '../../tools/calendar.ts';
import type { Connection } from '../database.ts';
import { visibleAskedRows } from './asked-rows.ts';
import { type FlockFacts, flockFactsColumns } from './flock-facts.ts';
import type { Scope } from './scope.ts';
import { objectOf, selectObjects } from './select-objects.ts';

/** The flocks inside barns, the last placed first, and of each barn the last flock that is closed. */
export async function listBarnFlocks(
  connection: Connection,
  scope: Scope,
  barnIds: readonly string[],
): Promise<FlockFacts[]> {
  if (barnIds.length === 0) return [];
  const { dialect } = connection;
  const asked = { columns: { id: 'text' }, rows: barnIds.map((id) => [id]) } as const;
  return selectObjects<FlockFacts>(
    connection,
    sql`
      with page as (${visibleAskedRows(dialect, barns, scope, asked)}),
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

/** A span of time of a barn. */
export interface BarnSpan {
  readonly barnId: string;
  /** Instants, ISO 8601, both included. */
  readonly from: string;
  readonly to: string;
}

/** A flock that was in a barn, with the kind of the barn. */
export interface BarnGuest extends FlockFacts {
  readonly barnType: string | null;
}

/** The flocks that were in barns within spans of time, the last placed first. */
export async function listBarnGuests(
  connection: Connection,
  scope: Scope,
  spans: readonly BarnSpan[],
): Promise<BarnGuest[]> {
  if (spans.length === 0) return [];
  const { dialect } = connection;
  const asked = {
    columns: { id: 'text', began: 'timestamp', last_day: 'date' },
    rows: spans.map(({ barnId, from, to }) => [barnId, from, latestDayAt(to)]),
  } as const;
  return selectObjects<BarnGuest>(
    connection,
    sql`
      with page as (${visibleAskedRows(dialect, barns, scope, asked)})
      select ${objectOf(dialect, [...flockFactsColumns, ['barnType', 'barn.barn_type', 'text']])}
      from page cross join barns barn cross join flocks flock
      where barn.id = page.id and flock.barn_id = page.id and flock.deleted_at is null
        and flock.status in ('active', 'selling', 'closed')
        and flock.placement_date <= page.last_day
        and (flock.closed_at is null or flock.closed_at >= page.began)
      order by flock.placement_date desc, flock.id desc`,
  );
}

/** The latest calendar day that it is anywhere at an instant. */
function latestDayAt(instant: string): string {
  return addDays(instant.slice(0, 10), 1);
}
