import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { weekStart } from '../money/week-start.ts';
import type { FarmFrame } from '../snapshot/farm-snapshot.ts';

/** Days in a row, both ends included. */
export interface DaySpan {
  readonly from: CalendarDay;
  readonly to: CalendarDay;
}

/** A week, and as many days of the week before it. */
export interface WeekWindow extends DaySpan {
  /** The last seven days that are over, or a week of the calendar. */
  readonly kind: 'last_7_days' | 'calendar_week';
  readonly days: number;
  /** Whether the week is over. */
  readonly isComplete: boolean;
  readonly before: DaySpan;
}

const WEEK_DAYS = 7;

/**
 * The last seven days that are over; of a day that is named the week of the calendar it lies in,
 * as far as it is over, and on its first day that day. The days before are as many, a week earlier.
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
