import sql from 'sql-template-tag';
import type { StoredOf } from '../../model/registry.ts';
import { barns } from '../../model/resources/barns.ts';
import { envReadings } from '../../model/resources/env-readings.ts';
import type { Connection } from '../database.ts';
import { rowProjection } from '../records/row-projection.ts';
import { scopePredicate } from '../records/scope.ts';
import { selectObjects } from '../records/select-objects.ts';
import type { FarmMoment } from './farm-moment.ts';

/** The newest reading of each barn of a farm, however old, by barn; none of source `weather`. */
export function listNewestReadings(
  connection: Connection,
  { scope }: FarmMoment,
): Promise<StoredOf<'env-readings'>[]> {
  return selectObjects(
    connection,
    sql`
      select ${rowProjection(envReadings, connection.dialect)} as json
      from barns barn cross join env_readings record
      where ${scopePredicate(barns, scope, 'barn')} and ${scopePredicate(envReadings, scope)}
        and record.id = (
          select newest.id from env_readings newest
          where newest.barn_id = barn.id and newest.deleted_at is null
            and newest.source <> 'weather'
          order by newest.ts desc, newest.id desc limit 1)
      order by record.barn_id`,
  );
}
