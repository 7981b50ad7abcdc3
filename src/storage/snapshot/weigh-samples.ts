import sql from 'sql-template-tag';
import type { StoredOf } from '../../model/registry.ts';
import { visionEvents } from '../../model/resources/vision-events.ts';
import type { Connection } from '../database.ts';
import { rowProjection } from '../records/row-projection.ts';
import { scopePredicate } from '../records/scope.ts';
import { selectObjects } from '../records/select-objects.ts';
import { type FarmMoment, hoursAgo } from './farm-moment.ts';

const SAMPLE_HOURS = 48;

/**
 * Camera weights of the last 48 hours whose meta carries a sample, `weights` or `n` with `sd`; the
 * newest of each flock, by flock.
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
