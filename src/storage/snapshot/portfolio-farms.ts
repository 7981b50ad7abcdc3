import sql from 'sql-template-tag';
import { farms } from '../../model/resources/farms.ts';
import type { Connection } from '../database.ts';
import { rowProjection } from '../records/row-projection.ts';
import { type Scope, scopePredicate } from '../records/scope.ts';
import { type FarmText, selectFarmTexts } from './farm-texts.ts';

/** The row of every farm that a scope sees, by name. */
export function listPortfolioFarms(connection: Connection, scope: Scope): Promise<FarmText[]> {
  return selectFarmTexts(
    connection,
    sql`
      select record.id as "farmId", ${rowProjection(farms, connection.dialect)} as json
      from farms record where ${scopePredicate(farms, scope)} order by record.name, record.id`,
  );
}
