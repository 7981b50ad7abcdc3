import type { FarmSnapshot } from '../../farming/core/farm-snapshot.ts';
import { type FigureKind, figure } from '../../farming/core/figure.ts';
import { findFlockDay, recentDays } from '../../farming/core/flock-days.ts';
import type { FlockDay } from '../../farming/core/flock-record.ts';
import type { BirdKind } from '../../farming/standards/breed-lookup.ts';
import { type Message, message, type Unit } from '../../model/core/message.ts';
import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { mean, percentOf, sum } from '../../tools/statistics.ts';
import type { Aggregation, MeasureQuestion, Period } from '../measure.ts';
import {
  comparePeriods,
  daysLabel,
  eachDay,
  findLogs,
  isDueIn,
  type LoggedField,
  loggedDays,
  loggedDaysRow,
  missingOnDay,
  periodText,
  questionPeriod,
  sumOf,
} from './days.ts';
import { absoluteValue, asText, factOf, factsInMessage, type NumberFact } from './fact-of.ts';
import { type BuiltMeasure, flockMeasure, type QuestionFlock } from './flock-measure.ts';
import type { MeasureRow, RowsAnswer, ValueRow } from './rows.ts';
import { type FlockPart, flocksInScope } from './scope.ts';

/** A value of the daily logs that can be summed over days. */
export interface DayMeasure {
  /** The stem of its text keys: `ask.<name>.sum` and `ask.name.<name>`. */
  readonly name: string;
  /** Label of its facts, in English. */
  readonly label: string;
  readonly field: LoggedField;
  readonly unit: Unit;
  readonly as: FigureKind;
  /** Whether it is also given in % of the birds alive at the beginning. */
  readonly isShareTold?: true;
  /** The applicable bird kind; all where absent. */
  readonly kind?: BirdKind;
}

const DAY_AGGREGATIONS = [
  'value',
  'list',
  'total',
  'average',
  'highest',
  'lowest',
  'compare',
  'trend',
] as const satisfies readonly Aggregation[];

const RECENT_DAYS = 7;

/** A measure that sums a value of the daily logs over days: today where no days are named. */
export function dayMeasure(spec: DayMeasure): BuiltMeasure<never> {
  return flockMeasure({
    parts: [],
    ...(spec.kind ? { kind: spec.kind } : {}),
    usualPeriod: 'today',
    takesAges: true,
    counts: ['days'],
    comparesPeriods: true,
    aggregations: DAY_AGGREGATIONS,
    isDueIn: (record, period) => isDueIn(record, period, spec.field),
    rowOf: (flock, { today }) => dayRow(flock, spec, today),
    combine: (rows, snapshot, question) => {
      const { today } = snapshot;
      if (question.counting) return { facts: [], lines: [] };
      if (question.versus) return versusTogether(spec, snapshot, question);
      return question.aggregation === 'average' || question.aggregation === 'trend'
        ? sumUnchanged(rows)
        : sumDays(rows, spec, { today, question, snapshot });
    },
  });
}

function dayRow(flock: QuestionFlock, spec: DayMeasure, today: CalendarDay): MeasureRow {
  const { counting, versus, aggregation } = flock.question;
  if (counting) return loggedDaysRow(flock, { ...spec, of: ({ log }) => log?.[spec.field] }, today);
  if (versus) return versusRow(flock, spec, today);
  return aggregation === 'trend' ? trendRow(flock, spec, today) : sumRow(flock, spec, today);
}

function sumRow(flock: QuestionFlock, spec: DayMeasure, today: CalendarDay): MeasureRow {
  const { record, place, question } = flock;
  const usual = question.aggregation === 'average' ? 'last7days' : 'today';
  const isWeekly = usual === 'last7days' && question.period?.isWeekly === true;
  const life = { from: record.flock.placementDate ?? today, to: today };
  const period = isWeekly ? life : questionPeriod(question, { today }, usual);
  const { days, daysThere } = loggedDays(record, period, spec.field);
  if (days.length > 0) return knownRow(flock, spec, { days, period, daysThere, today });
  const newest = recentDays(record, period.to, RECENT_DAYS).findLast(
    ({ log }) => log?.[spec.field] != null,
  );
  const then = newest && { from: newest.day, to: newest.day };
  // Without a day in the question the newest known day is used, as in the briefing.
  if (newest && then && !question.period)
    return knownRow(flock, spec, { days: [newest], period: then, daysThere: 1, today });
  const name = message(`ask.name.${spec.name}`);
  const reason = message('ask.notLogged', { place, name, when: periodText(period, today) });
  const rows =
    newest && then && knownRow(flock, spec, { days: [newest], period: then, daysThere: 1, today });
  return {
    place,
    value: null,
    facts: [...factsInMessage('Not logged', reason), ...(rows?.facts ?? [])],
    lines: [reason, ...(rows?.lines ?? [])],
    missing: [missingOnDay(record, { field: spec.field, day: period.to, reason })],
  };
}

interface Days {
  readonly days: readonly FlockDay[];
  readonly period: Period;
  readonly daysThere: number;
  readonly today: CalendarDay;
}

