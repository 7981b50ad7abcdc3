import { birdFigures } from '../../model/resources/daily-logs.ts';
import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { mean, sum } from '../../tools/statistics.ts';
import { type DueDays, dueDays } from '../metrics/mortality.ts';
import { figure } from './figure.ts';
import type { FlockDay, FlockLog, FlockRecord } from './flock-record.ts';

/** What is recorded of a flock on a day; undefined without a log or a sale. */
export function findFlockDay({ days }: FlockRecord, day: CalendarDay): FlockDay | undefined {
  const found = days[countBefore(days, day)];
  return found?.day === day ? found : undefined;
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
 * How many recorded days are before a day, found by binary search: figures of every day ask for the
 * days before it, and of hens there are hundreds.
 */
function countBefore(days: readonly FlockDay[], day: CalendarDay): number {
  let low = 0;
  let high = days.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const found = days[middle];
    if (found !== undefined && found.day < day) low = middle + 1;
    else high = middle;
  }
  return low;
}

const WEEK_DAYS = 7;

/** What of a daily log is counted or measured for the whole day. */
export type DailyField = 'mortality' | 'feedKg' | 'waterL' | 'eggs';

/**
 * The last day of a flock on which a field should be known: today once it was logged, else
 * yesterday, since a day that is not over is not missing.
 */
export function lastDueDay(
  record: FlockRecord,
  field: DailyField,
  today: CalendarDay,
): CalendarDay {
  const isLoggedToday = (findFlockDay(record, today)?.log?.[field] ?? null) !== null;
  return isLoggedToday ? today : addDays(today, -1);
}

/** The days with a field among the last seven on which it should be known. */
export function weekWith(
  record: FlockRecord,
  field: DailyField,
  today: CalendarDay,
): readonly FlockDay[] {
  const week = recentDays(record, lastDueDay(record, field, today), WEEK_DAYS);
  return week.filter(({ log }) => (log?.[field] ?? null) !== null);
}

/**
 * The newest day of the last seven on which a field of a flock was logged; null without any: what is
 * older says nothing of today.
 */
export function newestDayWith(
  record: FlockRecord,
  field: DailyField,
  today: CalendarDay,
): CalendarDay | null {
  return weekWith(record, field, today).at(-1)?.day ?? null;
}

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
  const values = recentDays(record, addDays(day, -1), WEEK_DAYS)
    .map(({ log }) => log?.[field] ?? null)
    .filter((value) => value !== null);
  return { days: values.length, mean: values.length < fewestDays ? null : mean(values) };
}

/**
 * Whether a day of a flock was logged: a log without a figure of the birds says nothing of the day.
 * One whose figures cannot be believed was logged nevertheless.
 */
export function isLogged({ suspects }: Pick<FlockRecord, 'suspects'>, { log }: FlockDay): boolean {
  return log !== null && (hasFigures(log) || suspects.some(({ id }) => id === log.id));
}

/** Whether a log has a figure of the birds. */
export function hasFigures(log: Pick<FlockLog, (typeof birdFigures)[number]>): boolean {
  return birdFigures.some((field) => log[field] !== null);
}

/** The newest day of a flock that was logged; null without one. */
export function lastLoggedDay(record: FlockRecord): CalendarDay | null {
  return record.days.findLast((day) => isLogged(record, day))?.day ?? null;
}

/**
 * Days in a row without a log of a flock up to today, which is one of them: those after its last
 * log, or after its placement, on which nothing has to be logged yet.
 */
export function daysWithoutLog(record: FlockRecord, today: CalendarDay): number {
  const { placementDate } = record.flock;
  const logged = lastLoggedDay(record) ?? placementDate;
  return Math.max(0, daysBetween(logged > placementDate ? logged : placementDate, today));
}

/** The last time a flock was weighed by hand; null when it never was. */
export function lastWeighing({
  days,
}: FlockRecord): { readonly day: CalendarDay; readonly g: number } | null {
  const weighed = days.findLast(({ log }) => (log?.avgWeightGr ?? 0) > 0);
  const g = weighed?.log?.avgWeightGr ?? null;
  return weighed && g !== null ? { day: weighed.day, g } : null;
}

/** Days since a flock was last weighed by hand; where it never was, since it came. */
export function daysSinceWeighing(record: FlockRecord, today: CalendarDay): number {
  return daysBetween(lastWeighing(record)?.day ?? record.flock.placementDate, today);
}

/** By then the hens of every breed are in lay. */
const GROWN_HEN_DAYS = 140;
const GROWN_HEN_WEIGHING_DAYS = 28;

/** Whether a flock is one of hens in lay, whose weight hardly changes. */
export function isGrownHen({ kind, ageDays }: Pick<FlockRecord, 'kind' | 'ageDays'>): boolean {
  return kind === 'layer' && (ageDays ?? 0) >= GROWN_HEN_DAYS;
}

/** Whether a flock that was weighed so many days ago should be weighed again: hens in lay after 28. */
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

/**
 * The days on which the deaths of a flock should be logged, and are not: all after its placement, or
 * those of a span.
 */
export function deathDaysOf(
  record: FlockRecord,
  span: { readonly since?: CalendarDay; readonly until?: CalendarDay } = {},
): DueDays {
  const { flock, days, live, isLive, lastDay } = record;
  if (lastDay === null) return { due: 0, unlogged: 0 };
  // Of birds that have all left no deaths are due, even where the flock is not closed yet.
  const end = isLive && live === 0 ? (lastTrace(record) ?? lastDay) : lastDay;
  const until = span.until !== undefined && span.until < end ? span.until : end;
  const { placementDate } = flock;
  const since = span.since !== undefined && span.since > placementDate ? span.since : placementDate;
  const logged = days.filter(
    ({ day, log }) => day > since && day <= until && log?.mortality != null,
  );
  return dueDays({
    ...{ since, lastDay: until, logged: logged.length },
    // A day before the last is over.
    isLastDayLogged: until < end || logged.at(-1)?.day === until,
  });
}

/** The newest day of a flock that was logged or on which birds were sold. */
function lastTrace(record: FlockRecord): CalendarDay | null {
  const sold = new Set(record.sales.map(({ date }) => date));
  return (
    record.days.findLast((day) => day.log === null || sold.has(day.day) || isLogged(record, day))
      ?.day ?? null
  );
}

/** What a log says of a day that is to be logged every day. */
type LoggedField = 'mortality' | 'feedKg' | 'waterL';

const LOGGED_DAYS = 7;

/** On how many of the seven days before today a field of the logs of flocks was filled in, in %. */
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
 * On how many of the seven days before a day a flock should be logged: those after its placement, as
 * for `dueDays`.
 */
export function weekDaysDue(placementDate: CalendarDay, day: CalendarDay): number {
  const yesterday = addDays(day, -1);
  return Math.min(LOGGED_DAYS, Math.max(0, daysBetween(placementDate, yesterday)));
}

/** On how many of these days a field of the log of a flock was filled in. */
export function loggedDays(record: FlockRecord, field: LoggedField, today: CalendarDay): number {
  return recentDays(record, addDays(today, -1), LOGGED_DAYS).filter(
    ({ day, log }) => day > record.flock.placementDate && (log?.[field] ?? null) !== null,
  ).length;
}

const SUSPECT_DAYS = 14;

/** How many values of a flock of the last fourteen days cannot be right. */
export function recentSuspects({ suspects }: FlockRecord, today: CalendarDay): number {
  const since = addDays(today, -SUSPECT_DAYS);
  return suspects.filter(({ day }) => day > since).length;
}
