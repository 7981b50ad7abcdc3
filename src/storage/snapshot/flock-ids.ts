import sql, { type Sql } from 'sql-template-tag';
import { flocks } from '../../model/resources/flocks.ts';
import { scopePredicate } from '../records/scope.ts';
import { type FarmMoment, instantDaysAgo } from './farm-moment.ts';
import { isClosedFlock, isInsideFlock, isLiveFlock } from './flock-states.ts';

const CLOSED_DAYS = 400;
const LAST_CLOSED = 6;

/** The query of the ids of the flocks of a farm that are planned, active or selling. */
export function liveFlockIds({ farmId }: FarmMoment): Sql {
  return sql`select flock.id from flocks flock where flock.farm_id = ${farmId} and ${isLiveFlock}`;
}

/** The query of the ids of the flocks of a farm that are active or selling. */
export function insideFlockIds({ farmId }: FarmMoment): Sql {
  return sql`select flock.id from flocks flock where flock.farm_id = ${farmId} and ${isInsideFlock}`;
}

/** The query of the ids of the flocks closed in the last 400 days, and of the six closed last. */
export function closedFlockIds(moment: FarmMoment): Sql {
  const ofFarm = sql`${scopePredicate(flocks, moment.scope, 'flock')} and ${isClosedFlock}`;
  return sql`
    select flock.id from flocks flock
    where ${ofFarm} and flock.closed_at >= ${instantDaysAgo(moment, CLOSED_DAYS)}
    union
    select last_closed.id from (
      select flock.id from flocks flock where ${ofFarm}
      order by flock.closed_at desc nulls last, flock.id desc limit ${LAST_CLOSED}
    ) last_closed`;
}