function knownRow(flock: QuestionFlock, spec: DayMeasure, known: Days): ValueRow {
  const { place, question } = flock;
  const { days, period, daysThere, today } = known;
  const frame = { asOf: period.to, source: findLogs(days), unit: spec.unit };
  const amount = sumOf(days, spec.field);
  const label = `${spec.label}, ${place}, ${daysLabel(period)}`;
  const total = factOf(label, figure(spec.as, amount) ?? 0, frame);
  const share = spec.isShareTold ? shareFact(`${label}, share`, amount, known) : null;
  const notes = measureCoverage(place, { have: days.length, need: daysThere });
  const isPartial = days.length < daysThere;
  if (question.aggregation === 'average')
    return averageRow(total, spec, { place, days, notes, isWeekly: question.period?.isWeekly });
  return {
    place,
    value: total.value,
    facts: [total, ...(share ? [share] : []), ...notes.facts],
    lines: [
      sumLine(spec, { total, share, place, when: periodText(period, today), isPartial }),
      ...notes.lines,
    ],
    isAtLeast: isPartial,
  };
}

function sumLine(
  spec: DayMeasure,
  said: {
    readonly total: NumberFact;
    readonly share: NumberFact | null;
    readonly place: string | Message;
    readonly when: Message;
    /** Whether days are not logged: the sum is then a lower bound. */
    readonly isPartial: boolean;
  },
): Message {
  const { total, share, place, when, isPartial } = said;
  return message(`ask.${spec.name}.sum`, {
    isAtLeast: isPartial && total.value > 0 ? 'yes' : 'no',
    place,
    when,
    count: total.value,
    value: asText(total),
    hasPct: share ? 'yes' : 'no',
    pct: share ? asText(share) : '',
  });
}

/** Share of the birds alive at the beginning of the first day. */
function shareFact(label: string, amount: number, { days, period }: Days): NumberFact | null {
  const pct = figure('pct', percentOf(amount, days[0]?.opening));
  if (pct === null) return null;
  return factOf(label, pct, { unit: '%', asOf: period.to, source: findLogs(days) });
}

function measureCoverage(
  place: string,
  { have, need }: { readonly have: number; readonly need: number },
): RowsAnswer {
  if (have >= need) return { facts: [], lines: [] };
  const [logged, there] = [
    factOf(`Days logged, ${place}`, have, { unit: 'days' }),
    factOf(`Days in the period, ${place}`, need, { unit: 'days' }),
  ];
  const params = { place, have: logged.value, need: there.value };
  return { facts: [logged, there], lines: [message('ask.coverage', params)] };
}

function averageRow(
  total: NumberFact,
  spec: DayMeasure,
  {
    place,
    days,
    notes,
    isWeekly = false,
  }: {
    readonly place: string;
    readonly days: readonly FlockDay[];
    readonly notes: RowsAnswer;
    readonly isWeekly: boolean | undefined;
  },
): ValueRow {
  const mean = (total.value / days.length) * (isWeekly ? 7 : 1);
  const value = figure(spec.as === 'birds' ? 'ratio' : spec.as, mean) ?? 0;
  const label = `${total.label}, a ${isWeekly ? 'week' : 'day'}`;
  const each = factOf(label, value, { ...total, unit: spec.unit });
  const line = message(isWeekly ? 'ask.perWeek' : 'ask.perDay', {
    name: message(`ask.name.${spec.name}`),
    place,
    value: asText(each),
  });
  return {
    place,
    value,
    facts: [each, total, ...notes.facts],
    lines: [line, ...notes.lines],
  };
}

function sumDays(
  rows: readonly ValueRow[],
  spec: DayMeasure,
  {
    today,
    question,
    snapshot,
  }: {
    readonly today: CalendarDay;
    readonly question: MeasureQuestion;
    readonly snapshot: FarmSnapshot<FlockPart>;
  },
): RowsAnswer {
  const period = questionPeriod(question, { today }, 'today');
  // Days that differ between flocks do not add up to one day.
  if (new Set(rows.map(({ facts }) => facts[0]?.asOf)).size > 1) return eachSide(rows, question);
  const own = rows.length === 1 ? rows[0] : undefined;
  if (own) return own;
  const day = rows[0]?.facts[0]?.asOf ?? period.to;
  const when = question.period ? period : { from: day, to: day };
  const flocks = factOf(`${spec.label}, flocks`, rows.length);
  const ids = rows.flatMap(({ facts }) => facts[0]?.source.ids ?? []);
  const value = figure(spec.as, sum(rows.map((row) => row.value))) ?? 0;
  const total = factOf(`${spec.label}, all, ${daysLabel(when)}`, value, {
    unit: spec.unit,
    asOf: when.to,
    source: { resource: 'daily-logs', ids },
  });
  const place = message('ask.together', { count: asText(flocks) });
  const isSelectedKind = ({ kind }: { readonly kind: BirdKind }) =>
    !spec.kind || kind === spec.kind;
  const all = flocksInScope(snapshot, question).filter(
    ({ record }) => isSelectedKind(record) && isDueIn(record, when, spec.field),
  );
  const isPartial = all.length > rows.length || rows.some((row) => row.isAtLeast);
  return {
    facts: [total, flocks],
    lines: [sumLine(spec, { total, share: null, place, when: periodText(when, today), isPartial })],
  };
}

