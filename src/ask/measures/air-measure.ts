import { contextClimates } from '../../farming/context/context-barns.ts';
import { LIVE_FLOCK_PARTS } from '../../farming/core/farm-flocks.ts';
import type { BarnHour, FarmSnapshot } from '../../farming/core/farm-snapshot.ts';
import { figure, timeAgo } from '../../farming/core/figure.ts';
import type { MissingData } from '../../farming/core/section.ts';
import { nightWindow } from '../../farming/digest/night-reports.ts';
import type { ClimateMeasure } from '../../farming/metrics/climate-limits.ts';
import { message } from '../../model/core/message.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import {
  addDays,
  dayInZone,
  endOfDay,
  formatInstant,
  parseInstant,
  startOfDay,
} from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { sum } from '../../tools/statistics.ts';
import type {
  Aggregation,
  Limit,
  MeasureAnswer,
  MeasureDefinition,
  MeasureQuestion,
  Period,
} from '../measure.ts';
import { asText, type FactFrame, factOf, wordFact } from './fact-of.ts';
import { type LoggedAir, loggedAirRow } from './logged-air.ts';
import { answerRows, type MeasureRow, missingRow, rowsOfBarns } from './rows.ts';

/** A measured property of the air. */
export interface AirMeasure extends LoggedAir {
  readonly field: ClimateMeasure;
}

const PARTS = [...LIVE_FLOCK_PARTS, 'newestReadings', 'readings', 'barnHours'] as const;
type AirPart = (typeof PARTS)[number];
type AirSnapshot = FarmSnapshot<AirPart>;

const AGGREGATIONS = [
  'value',
  'list',
  'average',
  'highest',
  'lowest',
  'compare',
] as const satisfies readonly Aggregation[];
/** Number of past days for counting where no period is named. */
const MAX_DAYS = 30;
/** Hours of a snapshot that have hourly means and single readings. */
const MEAN_HOURS = 14 * 24;
const READING_HOURS = 26;
const NIGHT_HOURS = 12;
const MINUTE_MILLIS = 60_000;
const HOUR_MILLIS = 60 * MINUTE_MILLIS;

/**
 * A measure of the air in barns: the latest reading, or a period within the available readings. A
 * night is the one before the day in the question, twelve hours from the evening on.
 */
export function airMeasure(spec: AirMeasure): MeasureDefinition<AirPart> {
  return {
    parts: PARTS,
    per: 'barn',
    aggregations: AGGREGATIONS,
    slots: { span: ['night'] },
    counts: ['hours', 'days'],
    compute: (snapshot, question) => computeAir(spec, snapshot, question),
  };
}

function computeAir(
  spec: AirMeasure,
  snapshot: AirSnapshot,
  question: MeasureQuestion,
): MeasureAnswer {
  const span = findSpan(question, snapshot);
  const rows = rowsOfBarns(snapshot, question.scope, (barn) => {
    const row = span
      ? spanRow(barn, spec, { span, snapshot, question })
      : nowRow(barn, spec, snapshot, question);
    return row.value === null ? (loggedAirRow(barn, spec, snapshot, question) ?? row) : row;
  });
  const { limit, ...unlimited } = question;
  const answer = answerRows(rows, question.counting || !limit ? unlimited : question);
  const since = firstMoment(spec.field, snapshot);
  if (!span || span.from >= since || answer.facts.length === 0) return answer;
  const from = formatInstant(since);
  return {
    ...answer,
    facts: [...answer.facts, wordFact('Readings since', from)],
    lines: [
      ...answer.lines,
      message('ask.air.since', { from: { instant: from, zone: snapshot.zone } }),
    ],
  };
}

/** Start of the data: hourly means for temperature and humidity, readings for the others. */
function firstMoment(field: ClimateMeasure, { now }: AirSnapshot): number {
  const hours = field === 'temp' || field === 'humidity' ? MEAN_HOURS : READING_HOURS;
  return now - hours * HOUR_MILLIS;
}

/** A range in milliseconds since 1970; both ends included. */
interface Span {
  readonly from: number;
  readonly to: number;
}

