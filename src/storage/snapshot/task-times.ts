import sql from 'sql-template-tag';
import { tasks } from '../../model/resources/tasks.ts';
import type { Connection } from '../database.ts';
import { scopePredicate } from '../records/scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../records/select-objects.ts';
import { type FarmMoment, instantDaysAgo } from './farm-moment.ts';

const DAYS = 100;

/** When a task came, was due and was done. */
export interface TaskTimesRow {
  readonly createdAt: string;
  readonly dueDate: string | null;
  readonly completedAt: string | null;
}

const TIMES: readonly ObjectColumn[] = [
  ['createdAt', 'task.created_at', 'timestamp'],
  ['dueDate', 'task.due_date', 'date'],
  ['completedAt', 'task.completed_at', 'timestamp'],
];

/** The times of tasks that are to be done still or were done in the last 100 days; the oldest first. */
export function listTaskTimes(connection: Connection, moment: FarmMoment): Promise<TaskTimesRow[]> {
  const since = instantDaysAgo(moment, DAYS);
  const { farmId } = moment;
  return selectObjects(
    connection,
    sql`
      select ${objectOf(connection.dialect, TIMES)}
      from (
        select id from tasks
        where farm_id = ${farmId} and deleted_at is null
          and status in ('open', 'in_progress', 'blocked')
        union
        select id from tasks
        where farm_id = ${farmId} and deleted_at is null and completed_at >= ${since}
      ) found cross join tasks task
      where task.id = found.id and ${scopePredicate(tasks, moment.scope, 'task')}
      order by task.created_at, task.id`,
  );
}
