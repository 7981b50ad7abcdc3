import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { sum } from '../../tools/statistics.ts';
import { figure } from '../figure.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { recentDays } from '../flocks/recent-days.ts';

/** What a log says of a day that is to be logged every day. */
type LoggedField = 'mortality' | 'feedKg' | 'waterL';

const DAYS = 7;

/** On how many of the seven days before today a field of the logs of flocks was filled in, in %. */
export function loggedPct(
  records: readonly FlockRecord[],
  field: LoggedField,
  today: CalendarDay,
): number | null {
  const expected = sum(records.map((record) => daysInside(record, today)));
  const logged = sum(records.map((record) => loggedDays(record, field, today)));
  return expected === 0 ? null : figure('pct', (logged / expected) * 100);
}

/** How many of the seven days before today the flock was in the barn. */
export function daysInside({ flock }: FlockRecord, today: CalendarDay): number {
  return Math.min(DAYS, Math.max(0, daysBetween(flock.placementDate, today)));
}

/** On how many of the seven days before today a field of the log of a flock was filled in. */
export function loggedDays(record: FlockRecord, field: LoggedField, today: CalendarDay): number {
  return recentDays(record, addDays(today, -1), DAYS).filter(
    ({ day, log }) => day >= record.flock.placementDate && (log?.[field] ?? null) !== null,
  ).length;
}

const SUSPECT_DAYS = 14;

/** How many values of a flock of the last fourteen days cannot be right. */
export function recentSuspects({ suspects }: FlockRecord, today: CalendarDay): number {
  const since = addDays(today, -SUSPECT_DAYS);
  return suspects.filter(({ day }) => day > since).length;
}
