import sql from 'sql-template-tag';
import { alerts } from '../../model/resources/alerts.ts';
import type { Connection } from '../database.ts';
import { scopePredicate } from '../records/scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../records/select-objects.ts';
import { type FarmMoment, instantDaysAgo } from './farm-moment.ts';

const DAYS = 100;

/** When an alert came and was settled. */
export interface AlertTimesRow {
  readonly severity: string | null;
  readonly createdAt: string;
  readonly resolvedAt: string | null;
}

const TIMES: readonly ObjectColumn[] = [
  ['severity', 'alert.severity', 'text'],
  ['createdAt', 'alert.created_at', 'timestamp'],
  ['resolvedAt', 'alert.resolved_at', 'timestamp'],
];

/** The times of alerts that are open still, or came or were settled in the last 100 days; the oldest first. */
export function listAlertTimes(
  connection: Connection,
  moment: FarmMoment,
): Promise<AlertTimesRow[]> {
  const since = instantDaysAgo(moment, DAYS);
  const { farmId } = moment;
  return selectObjects(
    connection,
    sql`
      select ${objectOf(connection.dialect, TIMES)}
      from (
        select id from alerts
        where farm_id = ${farmId} and deleted_at is null and created_at >= ${since}
        union
        select id from alerts
        where farm_id = ${farmId} and deleted_at is null and resolved_at is not null
          and resolved_at >= ${since}
        union
        select id from alerts
        where farm_id = ${farmId} and deleted_at is null
          and status in ('open', 'acknowledged', 'in_progress')
      ) found cross join alerts alert
      where alert.id = found.id and ${scopePredicate(alerts, moment.scope, 'alert')}
      order by alert.created_at, alert.id`,
  );
}
