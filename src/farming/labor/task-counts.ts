import type { StoredOf } from '../../model/registry.ts';
import type { CalendarDay } from '../../tools/calendar.ts';
import { percentOf } from '../metrics/percent-of.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

const DAY_MILLIS = 86_400_000;
const WINDOW_DAYS = 30;
const SETTLED: readonly (string | null)[] = ['done', 'cancelled'];

/** The tasks that count: those open, and those done in the last 30 days. */
export interface TaskWindow {
  readonly today: CalendarDay;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly open: readonly StoredOf<'tasks'>[];
  readonly done: readonly StoredOf<'tasks'>[];
}

/** How far the work of a farm has come. */
export interface TaskCounts {
  readonly open: number;
  /** Open, and due before today. */
  readonly overdue: number;
  readonly done: number;
  /** Done by all that was to be done up to today. */
  readonly completionRatePct: number | null;
}

/** The tasks of a farm that count today. */
export function taskWindow({ tasks, now, today }: FarmSnapshot<'tasks'>): TaskWindow {
  const since = now - WINDOW_DAYS * DAY_MILLIS;
  return {
    today,
    since,
    open: tasks.filter(isOpenTask),
    done: tasks.filter(
      ({ status, completedAt }) =>
        status === 'done' && completedAt !== null && Date.parse(completedAt) >= since,
    ),
  };
}

/** Counts the tasks of a farm. */
export function taskCounts({ today, open, done }: TaskWindow): TaskCounts {
  const overdue = open.filter((task) => isDue(task, today)).length;
  const dueToday = open.filter(({ dueDate }) => dueDate === today).length;
  return {
    open: open.length,
    overdue,
    done: done.length,
    completionRatePct: percentOf(done.length, done.length + overdue + dueToday),
  };
}

/** Whether a task is still to be done. */
export function isOpenTask({ status }: StoredOf<'tasks'>): boolean {
  return !SETTLED.includes(status);
}

/** Whether a task should have been done before today. */
export function isDue({ dueDate }: StoredOf<'tasks'>, today: CalendarDay): boolean {
  return dueDate !== null && dueDate < today;
}
