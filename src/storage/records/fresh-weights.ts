import sql from 'sql-template-tag';
import { flocks } from '../../model/resources/flocks.ts';
import type { Connection } from '../database.ts';
import { visibleAskedRows } from './asked-rows.ts';
import type { Scope } from './scope.ts';
import { objectOf, selectObjects } from './select-objects.ts';

/** What a flock weighs by its cameras and weighings together. */
export interface FreshWeight {
  readonly id: string;
  readonly weightG: number;
  /** When it was computed. */
  readonly at: string;
  /** Neither a manual weighing nor a calibrated camera takes part. */
  readonly uncalibrated: boolean;
}

/** The newest fused weight of flocks that the scope sees, where one was computed since an instant. */
export async function listFreshWeights(
  connection: Connection,
  scope: Scope,
  asked: { readonly flockIds: readonly string[]; readonly since: string },
): Promise<FreshWeight[]> {
  if (asked.flockIds.length === 0) return [];
  const { dialect } = connection;
  const page = { columns: { id: 'text' }, rows: asked.flockIds.map((id) => [id]) } as const;
  return selectObjects(
    connection,
    sql`
      with page as (${visibleAskedRows(dialect, flocks, scope, page)})
      select ${objectOf(dialect, [
        ['id', 'page.id', 'text'],
        ['weightG', 'fused.weight_g', 'number'],
        ['at', 'fused.computed_at', 'timestamp'],
        ['uncalibrated', 'fused.uncalibrated', 'boolean'],
      ])}
      from page cross join flock_weights fused
      where fused.flock_id = page.id and fused.computed_at >= ${asked.since}
        and fused.day = (
          select max(newest.day) from flock_weights newest where newest.flock_id = page.id)`,
  );
}
