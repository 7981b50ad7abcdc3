import sql from 'sql-template-tag';
import { flocks } from '../../model/resources/flocks.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { visionEvents } from '../../model/resources/vision-events.ts';
import type { Connection } from '../core/database.ts';
import { scopePredicate } from '../core/scope.ts';
import {
  isInsideFlock,
  type ObjectColumn,
  objectOf,
  selectObjects,
} from '../core/select-objects.ts';
import { rowProjection } from '../core/stored-row.ts';
import { daysAgo, type FarmMoment, hoursAgo } from './farm-moment.ts';

const DAYS = 100;

/** The fused weight of a flock on a day. */
export interface DailyWeightRow {
  readonly flockId: string;
  readonly day: string;
  readonly weightG: number;
}

const FUSED_WEIGHT: readonly ObjectColumn[] = [
  ['flockId', 'fused.flock_id', 'text'],
  ['day', 'fused.day', 'date'],
  ['weightG', 'fused.weight_g', 'number'],
];

/** The fused weights of the flocks of a farm in the last 100 days; by flock and day. */
export function listDailyWeights(
  connection: Connection,
  moment: FarmMoment,
): Promise<DailyWeightRow[]> {
  return selectObjects(
    connection,
    sql`
      select ${objectOf(connection.dialect, FUSED_WEIGHT)}
      from flocks flock cross join flock_weights fused
      where flock.farm_id = ${moment.farmId}
        and ${scopePredicate(flocks, moment.scope, 'flock')}
        and fused.flock_id = flock.id and fused.day >= ${daysAgo(moment, DAYS)}
      order by fused.flock_id, fused.day`,
  );
}

const FRESH_HOURS = 48;

/** The fused weight of a flock, stored per day. */
export interface FlockWeightRow<Source> {
  readonly flockId: string;
  readonly at: string;
  readonly weightG: number;
  readonly lowG: number;
  readonly highG: number;
  readonly uncalibrated: boolean;
  readonly sources: readonly Source[];
}

const SMART_WEIGHT: readonly ObjectColumn[] = [
  ['flockId', 'fused.flock_id', 'text'],
  ['at', 'fused.computed_at', 'timestamp'],
  ['weightG', 'fused.weight_g', 'number'],
  ['lowG', 'fused.low_g', 'number'],
  ['highG', 'fused.high_g', 'number'],
  ['uncalibrated', 'fused.uncalibrated', 'boolean'],
  ['sources', 'fused.sources', 'json'],
];

/** The newest fused weight of each active and selling flock, if it is from the last 48 hours. */
export function listSmartWeights<Source>(
  connection: Connection,
  moment: FarmMoment,
): Promise<FlockWeightRow<Source>[]> {
  return selectObjects(
    connection,
    sql`
      select ${objectOf(connection.dialect, SMART_WEIGHT)}
      from flocks flock cross join flock_weights fused
      where flock.farm_id = ${moment.farmId} and ${isInsideFlock}
        and ${scopePredicate(flocks, moment.scope, 'flock')}
        and fused.flock_id = flock.id and fused.computed_at >= ${hoursAgo(moment, FRESH_HOURS)}
        and fused.day = (
          select max(newest.day) from flock_weights newest where newest.flock_id = flock.id)
      order by fused.flock_id`,
  );
}

const SAMPLE_HOURS = 48;

/**
 * Camera weights of the last 48 hours with a sample in meta, `weights` or `n` with `sd`; the newest
 * of each flock, by flock.
 */
export function listWeighSamples(
  connection: Connection,
  moment: FarmMoment,
): Promise<StoredOf<'vision-events'>[]> {
  return selectObjects(
    connection,
    sql`
      select ${rowProjection(visionEvents, connection.dialect)} as json
      from (
        select record.*, row_number() over (
          partition by record.flock_id order by record.ts desc, record.id desc
        ) as place
        from vision_events record
        where ${scopePredicate(visionEvents, moment.scope)}
          and record.ts >= ${hoursAgo(moment, SAMPLE_HOURS)} and record.kind = 'weight'
          and record.flock_id is not null
          and (record.meta -> 'weights' is not null
            or (record.meta -> 'n' is not null and record.meta -> 'sd' is not null))
      ) record
      where record.place = 1
      order by record.flock_id`,
  );
}
