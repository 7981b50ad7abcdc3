import sql from 'sql-template-tag';
import { flocks } from '../../model/resources/flocks.ts';
import type { Connection } from '../database.ts';
import { visibleAskedRows } from './asked-rows.ts';
import type { Scope } from './scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from './select-objects.ts';

/** What a flock cost by the records that exist for it, in the farm's currency; 0 without any. */
export interface FlockCosts {
  readonly id: string;
  readonly feed: number;
  readonly chicks: number;
  readonly treatments: number;
}

const COSTS: readonly ObjectColumn[] = [
  ['id', 'page.id', 'text'],
  ['feed', 'coalesce(fed.cost, 0)', 'money'],
  [
    'chicks',
    'coalesce(flock.order_total, flock.chicks_received * flock.price_per_chick, 0)',
    'money',
  ],
  ['treatments', 'coalesce(treated.cost, 0)', 'money'],
];

/** The costs of flocks from deliveries of feed, the order of chicks and treatments. */
export async function listFlockCosts(
  connection: Connection,
  scope: Scope,
  flockIds: readonly string[],
): Promise<FlockCosts[]> {
  if (flockIds.length === 0) return [];
  const { dialect } = connection;
  const asked = { columns: { id: 'text' }, rows: flockIds.map((id) => [id]) } as const;
  return selectObjects<FlockCosts>(
    connection,
    sql`
      with page as (${visibleAskedRows(dialect, flocks, scope, asked)}),
      fed as (
        select delivery.flock_id,
          sum(coalesce(delivery.total_cost,
            delivery.quantity_kg / 1000 * delivery.price_per_ton)) as cost
        from page cross join feed_deliveries delivery
        where delivery.flock_id = page.id and delivery.deleted_at is null
        group by delivery.flock_id
      ),
      treated as (
        select treatment.flock_id, sum(treatment.cost) as cost
        from page cross join treatments treatment
        where treatment.flock_id = page.id and treatment.deleted_at is null
        group by treatment.flock_id
      )
      select ${objectOf(dialect, COSTS)}
      from page cross join flocks flock
      left join fed on fed.flock_id = flock.id
      left join treated on treated.flock_id = flock.id
      where flock.id = page.id`,
  );
}