function findSpan(
  { period, slots, aggregation, counting }: MeasureQuestion,
  snapshot: AirSnapshot,
): Span | null {
  const { now, zone, today } = snapshot;
  if (slots['span'] === 'night' || period?.isNight) {
    const night = nightWindow(snapshot);
    const from = parseInstant(night.from) ?? now;
    return { from, to: Math.min(now, from + NIGHT_HOURS * HOUR_MILLIS) };
  }
  const isNow = !period && aggregation !== 'average' && counting === undefined;
  if (isNow) return null;
  const since = counting === 'days' ? addDays(today, -MAX_DAYS) : today;
  const days: Period = period ?? { from: since, to: today };
  if (days.hours !== undefined) return { from: now - days.hours * HOUR_MILLIS, to: now };
  return { from: startOfDay(days.from, zone), to: Math.min(now, endOfDay(days.to, zone)) };
}

function nowRow(
  barn: StoredOf<'barns'>,
  spec: AirMeasure,
  snapshot: AirSnapshot,
  { isJudged }: MeasureQuestion,
): MeasureRow {
  const climate = contextClimates(snapshot).find(({ barnId }) => barnId === barn.id);
  const value = climate?.[spec.field] ?? climate?.last?.[spec.field] ?? null;
  if (!climate || value === null) return missingRow(barn.name, [notMeasured(barn, spec)]);
  const source = { resource: 'env-readings', query: { barnId: barn.id } } as const;
  const frame = { asOf: climate.ts, source };
  const measured = factOf(`${spec.label}, ${barn.name}`, value, {
    ...frame,
    unit: spec.unit,
  });
  const ago = timeAgo(0, climate.ageMinutes * MINUTE_MILLIS);
  const isOld = climate[spec.field] === null;
  const age = factOf(`Age of the reading, ${barn.name}`, ago.quantity, {
    ...frame,
    unit: ago.unit,
  });
  const line = message('ask.air.now', {
    name: message(`ask.name.${spec.name}`),
    place: barn.name,
    value: asText(measured),
    range: climate.outOfRange.includes(spec.field)
      ? 'out'
      : climate.status === 'no_birds'
        ? 'empty'
        : 'in',
    isOld: isOld ? 'yes' : 'no',
    ago: isOld ? asText(age) : '',
  });
  const facts = isOld ? [measured, age] : [measured];
  const range = isJudged ? climate.range?.[spec.field] : undefined;
  const evaluation = range ? evaluateValue(value, range, { spec, place: barn.name }) : undefined;
  return {
    place: barn.name,
    value,
    facts: [...facts, ...(evaluation?.facts ?? [])],
    lines: [line, ...(evaluation ? [evaluation.line] : [])],
  };
}

/** Evaluates a value against its bounds. */
function evaluateValue(
  value: number,
  { min, max }: { readonly min: number | null; readonly max: number | null },
  { spec, place }: { readonly spec: AirMeasure; readonly place: string },
) {
  if (min === null || max === null) return undefined;
  const { unit } = spec;
  const [least, most] = [
    factOf(`${spec.label}, ${place}, least`, figure(spec.as, min) ?? min, { unit }),
    factOf(`${spec.label}, ${place}, most`, figure(spec.as, max) ?? max, { unit }),
  ] as const;
  const side = value > max ? 'above' : value < min ? 'below' : 'within';
  const params = { side, min: asText(least), max: asText(most) };
  return { facts: [least, most], line: message('ask.air.judged', params) };
}

function notMeasured({ id, name }: StoredOf<'barns'>, spec: AirMeasure): MissingData {
  return {
    code: 'no_env_readings',
    message: message('ask.air.none', { place: name, name: message(`ask.name.${spec.name}`) }),
    resource: 'env-readings',
    field: spec.field,
    barnId: id,
    need: 1,
    have: 0,
    fix: { method: 'POST', path: '/env-readings', body: { barnId: id, [spec.field]: null } },
  };
}

interface Measured {
  readonly at: number;
  readonly value: number;
  /** The lowest and the highest reading summarised, and their number. */
  readonly low: number;
  readonly high: number;
  readonly readings: number;
}

