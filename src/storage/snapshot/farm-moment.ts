import { addDays, type CalendarDay, formatInstant } from '../../tools/calendar.ts';
import type { Scope } from '../records/scope.ts';

const HOUR_MILLIS = 3_600_000;
const DAY_MILLIS = 24 * HOUR_MILLIS;

/** A farm at a moment: what the windows of its rows are counted from. */
export interface FarmMoment {
  /** The farm alone. */
  readonly scope: Scope;
  readonly farmId: string;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** By the calendar of the farm. */
  readonly today: CalendarDay;
}

/** The day so many days before today. */
export function daysAgo({ today }: Pick<FarmMoment, 'today'>, days: number): CalendarDay {
  return addDays(today, -days);
}

/** The instant so many times 24 hours ago, ISO 8601. */
export function instantDaysAgo({ now }: Pick<FarmMoment, 'now'>, days: number): string {
  return formatInstant(now - days * DAY_MILLIS);
}

/** The instant so many hours ago, ISO 8601. */
export function hoursAgo({ now }: Pick<FarmMoment, 'now'>, hours: number): string {
  return formatInstant(now - hours * HOUR_MILLIS);
}
