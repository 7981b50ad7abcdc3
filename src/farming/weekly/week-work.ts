import { endOfDay, formatInstant, startOfDay } from '../../tools/calendar.ts';
import { countSeverities, type SeverityCounts } from '../gaps/count-severities.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import type { DaySpan } from './week-window.ts';

/** What was done over some days, and what was left. */
export interface WeekWork {
  readonly tasksDone: number;
  /** Due by the last day and not done by its end. */
  readonly tasksOverdue: number;
  readonly alertsOpened: SeverityCounts;
  readonly alertsResolved: number;
  /** In the evening of the last day. */
  readonly alertsOpen: number;
}

/** What was done over some days of the farm, and what was left in the evening of the last. */
export function weekWork(
  { alertTimes, taskTimes, zone }: FarmSnapshot<'alertTimes' | 'taskTimes'>,
  { from, to }: DaySpan,
): WeekWork {
  const start = formatInstant(startOfDay(from, zone));
  const end = formatInstant(endOfDay(to, zone));
  const isWithin = (instant: string | null) =>
    instant !== null && start <= instant && instant <= end;
  const isLeft = (createdAt: string, doneAt: string | null) =>
    createdAt <= end && (doneAt === null || doneAt > end);
  return {
    tasksDone: taskTimes.filter(({ completedAt }) => isWithin(completedAt)).length,
    tasksOverdue: taskTimes.filter(
      ({ createdAt, dueDate, completedAt }) =>
        dueDate !== null && dueDate <= to && isLeft(createdAt, completedAt),
    ).length,
    alertsOpened: countSeverities(alertTimes.filter(({ createdAt }) => isWithin(createdAt))),
    alertsResolved: alertTimes.filter(({ resolvedAt }) => isWithin(resolvedAt)).length,
    alertsOpen: alertTimes.filter(({ createdAt, resolvedAt }) => isLeft(createdAt, resolvedAt))
      .length,
  };
}