function spanRow(
  barn: StoredOf<'barns'>,
  spec: AirMeasure,
  measureQuestion: {
    readonly span: Span;
    readonly snapshot: AirSnapshot;
    readonly question: MeasureQuestion;
  },
): MeasureRow {
  const { span, snapshot, question } = measureQuestion;
  const found = measuredIn(barn.id, spec.field, { span, snapshot });
  const [first, last] = [found.at(0), found.at(-1)];
  const middle = figure(spec.as, computeMean(found));
  if (!first || !last || middle === null) return missingRow(barn.name, [notMeasured(barn, spec)]);
  const { aggregation } = question;
  const asOf = formatInstant(last.at);
  const from = formatInstant(first.at);
  const query = { barnId: barn.id, tsFrom: from, tsTo: asOf };
  const frame = { unit: spec.unit, asOf, source: { resource: 'env-readings', query } } as const;
  const factFor = (what: string, value: number) =>
    factOf(`${spec.label}, ${barn.name}, ${what}`, figure(spec.as, value) ?? 0, frame);
  const low = factFor('lowest', Math.min(...found.map((one) => one.low)));
  const high = factFor('highest', Math.max(...found.map((one) => one.high)));
  const average = factFor('average', middle);
  const line = message('ask.air.span', {
    name: message(`ask.name.${spec.name}`),
    place: barn.name,
    from: { instant: from, zone: snapshot.zone },
    to: { instant: asOf, zone: snapshot.zone },
    low: asText(low),
    high: asText(high),
    average: asText(average),
  });
  const { counting, limit } = question;
  const counted = { found, frame, snapshot, aggregation };
  if (counting === 'days') return daysRow(barn, spec, { ...counted, ...(limit ? { limit } : {}) });
  if (counting && limit) return hoursRow(barn, spec, { ...counted, limit });
  const side = limit ? (limit.side === 'above' ? 'highest' : 'lowest') : aggregation;
  const value = side === 'lowest' ? low : side === 'highest' ? high : average;
  return {
    place: barn.name,
    value: value.value,
    facts: [low, high, average, wordFact(`First reading, ${barn.name}`, from)],
    lines: [line],
  };
}

interface CountedHours {
  readonly found: readonly Measured[];
  readonly limit: Limit;
  readonly frame: FactFrame;
  readonly snapshot: AirSnapshot;
  readonly aggregation: Aggregation;
}

/** The days with a reading beyond a limit, or else the day of the highest or lowest reading. */
function daysRow(
  { name: place }: StoredOf<'barns'>,
  spec: AirMeasure,
  { found, limit, frame, snapshot, aggregation }: Omit<CountedHours, 'limit'> & { limit?: Limit },
): MeasureRow {
  const { zone } = snapshot;
  const isLowest = limit ? limit.side === 'below' : aggregation === 'lowest';
  const days = [...groupBy(found, ({ at }) => dayInZone(at, zone))].map(([day, rows]) => {
    const values = rows.map(({ low, high }) => (isLowest ? low : high));
    return { day, value: isLowest ? Math.min(...values) : Math.max(...values) };
  });
  const name = message(`ask.name.${spec.name}`);
  const [first, last] = [days.at(0)?.day ?? '', days.at(-1)?.day ?? ''];
  const span = [wordFact(`First day, ${place}`, first), wordFact(`Last day, ${place}`, last)];
  if (limit === undefined) {
    const bound = days.reduce((best, next) =>
      (isLowest ? next.value < best.value : next.value > best.value) ? next : best,
    );
    const value = factOf(
      `${spec.label}, ${place}, ${bound.day}`,
      figure(spec.as, bound.value) ?? 0,
      {
        ...frame,
        asOf: bound.day,
      },
    );
    const side = isLowest ? 'lowest' : 'highest';
    const params = { name, place, side, day: { day: bound.day }, value: asText(value) };
    const day = wordFact(`${spec.label}, ${place}, day`, bound.day);
    return {
      place,
      value: value.value,
      facts: [value, day],
      lines: [message('ask.extremeDay', params)],
    };
  }
  const beyond = days.filter(({ value }) => (isLowest ? value < limit.value : value > limit.value));
  const count = factOf(`${spec.label}, ${place}, days ${limit.side}`, beyond.length, {
    ...frame,
    unit: 'days',
  });
  const all = factOf(`${spec.label}, ${place}, days with readings`, days.length, {
    unit: 'days',
  });
  const bound = factOf(`${spec.label}, limit`, limit.value, { unit: spec.unit });
  const line = message('ask.air.daysBeyond', {
    name,
    place,
    side: limit.side,
    limit: asText(bound),
    count: count.value,
    all: all.value,
    from: { day: first },
    to: { day: last },
  });
  return { place, value: count.value, facts: [count, all, bound, ...span], lines: [line] };
}

