import sql from 'sql-template-tag';
import type { StoredOf } from '../../model/registry.ts';
import { envReadings } from '../../model/resources/env-readings.ts';
import type { Connection } from '../database.ts';
import { rowProjection } from '../records/row-projection.ts';
import { scopePredicate } from '../records/scope.ts';
import { selectObjects } from '../records/select-objects.ts';
import { type FarmMoment, hoursAgo } from './farm-moment.ts';

/** Rows of source `weather`, from 26 hours ago on, by time; the one changed last for each moment. */
export function listWeatherRows(
  connection: Connection,
  moment: FarmMoment,
): Promise<StoredOf<'env-readings'>[]> {
  return selectObjects(
    connection,
    sql`
      select ${rowProjection(envReadings, connection.dialect)} as json
      from (
        select record.*, row_number() over (
          partition by record.ts order by record.updated_at desc, record.id desc
        ) as place
        from env_readings record
        where ${scopePredicate(envReadings, moment.scope)}
          and record.ts >= ${hoursAgo(moment, 26)} and record.source = 'weather'
      ) record
      where record.place = 1
      order by record.ts`,
  );
}
