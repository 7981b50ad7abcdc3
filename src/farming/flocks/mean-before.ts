import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { mean } from '../../tools/statistics.ts';
import type { FlockRecord } from './flock-record.ts';
import { recentDays } from './recent-days.ts';

const DAYS = 7;

/** What of a daily log is counted or measured for the whole day. */
export type DailyField = 'mortality' | 'feedKg' | 'waterL' | 'eggs';

/** What was logged of a flock in the seven calendar days before a day. */
export interface MeanBefore {
  /** How many of the seven were recorded. */
  readonly days: number;
  /** A recorded day; null when fewer days were recorded than are needed. */
  readonly mean: number | null;
}

/** What is usual: the mean over the recorded ones of the seven calendar days before a day. */
export function meanBefore(
  record: FlockRecord,
  field: DailyField,
  { day, fewestDays }: { readonly day: CalendarDay; readonly fewestDays: number },
): MeanBefore {
  const values = recentDays(record, addDays(day, -1), DAYS)
    .map(({ log }) => log?.[field] ?? null)
    .filter((value) => value !== null);
  return { days: values.length, mean: values.length < fewestDays ? null : mean(values) };
}
