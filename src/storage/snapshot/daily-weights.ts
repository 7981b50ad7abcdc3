import sql from 'sql-template-tag';
import { flocks } from '../../model/resources/flocks.ts';
import type { Connection } from '../database.ts';
import { scopePredicate } from '../records/scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../records/select-objects.ts';
import { daysAgo, type FarmMoment } from './farm-moment.ts';

const DAYS = 100;

/** The fused weight of a flock on a day. */
export interface DailyWeightRow {
  readonly flockId: string;
  readonly day: string;
  readonly weightG: number;
}

const WEIGHT: readonly ObjectColumn[] = [
  ['flockId', 'fused.flock_id', 'text'],
  ['day', 'fused.day', 'date'],
  ['weightG', 'fused.weight_g', 'number'],
];

/** The fused weights of the flocks of a farm, of the last 100 days; by flock and day. */
export function listDailyWeights(
  connection: Connection,
  moment: FarmMoment,
): Promise<DailyWeightRow[]> {
  return selectObjects(
    connection,
    sql`
      select ${objectOf(connection.dialect, WEIGHT)}
      from flocks flock cross join flock_weights fused
      where flock.farm_id = ${moment.farmId}
        and ${scopePredicate(flocks, moment.scope, 'flock')}
        and fused.flock_id = flock.id and fused.day >= ${daysAgo(moment, DAYS)}
      order by fused.flock_id, fused.day`,
  );
}
