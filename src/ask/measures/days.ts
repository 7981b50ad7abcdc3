import type { FarmFrame } from '../../farming/core/farm-snapshot.ts';
import { type FigureKind, figure } from '../../farming/core/figure.ts';
import { dueDaysOf, findFlockDay } from '../../farming/core/flock-days.ts';
import type { FlockDay, FlockRecord } from '../../farming/core/flock-record.ts';
import type { MissingData } from '../../farming/core/section.ts';
import { type Message, message, type Unit } from '../../model/core/message.ts';
import { addDays, addMonths, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { percentOf, sum } from '../../tools/statistics.ts';
import type { Fact, MeasureQuestion, Period } from '../measure.ts';
import {
  absoluteValue,
  asText,
  factOf,
  type NumberFact,
  qualifiedValue,
  wordFact,
} from './fact-of.ts';
import type { QuestionFlock } from './flock-measure.ts';
import type { MeasureRow, RowsAnswer } from './rows.ts';
import { sinceFirstEgg } from './scope.ts';

/** The period of a question, up to today at most; the usual one where it names none. */
export function questionPeriod(
  { period }: MeasureQuestion,
  { today }: Pick<FarmFrame, 'today'>,
  usual: 'today' | 'last7days' | 'month',
): Period {
  if (!period) return defaultPeriod(usual, today);
  const to = period.to > today ? today : period.to;
  const { from, current } = period;
  return { from, to, current };
}

function defaultPeriod(usual: 'today' | 'last7days' | 'month', today: string): Period {
  if (usual === 'month') return { from: `${today.slice(0, 8)}01`, to: today };
  return { from: usual === 'today' ? today : addDays(today, -6), to: today };
}

/** A period in words: today, yesterday, on a day, or from one day to another. */
export function periodText({ from, to, current }: Period, today: CalendarDay): Message {
  const day = { day: to };
  // A current week, month or year that began today has one day so far.
  if (current && from === to) return message('ask.when.current', { unit: current, from: day });
  if (from !== to) return message('ask.when.period', { from: { day: from }, to: day });
  if (to === today) return message('ask.when.today');
  if (to === addDays(today, -1)) return message('ask.when.yesterday');
  return message('ask.when.day', { day });
}

/** The days of a period in labels of facts: one day, or the first and the last. */
export function daysLabel({ from, to }: Period): string {
  return from === to ? to : `${from} to ${to}`;
}

const FIRST_DAY = '1970-01-01';

/** The number of days since 1970, for comparing days. */
export function dayNumber(day: CalendarDay): number {
  return daysBetween(FIRST_DAY, day);
}

/** A value of a daily log that may be missing in an answer. */
export type LoggedField =
  | 'mortality'
  | 'culls'
  | 'feedKg'
  | 'waterL'
  | 'avgWeightGr'
  | 'eggs'
  | 'eggsBroken';

/** A value missing in the log of a day; the fix adds it. */
export function missingOnDay(
  record: FlockRecord,
  {
    field,
    day,
    reason,
  }: { readonly field: LoggedField; readonly day: CalendarDay; readonly reason: Message },
): MissingData {
  const { flock } = record;
  const log = findFlockDay(record, day)?.log;
  const fix = log
    ? ({ method: 'PATCH', path: `/daily-logs/${log.id}`, body: { [field]: null } } as const)
    : ({
        method: 'POST',
        path: '/daily-logs',
        body: { flockId: flock.id, date: day, [field]: null },
      } as const);
  return {
    code: 'not_logged',
    message: reason,
    resource: 'daily-logs',
    field,
    flockId: flock.id,
    need: 1,
    have: 0,
    // The logs of a sealed flock cannot be changed.
    ...(flock.sealed ? {} : { fix: { ...fix, action: 'log_daily' } }),
  };
}

/** The days of a flock in a period on which a value was logged. */
export interface LoggedDays {
  readonly days: readonly FlockDay[];
  /** Number of days of the period on which the value was logged or should have been. */
  readonly daysThere: number;
}

/** The days of a period on which a value of a flock was logged. */
export function loggedDays(
  record: FlockRecord,
  { from, to }: Period,
  field: LoggedField,
): LoggedDays {
  const days = record.days.filter(
    ({ day, log }) => from <= day && day <= to && log?.[field] != null,
  );
  const { unlogged } = dueDaysOf(record, field, { since: addDays(from, -1), until: to });
  const { flock, lastDay } = record;
  // A part of today is in the period, but nothing is due before the day is over.
  const isTodayOpen =
    isOpenIn(record, to) && days.at(-1)?.day !== lastDay && flock.placementDate !== lastDay;
  return { days, daysThere: days.length + unlogged + (isTodayOpen ? 1 : 0) };
}

/** The sum of a value over logged days. */
export function sumOf(days: readonly FlockDay[], field: LoggedField): number {
  return sum(days.map(({ log }) => log?.[field]));
}

/**
 * The mean per day of flocks together: each day without a log is taken to be like the others of its
 * flock, and a flock counts for the days on which it was there.
 */
function meanPerDay(logged: readonly LoggedDays[], field: LoggedField): number {
  const dates = new Set(logged.flatMap(({ days }) => days.map(({ day }) => day)));
  const all = Math.max(dates.size, ...logged.map(({ daysThere }) => daysThere));
  const totals = logged.map(
    ({ days, daysThere }) => (sumOf(days, field) / Math.max(1, days.length)) * daysThere,
  );
  return sum(totals) / all;
}

/**
 * Whether a value of a flock was logged or due in a period: not before its placement, and not on
 * the day on which its last birds left. A live flock has a log of today to come.
 */
export function isDueIn(record: FlockRecord, period: Period, field: LoggedField): boolean {
  return isOpenIn(record, period.to) || loggedDays(record, period, field).daysThere > 0;
}

/** Whether a flock is present today, on or before the last day of a period. */
function isOpenIn({ isLive, lastDay, flock }: FlockRecord, to: CalendarDay): boolean {
  return isLive && lastDay !== null && flock.placementDate <= lastDay && lastDay <= to;
}

/** The logs of days, as the source of a fact. */
export function findLogs(days: readonly FlockDay[]): Fact['source'] {
  return { resource: 'daily-logs', ids: days.flatMap(({ log }) => (log ? [log.id] : [])) };
}

/** A value that every day of a flock has. */
export interface DayValue {
  /** The stem of its text key: `ask.name.<name>`. */
  readonly name: string;
  readonly label: string;
  readonly unit: string;
  readonly as: FigureKind;
  readonly field: LoggedField;
  readonly of: (day: FlockDay) => number | null | undefined;
}

const MAX_DAYS = 10;

/** The days of a flock beyond a limit, or else its day with the highest or lowest value. */
export function loggedDaysRow(
  flockInput: QuestionFlock,
  spec: DayValue,
  today: string,
): MeasureRow {
  const { record, place, question } = flockInput;
  const { flock } = record;
  const { from, to } = question.period ?? { from: flock.placementDate, to: today };
  const days = (spec.field === 'eggs' ? sinceFirstEgg(record) : record.days).flatMap((day) => {
    const value = figure(spec.as, spec.of(day));
    return from <= day.day && day.day <= to && value !== null ? [{ day, value }] : [];
  });
  const name = message(`ask.name.${spec.name}`);
  if (days.length === 0) {
    const reason = message('ask.neverLogged', { place, name });
    return {
      place,
      value: null,
      missing: [missingOnDay(record, { field: spec.field, day: to, reason })],
    };
  }
  const { limit } = question;
  if (limit) return limitCountRow(flockInput, spec, { days, limit });
  const isLowest = question.aggregation === 'lowest';
  const bound = days.reduce((best, next) =>
    (isLowest ? next.value < best.value : next.value > best.value) ? next : best,
  );
  const source = findLogs([bound.day]);
  const frame = { asOf: bound.day.day, source };
  const value = factOf(`${spec.label}, ${place}, ${bound.day.day}`, bound.value, {
    ...frame,
    unit: spec.unit,
  });
  const params = { name, place, value: asText(value), day: { day: bound.day.day } };
  const side = isLowest ? 'lowest' : 'highest';
  return {
    place,
    value: bound.value,
    facts: [value, wordFact(`${spec.label}, ${place}, day`, bound.day.day, frame)],
    lines: [message('ask.extremeDay', { ...params, side })],
  };
}

interface LimitCount {
  readonly days: readonly { readonly day: FlockDay; readonly value: number }[];
  readonly limit: NonNullable<QuestionFlock['question']['limit']>;
}

function limitCountRow(
  { place }: QuestionFlock,
  spec: DayValue,
  { days, limit }: LimitCount,
): MeasureRow {
  const found = days.filter(({ value }) =>
    limit.side === 'above' ? value > limit.value : value < limit.value,
  );
  const frame = { unit: 'days', source: findLogs(days.map(({ day }) => day)) };
  const count = factOf(`${spec.label}, ${place}, days ${limit.side}`, found.length, frame);
  const all = factOf(`${spec.label}, ${place}, days logged`, days.length, frame);
  const bound = factOf(`${spec.label}, limit`, limit.value, { unit: spec.unit });
  const shownDays = found.slice(-MAX_DAYS).map(({ day, value }) =>
    factOf(`${spec.label}, ${place}, ${day.day}`, value, {
      unit: spec.unit,
      asOf: day.day,
      source: findLogs([day]),
    }),
  );
  const line = message('ask.daysBeyond', {
    name: message(`ask.name.${spec.name}`),
    place,
    side: limit.side,
    limit: asText(bound),
    count: count.value,
    all: all.value,
  });
  const lines = shownDays.map((fact) =>
    message('ask.query.dated', { day: { day: fact.asOf ?? '' }, details: asText(fact) }),
  );
  return {
    place,
    value: found.length,
    facts: [count, all, bound, ...shownDays],
    lines: [line, ...lines],
  };
}

/** Maximum number of days that a trend lists. */
const MAX_TREND_DAYS = 14;

/** The value of each of the last days of a period; days on which none was logged are reported. */
export function eachDay(
  { record, place }: QuestionFlock,
  { label, field, unit, as }: ComparedValue,
  { from, to }: Period,
): RowsAnswer {
  const { flock, isLive, lastDay } = record;
  const count = Math.min(MAX_TREND_DAYS, daysBetween(from, to) + 1);
  const days = Array.from({ length: count }, (_, index) => addDays(to, index + 1 - count));
  // Nothing is due on the day of the placement and on the day on which the last birds left.
  const isDue = (day: CalendarDay) =>
    day > flock.placementDate && (isLive || (lastDay !== null && day < lastDay));
  const items = days.flatMap((day) => {
    const logged = findFlockDay(record, day);
    const value = figure(as, logged?.log?.[field]);
    if (value === null && !isDue(day)) return [];
    const frame = { unit, asOf: day, source: findLogs(logged ? [logged] : []) };
    return [
      { day, value: value === null ? null : factOf(`${label}, ${place}, ${day}`, value, frame) },
    ];
  });
  if (count < 2 || items.every(({ value }) => value === null)) return { facts: [], lines: [] };
  return {
    facts: items.map(({ day, value }) => value ?? wordFact(`${label}, ${place}, not logged`, day)),
    lines: items.map(({ day, value }) => {
      const shown = { isLogged: value ? 'yes' : 'no', value: value ? asText(value) : '' };
      return message('ask.trendDay', { place, day: { day }, ...shown });
    }),
  };
}

/** A number of months, of which the current one is the last. */
export function lastMonths(today: CalendarDay, count: number): Period {
  return { from: addMonths(monthOf(today), 1 - count), to: today };
}

/** The first day of the month of a day. */
export function monthOf(day: CalendarDay): CalendarDay {
  return `${day.slice(0, 7)}-01`;
}

/** The logged value of compared periods. */
interface ComparedValue {
  readonly name: string;
  /** Label of its facts, in English. */
  readonly label: string;
  readonly field: LoggedField;
  readonly unit: Unit;
  readonly as: FigureKind;
}

interface Compared {
  readonly flocks: readonly Pick<QuestionFlock, 'record'>[];
  readonly question: MeasureQuestion;
  readonly today: CalendarDay;
}

/** The logged totals and daily means of two periods; undefined if one has no logged day. */
export function comparePeriods(
  spec: ComparedValue,
  place: string | Message,
  { flocks, question, today }: Compared,
): (RowsAnswer & { readonly value: number }) | undefined {
  const { period = { from: today, to: today }, versus = period } = question;
  const sides = [period, versus].map((span) => {
    const logged = flocks.map(({ record }) => loggedDays(record, span, spec.field));
    const days = logged.flatMap((one) => one.days);
    if (days.length === 0) return undefined;
    const isPartial = logged.some((one) => one.days.length < one.daysThere);
    const frame = { unit: spec.unit, asOf: span.to, source: findLogs(days) };
    const label = `${spec.label}, ${daysLabel(span)}`;
    return {
      total: factOf(label, figure(spec.as, sumOf(days, spec.field)) ?? 0, frame),
      mean: factOf(`${label}, a day`, figure('ratio', meanPerDay(logged, spec.field)) ?? 0, frame),
      when: periodText(span, today),
      isPartial,
      notes: spanCoverage(place, logged, { span, today }),
    };
  });
  const [now, before] = sides;
  if (!now || !before) return undefined;
  const pct = figure('pct', percentOf(now.mean.value - before.mean.value, before.mean.value));
  const change = factOf(`${spec.label}, change`, pct ?? 0, { unit: '%', asOf: period.to });
  const line = message('ask.versus', {
    name: message(`ask.name.${spec.name}`),
    place,
    now: sumText(now),
    nowMean: asText(now.mean),
    when: now.when,
    before: sumText(before),
    beforeMean: asText(before.mean),
    whenBefore: before.when,
    side: pct === null ? 'none' : pct > 0 ? 'up' : pct < 0 ? 'down' : 'same',
    change: pct === null ? '' : absoluteValue(change),
  });
  const facts = [now.total, now.mean, before.total, before.mean, ...(pct === null ? [] : [change])];
  return {
    value: pct ?? 0,
    facts: [...facts, ...now.notes.facts, ...before.notes.facts],
    lines: [line, ...now.notes.lines, ...before.notes.lines],
  };
}

/** A sum of which days are not logged is a lower bound. */
function sumText({
  total,
  isPartial,
}: {
  readonly total: NumberFact;
  readonly isPartial: boolean;
}) {
  return qualifiedValue(total, isPartial && total.value > 0 ? 'at_least' : 'exact');
}

/** The number of logged days of one of two compared periods, if some are not logged. */
function spanCoverage(
  place: string | Message,
  logged: readonly LoggedDays[],
  { span, today }: { readonly span: Period; readonly today: CalendarDay },
): RowsAnswer {
  const [have, need] = [logged[0]?.days.length ?? 0, logged[0]?.daysThere ?? 0];
  if (logged.length > 1 || have >= need) return { facts: [], lines: [] };
  const facts = [
    factOf(`Days logged, ${daysLabel(span)}`, have, { unit: 'days' }),
    factOf(`Days in the period, ${daysLabel(span)}`, need, { unit: 'days' }),
  ];
  return {
    facts,
    lines: [message('ask.versusCoverage', { place, when: periodText(span, today), have, need })],
  };
}
