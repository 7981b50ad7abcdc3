import sql, { join } from 'sql-template-tag';
import type { StoredOf } from '../../model/registry.ts';
import { flocks } from '../../model/resources/flocks.ts';
import type { Connection } from '../database.ts';
import { rowProjection } from './row-projection.ts';
import { type Scope, scopePredicate } from './scope.ts';
import { selectObjects } from './select-objects.ts';

/** The active and selling flocks of barns, the one placed last first. */
export async function listInsideFlocks(
  connection: Connection,
  scope: Scope,
  barnIds: readonly string[],
): Promise<StoredOf<'flocks'>[]> {
  if (barnIds.length === 0) return [];
  return selectObjects(
    connection,
    sql`
      select ${rowProjection(flocks, connection.dialect)} as json from flocks record
      where ${scopePredicate(flocks, scope)} and record.barn_id in (${join([...barnIds])})
        and record.status in ('active', 'selling')
      order by record.placement_date desc, record.id desc`,
  );
}

/** The active and selling flocks of the farms that the scope names, by id. */
export function listFarmFlocks(
  connection: Connection,
  scope: Scope,
): Promise<StoredOf<'flocks'>[]> {
  return selectObjects(
    connection,
    sql`
      select ${rowProjection(flocks, connection.dialect)} as json from flocks record
      where ${scopePredicate(flocks, scope)} and record.status in ('active', 'selling')
      order by record.id`,
  );
}
