import sql, { join } from 'sql-template-tag';
import { dailyLogs } from '../../model/resources/daily-logs.ts';
import type { Connection } from '../database.ts';
import { decidingLog } from './deciding-log.ts';
import { type Scope, scopePredicate } from './scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from './select-objects.ts';

/** What the deciding log of a flock says of a day. */
export interface LoggedDay {
  readonly flockId: string;
  readonly date: string;
  readonly mortality: number | null;
  readonly avgWeightGr: number | null;
}

const DAY: readonly ObjectColumn[] = [
  ['flockId', 'record.flock_id', 'text'],
  ['date', 'record.date', 'date'],
  ['mortality', 'record.mortality', 'integer'],
  ['avgWeightGr', 'record.avg_weight_gr', 'number'],
];

/** The logged days of flocks, from a day on where one is given, by flock and day. */
export async function listLoggedDays(
  connection: Connection,
  input: {
    readonly scope: Scope;
    readonly flockIds: readonly string[];
    readonly since?: string;
  },
): Promise<LoggedDay[]> {
  const { scope, flockIds, since } = input;
  if (flockIds.length === 0) return [];
  const recent = since === undefined ? sql`` : sql`and record.date >= ${since}`;
  return selectObjects(
    connection,
    sql`
      select ${objectOf(connection.dialect, DAY)} from daily_logs record
      where ${scopePredicate(dailyLogs, scope)} and record.flock_id in (${join([...flockIds])})
        and ${decidingLog('record')} ${recent}
      order by record.flock_id, record.date`,
  );
}
