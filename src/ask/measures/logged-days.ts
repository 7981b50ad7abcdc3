import type { FlockDay, FlockRecord } from '../../farming/core/flock-record.ts';
import { daysBetween } from '../../tools/calendar.ts';
import type { Fact, Period } from '../measure.ts';
import type { LoggedField } from './missing-on-day.ts';

/** The days of a flock in a period on which a value was logged. */
export interface LoggedDays {
  readonly days: readonly FlockDay[];
  /** How many days of the period the flock was there. */
  readonly daysThere: number;
}

/** The days of a period on which a value of a flock was logged. */
export function loggedDays(
  { days, flock, lastDay }: FlockRecord,
  { from, to }: Period,
  field: LoggedField,
): LoggedDays {
  const first = from < flock.placementDate ? flock.placementDate : from;
  const last = lastDay !== null && lastDay < to ? lastDay : to;
  return {
    days: days.filter(({ day, log }) => from <= day && day <= to && log?.[field] != null),
    daysThere: Math.max(0, daysBetween(first, last) + 1),
  };
}

/** The logs of days, as the source of a fact. */
export function logsOf(days: readonly FlockDay[]): Fact['source'] {
  return { resource: 'daily-logs', ids: days.flatMap(({ log }) => (log ? [log.id] : [])) };
}