function sumUnchanged(rows: readonly ValueRow[]): RowsAnswer {
  return {
    facts: rows.flatMap(({ facts }) => facts),
    lines: rows.flatMap(({ lines }) => lines),
  };
}

/** The rows side by side, unless they are listed already. */
function eachSide(rows: readonly ValueRow[], { aggregation }: MeasureQuestion): RowsAnswer {
  if (aggregation !== 'total') return { facts: [], lines: [] };
  return sumUnchanged(rows);
}

/**
 * A day of the last week compared with one of the week before, based on the logged days, and each
 * day of the period in the question.
 */
function trendRow(flock: QuestionFlock, spec: DayMeasure, today: CalendarDay): MeasureRow {
  const { record, place, question } = flock;
  const asked = questionPeriod(question, { today }, 'today');
  const until = asked.to;
  const end = findFlockDay(record, until)?.log?.[spec.field] == null ? addDays(until, -1) : until;
  const last = { from: addDays(end, 1 - RECENT_DAYS), to: end };
  const { barnIds = [], flockIds = [] } = question.scope;
  // The change of the last days may be another than that between the weeks.
  const isOnePlace = question.period === undefined && barnIds.length + flockIds.length === 1;
  const each = eachDay(flock, spec, isOnePlace ? last : asked);
  const before = { from: addDays(last.from, -RECENT_DAYS), to: addDays(last.from, -1) };
  const name = message(`ask.name.${spec.name}`);
  const [now, then] = [last, before].map((period) => perDay(flock, spec, period));
  if (!now || !then) {
    const reason = message('ask.noTrend', { place, name });
    return {
      place,
      value: null,
      facts: each.facts,
      lines: [reason, ...each.lines],
      missing: [missingOnDay(record, { field: spec.field, day: end, reason })],
    };
  }
  const pct = figure('pct', percentOf(now.value - then.value, then.value));
  const change = factOf(`${spec.label}, ${place}, change`, pct ?? 0, {
    unit: '%',
    asOf: end,
  });
  const side = pct === null ? 'none' : pct > 0 ? 'up' : pct < 0 ? 'down' : 'same';
  return {
    place,
    value: pct ?? 0,
    facts: [now, then, ...(pct === null ? [] : [change]), ...each.facts],
    lines: [
      message('ask.trend', {
        name,
        place,
        now: asText(now),
        when: periodText(last, today),
        before: asText(then),
        whenBefore: periodText(before, today),
        side,
        change: pct === null ? '' : absoluteValue(change),
      }),
      ...each.lines,
    ],
  };
}

/**
 * A period compared with another, by the logged total and the mean per day. A flock that was there
 * in only one of them has the sum of that one.
 */
function versusRow(flock: QuestionFlock, spec: DayMeasure, today: CalendarDay): MeasureRow {
  const { record, place, question } = flock;
  const { period, versus, aggregation } = question;
  const compared = comparePeriods(spec, place, { flocks: [flock], question, today });
  if (compared) return { place, ...compared };
  const reason = message('ask.noTrend', { place, name: message(`ask.name.${spec.name}`) });
  const day = versus?.to ?? today;
  const missing = [missingOnDay(record, { field: spec.field, day, reason })];
  const spans = [period, versus].filter((span) => span !== undefined);
  const due = spans.filter((span) => isDueIn(record, span, spec.field));
  const [known] = spans.filter((span) => loggedDays(record, span, spec.field).days.length > 0);
  if (!known || due.length !== 1) return { place, value: null, missing };
  const logged = loggedDays(record, known, spec.field);
  const days = { ...logged, period: known, today };
  const row = knownRow({ ...flock, question: { ...question, aggregation: 'value' } }, spec, days);
  const isRanked = aggregation === 'highest' || aggregation === 'lowest';
  return isRanked ? { ...row, value: null, missing: [] } : { ...row, value: 0 };
}

function versusTogether(
  spec: DayMeasure,
  snapshot: FarmSnapshot<FlockPart>,
  question: MeasureQuestion,
): RowsAnswer {
  const { today } = snapshot;
  const { period = { from: today, to: today }, versus = period } = question;
  const flocks = flocksInScope(snapshot, question).filter(({ record }) =>
    [period, versus].some((span) => loggedDays(record, span, spec.field).days.length > 0),
  );
  if (flocks.length < 2) return { facts: [], lines: [] };
  const place = message('ask.together', { count: flocks.length });
  return comparePeriods(spec, place, { flocks, question, today }) ?? { facts: [], lines: [] };
}

function perDay({ record, place }: QuestionFlock, spec: DayMeasure, period: Period) {
  const { days } = loggedDays(record, period, spec.field);
  const value = figure('ratio', mean(days.map(({ log }) => log?.[spec.field] ?? 0)));
  if (value === null) return undefined;
  const frame = { unit: spec.unit, asOf: period.to, source: findLogs(days) };
  return factOf(`${spec.label} a day, ${place}, ${daysLabel(period)}`, value, frame);
}
