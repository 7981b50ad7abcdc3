import sql from 'sql-template-tag';
import type { Connection } from '../database.ts';
import { farmDays, type PortfolioMoment } from './farm-days.ts';
import { type FlockResultRow, listFlockResults } from './flock-results.ts';
import { isClosedFlock } from './flock-states.ts';

/** The result of the flock closed last on each of the farms that ever closed one. */
export function listLastResults(
  connection: Connection,
  moment: PortfolioMoment,
): Promise<FlockResultRow[]> {
  return listFlockResults(
    connection,
    sql`
      select last_closed.id, page.day
      from (${farmDays(connection.dialect, moment)}) page cross join flocks last_closed
      where last_closed.id = (
        select flock.id from flocks flock
        where flock.org_id = ${moment.scope.orgId} and flock.farm_id = page.id and ${isClosedFlock}
        order by flock.closed_at desc nulls last, flock.id desc limit 1)`,
  );
}
