import sql from 'sql-template-tag';
import type { StoredOf } from '../../model/registry.ts';
import { farms } from '../../model/resources/farms.ts';
import type { Connection } from '../database.ts';
import { rowProjection } from '../records/row-projection.ts';
import { type Scope, scopePredicate } from '../records/scope.ts';
import { selectObjects } from '../records/select-objects.ts';

/** Every farm that a scope sees, by name. */
export function listPortfolioFarms(
  connection: Connection,
  scope: Scope,
): Promise<StoredOf<'farms'>[]> {
  return selectObjects(
    connection,
    sql`
      select ${rowProjection(farms, connection.dialect)} as json
      from farms record where ${scopePredicate(farms, scope)} order by record.name, record.id`,
  );
}
