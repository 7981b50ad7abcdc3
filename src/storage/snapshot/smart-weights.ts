import sql from 'sql-template-tag';
import { flocks } from '../../model/resources/flocks.ts';
import type { Connection } from '../database.ts';
import { scopePredicate } from '../records/scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../records/select-objects.ts';
import { type FarmMoment, hoursAgo } from './farm-moment.ts';
import { isInsideFlock } from './flock-states.ts';

const FRESH_HOURS = 48;

/** A fused weight of a flock, as it is kept for every day. */
export interface FlockWeightRow<Source> {
  readonly flockId: string;
  readonly at: string;
  readonly weightG: number;
  readonly lowG: number;
  readonly highG: number;
  readonly uncalibrated: boolean;
  readonly sources: readonly Source[];
}

const WEIGHT: readonly ObjectColumn[] = [
  ['flockId', 'fused.flock_id', 'text'],
  ['at', 'fused.computed_at', 'timestamp'],
  ['weightG', 'fused.weight_g', 'number'],
  ['lowG', 'fused.low_g', 'number'],
  ['highG', 'fused.high_g', 'number'],
  ['uncalibrated', 'fused.uncalibrated', 'boolean'],
  ['sources', 'fused.sources', 'json'],
];

/** The newest fused weight of each active and selling flock, where one is of the last 48 hours. */
export function listSmartWeights<Source>(
  connection: Connection,
  moment: FarmMoment,
): Promise<FlockWeightRow<Source>[]> {
  return selectObjects(
    connection,
    sql`
      select ${objectOf(connection.dialect, WEIGHT)}
      from flocks flock cross join flock_weights fused
      where flock.farm_id = ${moment.farmId} and ${isInsideFlock}
        and ${scopePredicate(flocks, moment.scope, 'flock')}
        and fused.flock_id = flock.id and fused.computed_at >= ${hoursAgo(moment, FRESH_HOURS)}
        and fused.day = (
          select max(newest.day) from flock_weights newest where newest.flock_id = flock.id)
      order by fused.flock_id`,
  );
}
