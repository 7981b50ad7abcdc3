import sql from 'sql-template-tag';
import { flocks } from '../../model/resources/flocks.ts';
import type { Connection } from '../database.ts';
import { visibleAskedRows } from './asked-rows.ts';
import type { Scope } from './scope.ts';
import { objectOf, selectObjects } from './select-objects.ts';

/** How much there is to a flock's weight. */
export interface WeighLoad {
  readonly id: string;
  /** How many weights cameras have stored since an instant, as far as was asked. */
  readonly weights: number;
  /** When its weight was computed last. */
  readonly computedAt: string | null;
}

/** How many weights there are of flocks since an instant, counted up to `most`. */
export async function listWeighLoads(
  connection: Connection,
  scope: Scope,
  asked: { readonly flockIds: readonly string[]; readonly since: string; readonly most: number },
): Promise<WeighLoad[]> {
  const { flockIds, since, most } = asked;
  if (flockIds.length === 0) return [];
  const { dialect } = connection;
  const page = { columns: { id: 'text' }, rows: flockIds.map((id) => [id]) } as const;
  return selectObjects(
    connection,
    sql`
      with page as (${visibleAskedRows(dialect, flocks, scope, page)}),
      loads as (
        select page.id,
          (select count(*) from (
            select 1 from vision_events weight
            where weight.flock_id = page.id and weight.kind = 'weight'
              and weight.deleted_at is null and weight.ts >= ${since} limit ${most}) counted) as weights,
          (select max(fused.computed_at) from flock_weights fused
            where fused.flock_id = page.id) as computed_at
        from page)
      select ${objectOf(dialect, [
        ['id', 'loads.id', 'text'],
        ['weights', 'loads.weights', 'integer'],
        ['computedAt', 'loads.computed_at', 'timestamp'],
      ])}
      from loads`,
  );
}