/**
 * The duration of a value on one side of a limit; each reading is valid until the next, for at most
 * an hour.
 */
function hoursRow(
  { name: place }: StoredOf<'barns'>,
  spec: AirMeasure,
  { found, limit, frame, snapshot }: CountedHours,
): MeasureRow {
  const steps = found.map(({ at, value }, index) => {
    const next = found[index + 1]?.at ?? at + (at - (found[index - 1]?.at ?? at));
    const isBeyond = limit.side === 'above' ? value > limit.value : value < limit.value;
    return isBeyond ? Math.min(next - at, HOUR_MILLIS) : 0;
  });
  const value = figure('time', sum(steps) / HOUR_MILLIS) ?? 0;
  const what = `${spec.label}, ${place}, hours ${limit.side}`;
  const hours = factOf(what, value, { ...frame, unit: 'hours' });
  const bound = factOf(`${spec.label}, limit`, limit.value, { unit: spec.unit });
  const [from, to] = [found.at(0), found.at(-1)].map((one) => formatInstant(one?.at ?? 0));
  const { zone } = snapshot;
  const line = message('ask.hoursBeyond', {
    name: message(`ask.name.${spec.name}`),
    place,
    side: limit.side,
    limit: asText(bound),
    hours: asText(hours),
    from: { instant: from ?? '', zone },
    to: { instant: to ?? '', zone },
  });
  return {
    place,
    value,
    facts: [hours, bound, wordFact('First reading', from ?? '')],
    lines: [line],
  };
}

/** The readings of a barn; before the first of them, the hourly means. */
function measuredIn(
  barnId: string,
  field: ClimateMeasure,
  { span, snapshot }: { readonly span: Span; readonly snapshot: AirSnapshot },
): Measured[] {
  const isInside = ({ at }: Measured) => at >= span.from && at <= span.to;
  const readings = snapshot.readings
    .filter((reading) => reading.barnId === barnId && reading[field] !== null)
    .map((reading): Measured => {
      const at = parseInstant(reading.ts ?? '') ?? Number.NaN;
      const value = reading[field] ?? 0;
      return { at, value, low: value, high: value, readings: 1 };
    });
  const since = readings[0]?.at ?? Number.POSITIVE_INFINITY;
  const hours = snapshot.barnHours
    .filter((hour) => hour.barnId === barnId)
    .flatMap((hour): Measured[] => {
      const at = parseInstant(hour.hour) ?? Number.NaN;
      const { value, low, high } = summarise(hour, field);
      if (value === null || at + HOUR_MILLIS > since) return [];
      const { readings } = hour;
      return [{ at, value, low: low ?? value, high: high ?? value, readings }];
    });
  return [...hours, ...readings].filter(isInside);
}

function summarise(hour: BarnHour, field: ClimateMeasure) {
  const { temp, tempLow, tempHigh, humidity, humidityLow, humidityHigh } = hour;
  if (field === 'temp') return { value: temp, low: tempLow, high: tempHigh };
  if (field === 'humidity') return { value: humidity, low: humidityLow, high: humidityHigh };
  return { value: null };
}

/** The mean of all readings: an hour is weighted by its number of readings. */
function computeMean(found: readonly Measured[]): number | null {
  const readings = sum(found.map((one) => one.readings));
  return readings === 0 ? null : sum(found.map((one) => one.value * one.readings)) / readings;
}
