import type { weeklySummaryAnswer } from '../../model/answers/weekly-summary.ts';
import type { Made } from '../../model/api/json-schema.ts';
import {
  addDays,
  type CalendarDay,
  daysBetween,
  endOfDay,
  formatInstant,
  startOfDay,
} from '../../tools/calendar.ts';
import { weekStart } from '../accounting/ledger.ts';
import type { FarmFrame, FarmSnapshot } from '../core/farm-snapshot.ts';
import { countSeverities } from '../core/open-items.ts';

/** Consecutive days, both ends included. */
export interface DaySpan {
  readonly from: CalendarDay;
  readonly to: CalendarDay;
}

/** A week, and the same number of days of the week before. */
export type WeekWindow = Made<(typeof weeklySummaryAnswer)['schema']>['period'];

const WEEK_DAYS = 7;

/**
 * The last seven completed days; for a given day, the completed part of its calendar week, or on
 * the first day of a week that day itself. The comparison is the same number of days one week
 * earlier.
 */
export function weekWindow(
  { today, thresholds }: Pick<FarmFrame, 'today' | 'thresholds'>,
  named?: CalendarDay,
): WeekWindow {
  const yesterday = addDays(today, -1);
  if (named === undefined) {
    return windowOf('last_7_days', { from: addDays(today, -WEEK_DAYS), to: yesterday }, true);
  }
  const from = weekStart(named, thresholds.weekStartsOn);
  const last = addDays(from, WEEK_DAYS - 1);
  if (last < today) return windowOf('calendar_week', { from, to: last }, true);
  const isBegun = from <= yesterday;
  return windowOf('calendar_week', { from, to: isBegun ? yesterday : from }, false);
}

function windowOf(kind: WeekWindow['kind'], { from, to }: DaySpan, isComplete: boolean) {
  const before = { from: addDays(from, -WEEK_DAYS), to: addDays(to, -WEEK_DAYS) };
  return { kind, from, to, days: daysBetween(from, to) + 1, isComplete, before };
}

/** Completed work over some days, and the remaining work. */
export type WeekWork = Made<(typeof weeklySummaryAnswer)['schema']>['work']['week'];

/** Work completed over some days of the farm, and open work at the end of the last day. */
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
