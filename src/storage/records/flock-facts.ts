import sql from 'sql-template-tag';
import { flocks } from '../../model/resources/flocks.ts';
import type { Connection } from '../database.ts';
import { visibleAskedRows } from './asked-rows.ts';
import type { Scope } from './scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from './select-objects.ts';

/** What figures about a flock start from. */
export interface FlockFacts {
  readonly id: string;
  readonly farmId: string;
  readonly barnId: string;
  /** Of the barn it is in. */
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

/** The flocks of those ids that the scope sees. */
export async function listFlockFacts(
  connection: Connection,
  scope: Scope,
  flockIds: readonly string[],
): Promise<FlockFacts[]> {
  if (flockIds.length === 0) return [];
  const { dialect } = connection;
  const asked = { columns: { id: 'text' }, rows: flockIds.map((id) => [id]) } as const;
  return selectObjects<FlockFacts>(
    connection,
    sql`
      with page as (${visibleAskedRows(dialect, flocks, scope, asked)})
      select ${objectOf(dialect, flockFactsColumns)}
      from page cross join flocks flock where flock.id = page.id`,
  );
}
