import { birdFigures } from '../../model/resources/daily-logs.ts';
import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { mean, sum } from '../../tools/statistics.ts';
import { type DueDays, dueDays } from '../metrics/mortality.ts';
import { figure } from './figure.ts';
import type { FlockDay, FlockLog, FlockRecord } from './flock-record.ts';

/** The recorded day of a flock; undefined without a log or a sale. */
export function findFlockDay({ days }: FlockRecord, day: CalendarDay): FlockDay | undefined {
  const flockDay = days[countBefore(days, day)];
  return flockDay?.day === day ? flockDay : undefined;
}

/** The recorded days of a flock among the last `count` calendar days up to and including a day. */
export function recentDays(
  { days }: FlockRecord,
  until: CalendarDay,
  count: number,
): readonly FlockDay[] {
  const first = countBefore(days, addDays(until, 1 - count));
  return days.slice(first, countBefore(days, addDays(until, 1)));
}

/**
 * Number of recorded days before a day, by binary search: figures of every day look up earlier
 * days, and hens have hundreds.
 */
function countBefore(days: readonly FlockDay[], day: CalendarDay): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const flockDay = days[middle];
    if (flockDay !== undefined && flockDay.day < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

const WEEK_DAYS = 7;

/** The fields of a daily log that are counted or measured for the whole day. */
export type DailyField = 'mortality' | 'feedKg' | 'waterL' | 'eggs';

/**
 * The last day on which a field of a flock is expected: today once it is logged, else yesterday,
 * because the current day is not over.
 */
export function lastDueDay(
  record: FlockRecord,
  field: DailyField,
  today: CalendarDay,
): CalendarDay {
  const isLoggedToday = (findFlockDay(record, today)?.log?.[field] ?? null) !== null;
  return isLoggedToday ? today : addDays(today, -1);
}

/** The days with a field among the last seven on which it is expected. */
export function weekWith(
  record: FlockRecord,
  field: DailyField,
  today: CalendarDay,
): readonly FlockDay[] {
  const week = recentDays(record, lastDueDay(record, field, today), WEEK_DAYS);
  return week.filter(({ log }) => (log?.[field] ?? null) !== null);
}

/** The days on which a field of a flock is due among the last seven on which it is expected. */
export function weekDueDays(record: FlockRecord, field: DailyField, today: CalendarDay): DueDays {
  const until = lastDueDay(record, field, today);
  return dueDaysOf(record, field, { since: addDays(until, -WEEK_DAYS), until });
}

/**
 * The newest of the last seven days with a field of a flock logged; null without any, since older
 * values are not current.
 */
export function newestDayWith(
  record: FlockRecord,
  field: DailyField,
  today: CalendarDay,
): CalendarDay | null {
  return weekWith(record, field, today).at(-1)?.day ?? null;
}

/** The mean of a flock's logged values in the seven calendar days before a day. */
export interface MeanBefore {
  /** Number of the seven days that were recorded. */
  readonly days: number;
  /** Mean per recorded day; null with fewer recorded days than needed. */
  readonly mean: number | null;
}

/** The usual value: the mean of the recorded days among the seven calendar days before a day. */
export function meanBefore(
  record: FlockRecord,
  field: DailyField,
  { day, fewestDays }: { readonly day: CalendarDay; readonly fewestDays: number },
): MeanBefore {
  const values = recentDays(record, addDays(day, -1), WEEK_DAYS)
    .map(({ log }) => log?.[field] ?? null)
    .filter((value) => value !== null);
  return { days: values.length, mean: values.length < fewestDays ? null : mean(values) };
}

/**
 * Whether a day of a flock was logged. A log without any figure about the birds does not count; one
 * with implausible figures does.
 */
export function isLogged({ suspects }: Pick<FlockRecord, 'suspects'>, { log }: FlockDay): boolean {
  return log !== null && (hasFigures(log) || suspects.some(({ id }) => id === log.id));
}

/** Whether a log has any figure about the birds. */
export function hasFigures(log: Pick<FlockLog, (typeof birdFigures)[number]>): boolean {
  return birdFigures.some((field) => log[field] !== null);
}

/** The newest day of a flock that was logged; null without one. */
export function lastLoggedDay(record: FlockRecord): CalendarDay | null {
  return record.days.findLast((day) => isLogged(record, day))?.day ?? null;
}

/**
 * Number of days without a log up to and including today, since the last log or, without one, since
 * placement. No log is due on the day of placement.
 */
export function daysWithoutLog(record: FlockRecord, today: CalendarDay): number {
  const { placementDate } = record.flock;
  const logged = lastLoggedDay(record) ?? placementDate;
  return Math.max(0, daysBetween(logged > placementDate ? logged : placementDate, today));
}

/** The last manual weighing of a flock; null when there is none. */
export function lastWeighing({
  days,
}: FlockRecord): { readonly day: CalendarDay; readonly g: number } | null {
  const weighed = days.findLast(({ log }) => (log?.avgWeightGr ?? 0) > 0);
  const g = weighed?.log?.avgWeightGr ?? null;
  return weighed && g !== null ? { day: weighed.day, g } : null;
}

/** Days since the last manual weighing of a flock; without one, since its placement. */
export function daysSinceWeighing(record: FlockRecord, today: CalendarDay): number {
  return daysBetween(lastWeighing(record)?.day ?? record.flock.placementDate, today);
}

/** Age at which the hens of every breed lay. */
export const GROWN_HEN_DAYS = 140;
const GROWN_HEN_WEIGHING_DAYS = 28;

/** Whether a flock is laying hens, whose weight hardly changes. */
export function isGrownHen({ kind, ageDays }: Pick<FlockRecord, 'kind' | 'ageDays'>): boolean {
  return kind === 'layer' && (ageDays ?? 0) >= GROWN_HEN_DAYS;
}

/** Whether a flock is due for weighing after this many days; laying hens after 28. */
export function isWeighingDue(
  record: Pick<FlockRecord, 'kind' | 'ageDays'>,
  daysAgo: number,
  weighingDays: number,
): boolean {
  const allowed = isGrownHen(record)
    ? Math.max(weighingDays, GROWN_HEN_WEIGHING_DAYS)
    : weighingDays;
  return daysAgo >= allowed;
}

/** The days of a flock after `since` and up to `until`; by default all since placement. */
interface DaysAfter {
  readonly since?: CalendarDay;
  readonly until?: CalendarDay;
}

/** The days on which deaths of a flock should have been logged and were not. */
export function deathDaysOf(record: FlockRecord, span: DaysAfter = {}): DueDays {
  return dueDaysOf(record, 'mortality', span);
}

/**
 * The days on which a field of a flock should have been logged and was not. No log is due on the
 * day of placement, on the current day, and on the day on which the last birds leave.
 */
export function dueDaysOf(
  record: FlockRecord,
  field: keyof FlockLog,
  span: DaysAfter = {},
): DueDays {
  const { flock, days, live, isLive, lastDay } = record;
  if (lastDay === null) return { due: 0, unlogged: 0 };
  // Once all birds have left, nothing is due, even if the flock is not closed yet.
  const end = isLive && live === 0 ? (lastTrace(record) ?? lastDay) : lastDay;
  const until = span.until !== undefined && span.until < end ? span.until : end;
  const { placementDate } = flock;
  const since = span.since !== undefined && span.since > placementDate ? span.since : placementDate;
  const logged = days.filter(({ day, log }) => day > since && day <= until && log?.[field] != null);
  return dueDays({
    ...{ since, lastDay: until, logged: logged.length },
    // A day before the last one is over.
    isLastDayLogged: until < end || logged.at(-1)?.day === until,
  });
}

/** The first day after placement without logged deaths. */
export function firstDayWithoutDeaths({ flock, days }: FlockRecord): CalendarDay {
  let due = addDays(flock.placementDate, 1);
  for (const { day, log } of days) {
    if (day < due || log?.mortality == null) continue;
    if (day > due) break;
    due = addDays(due, 1);
  }
  return due;
}

/** The newest day of a flock with a log or a sale. */
function lastTrace(record: FlockRecord): CalendarDay | null {
  const sold = new Set(record.sales.map(({ date }) => date));
  return (
    record.days.findLast((day) => day.log === null || sold.has(day.day) || isLogged(record, day))
      ?.day ?? null
  );
}

/** The fields of a log that are due every day. */
type LoggedField = 'mortality' | 'feedKg' | 'waterL';

const LOGGED_DAYS = 7;

/**
 * Percentage of the seven days before today on which a field of the logs of flocks was filled in.
 */
export function loggedPct(
  records: readonly FlockRecord[],
  field: LoggedField,
  today: CalendarDay,
): number | null {
  const expected = sum(records.map(({ flock }) => weekDaysDue(flock.placementDate, today)));
  const logged = sum(records.map((record) => loggedDays(record, field, today)));
  return expected === 0 ? null : figure('pct', (logged / expected) * 100);
}

/**
 * Number of the seven days before a day on which a flock should have been logged: those after its
 * placement, as for `dueDays`.
 */
export function weekDaysDue(placementDate: CalendarDay, day: CalendarDay): number {
  const yesterday = addDays(day, -1);
  return Math.min(LOGGED_DAYS, Math.max(0, daysBetween(placementDate, yesterday)));
}

/** Whether a log of a day is due from a flock that is present; none is on the day of placement. */
export function isLogDue({ flock }: FlockRecord, day: CalendarDay): boolean {
  return flock.placementDate < day;
}

/** Number of these days on which a field of the log was filled in. */
export function loggedDays(record: FlockRecord, field: LoggedField, today: CalendarDay): number {
  return recentDays(record, addDays(today, -1), LOGGED_DAYS).filter(
    ({ day, log }) => day > record.flock.placementDate && (log?.[field] ?? null) !== null,
  ).length;
}

const SUSPECT_DAYS = 14;

/** Number of implausible values of a flock in the last fourteen days. */
export function recentSuspects({ suspects }: FlockRecord, today: CalendarDay): number {
  const since = addDays(today, -SUSPECT_DAYS);
  return suspects.filter(({ day }) => day > since).length;
}
