import type { contextAnswer } from '../../model/answers/context.ts';
import type { Sent } from '../../model/api/json-schema.ts';
import type { Row } from '../../model/resources/registry.ts';
import { addDays, daysBetween, isCalendarDay } from '../../tools/calendar.ts';
import { band, type CurvePoint, curve, spanAxis, sparkline, stepAxis } from '../output/charts.ts';
import type { Facts, RowOf } from '../output/facts.ts';
import { AT_LEAST, AT_MOST, ESTIMATED } from '../output/output.ts';
import { type Block, joinParts, type Labelled, type PageContext } from './core/blocks.ts';
import { estimateNote, isEstimated, standardMark, standardNote } from './core/figures.ts';
import { fixParts } from './core/fix-command.ts';

/** The latest daily logs of the farm. */
export interface DailyLogs {
  readonly logs: readonly Row<'daily-logs'>[];
}

/** The answer of `/context` with the latest daily logs. */
export type FarmContext = Facts<
  Sent<(typeof contextAnswer)['schema']> & { readonly gathered?: DailyLogs }
>;

type Barn = RowOf<FarmContext, 'barns'>;
type Flock = RowOf<FarmContext, 'flocks'>;
type Climate = RowOf<FarmContext, 'environment'>;

const BAND_WIDTH = 20;
/** Maximum number of days of deaths on a line. */
const MOST_DAYS = 45;
/** Number of days in the temperature range of the band. */
const BAND_DAYS = 7;

/** A barn, its climate, and its flocks with curves of deaths and weights. */
export function barnBlocks(
  barn: Barn,
  answer: FarmContext,
  context: PageContext,
): readonly Block[] {
  const { words } = context;
  const id = barn.text('id');
  const flocks = answer.list('flocks').filter((flock) => flock.text('barnId') === id);
  const name = barn.text('name') ?? id ?? '';
  const climate = answer.list('environment').find((row) => row.text('barnId') === id);
  const air = climate ? airRows(climate, flocks.at(-1), answer, context) : [];
  const [first, ...others] = flocks;
  if (!first) {
    const status = barn.text('status');
    const state = words.name(
      'barn',
      status === 'active' || status === undefined ? 'empty' : status,
    );
    return [heading(joinParts([name, state])), ...labelled(air)];
  }
  return [
    heading(joinParts([name, flockName(first)])),
    ...flockBlocks(first, air, answer, context),
    ...others.flatMap((flock) => [
      heading(joinParts([name, flockName(flock)])),
      ...flockBlocks(flock, [], answer, context),
    ]),
  ];
}

function heading(text: string): Block {
  return { kind: 'heading', text };
}

function labelled(rows: readonly Labelled[]): readonly Block[] {
  return rows.length === 0 ? [] : [{ kind: 'labelled', rows }];
}

function flockName(flock: Flock): string {
  return joinParts([flock.text('code') ?? flock.text('id'), flock.text('breed')]);
}

function flockBlocks(
  flock: Flock,
  air: readonly Labelled[],
  answer: FarmContext,
  context: PageContext,
): readonly Block[] {
  const days = answer
    .list('history.daily')
    .filter((day) => day.text('flockId') === flock.text('id'));
  const rows = [
    birdsRow(flock, context),
    ...deathRows(flock, days, context),
    weightRow(flock, context),
  ];
  return [
    ...labelled([...rows, ...air, ...logRow(flock, context)]),
    ...weightCurve(flock, answer, context),
  ];
}

function birdsRow(flock: Flock, { words }: PageContext): Labelled {
  const marketDate = flock.text('plannedMarketDate');
  const density = flock.number('densityKgM2');
  const live = flock.number('live');
  const isBelow = (live ?? 0) > 0 && (flock.number('mortalityDaysUnlogged') ?? 0) > 0;
  const text = joinParts([
    (isBelow ? AT_MOST : '') + words.quantity(live, 'birds'),
    words.quantity(flock.number('ageDays'), 'days'),
    density === undefined
      ? undefined
      : `${isEstimated(flock) ? ESTIMATED : ''}${words.quantity(density, 'kg/m²')}`,
    marketDate === undefined
      ? undefined
      : words.t('page.context.leaves', { day: words.shortDay(marketDate) }),
  ]);
  return { label: words.t('page.label.birds'), text };
}

function deathRows(
  flock: Flock,
  days: readonly RowOf<FarmContext, 'history.daily'>[],
  context: PageContext,
): readonly Labelled[] {
  const { words, glyphs, widthOf } = context;
  const deaths = flock.number('cumMortality');
  if (deaths === undefined) return [];
  const pct = flock.number('cumMortalityPct');
  const lastDays = everyDay(days).slice(-MOST_DAYS);
  const values = lastDays.map(({ deaths }) => deaths);
  const highest = Math.max(0, ...values.filter((value) => value !== undefined));
  const peak = highest > 0 ? values.indexOf(highest) : -1;
  const unlogged = flock.number('mortalityDaysUnlogged') ?? 0;
  const mark = unlogged > 0 && deaths > 0 ? AT_LEAST : '';
  const total = joinParts([
    mark + words.quantity(deaths, 'birds'),
    pct === undefined ? undefined : mark + words.quantity(pct, '%'),
    unlogged > 0
      ? words.t('page.context.unlogged', { unlogged, days: flock.number('mortalityDays') ?? 0 })
      : undefined,
  ]);
  const totalRow = { label: words.t('page.mortality'), text: total };
  if (peak < 0) return [totalRow];
  const text = words.t('page.context.peak', {
    count: highest,
    day: words.shortDay(lastDays[peak]?.day),
  });
  const gaps = lastDays.filter(({ deaths }) => deaths === undefined);
  const drawing = sparkline(values, { glyphs, marked: peak });
  const ends = [lastDays[0], lastDays.at(-1)].map((entry) => words.shortDay(entry?.day));
  const axis = spanAxis([ends[0] ?? '', ends[1] ?? ''], { width: widthOf(drawing), widthOf });
  const footer = gaps.length === 0 ? [axis] : [axis, unloggedText(gaps, words)];
  return [totalRow, { label: words.t('page.label.byDay'), drawing, text, below: footer }];
}

/** Deaths on one day; undefined if not recorded. */
interface DeathDay {
  readonly day: string;
  readonly deaths: number | undefined;
}

/** Every day from the first to the last record: a day without a record is a gap. */
function everyDay(days: readonly RowOf<FarmContext, 'history.daily'>[]): readonly DeathDay[] {
  const deathsByDay = new Map(days.map((row) => [row.text('date') ?? '', row.number('mortality')]));
  const recorded = [...deathsByDay.keys()].filter((day) => day !== '').toSorted();
  const [first] = recorded;
  const last = recorded.at(-1);
  if (first === undefined || last === undefined) return [];
  return Array.from({ length: daysBetween(first, last) + 1 }, (_, index) => {
    const day = addDays(first, index);
    return { day, deaths: deathsByDay.get(day) };
  });
}

const MOST_GAPS = 5;

/** The latest days with gaps in the bars. */
function unloggedText(gaps: readonly DeathDay[], words: PageContext['words']): string {
  const listedDays = gaps.slice(-MOST_GAPS).map(({ day }) => words.shortDay(day));
  const ellipsis = gaps.length > MOST_GAPS ? '… ' : '';
  return words.t('page.context.gapsOn', { days: ellipsis + listedDays.join(' · ') });
}

function weightRow(flock: Flock, context: PageContext): Labelled {
  const { words } = context;
  const label = words.t('page.label.weight');
  const measured = flock.number('weight.g');
  if (measured === undefined) {
    const isDoubted = flock.text('weightReason') === 'weighing_doubted';
    const text = isDoubted ? 'page.context.weighingDoubted' : 'page.context.notWeighed';
    return { label, text: words.t(text) };
  }
  const ofDay = joinParts([
    words.quantity(measured, 'g'),
    words.shortDay(flock.text('weight.date')),
  ]);
  const today = flock.number('weightG');
  if (today === undefined) return { label, text: ofDay };
  // Weight, deviation and standard are for today; the last weighing is added if it is from another
  // day.
  const deviation = flock.number('deviationPct');
  const standard = flock.number('standardG');
  const basis = flock.at('standardBasis');
  const mark = standard === undefined ? '' : standardMark(basis);
  const isMeasured = !isEstimated(flock) && today === measured;
  const text = joinParts([
    isMeasured ? ofDay : `${ESTIMATED}${words.quantity(today, 'g')}`,
    deviation === undefined
      ? undefined
      : words.t('page.context.deviation', { pct: words.change(deviation) }),
    standard === undefined
      ? undefined
      : `${words.t('page.context.standard', { weight: words.quantity(standard, 'g') })}${mark}`,
    flock.flag('weight.uncalibrated') ? words.t('page.context.uncalibrated') : undefined,
    isMeasured ? undefined : words.t('page.context.weighed', { weight: ofDay }),
  ]);
  const footer = [
    ...(isEstimated(flock) ? [estimateNote(context)] : []),
    ...(mark === '' ? [] : [standardNote(basis, context)]),
  ];
  return { label, text, ...(footer.length === 0 ? {} : { below: footer }) };
}

function airRows(
  climate: Climate,
  flock: Flock | undefined,
  answer: FarmContext,
  context: PageContext,
): readonly Labelled[] {
  const { words } = context;
  const outOfRange = climate.texts('outOfRange').map((measure) => words.name('measure', measure));
  const isBad = climate.text('status') === 'out_of_range';
  // Without a current reading, the last one is shown with its age.
  const measureText = (name: 'temp' | 'humidity' | 'co2' | 'nh3') =>
    climate.number(name) ?? climate.number(`last.${name}`);
  const gas = (name: 'co2' | 'nh3') => {
    const value = measureText(name);
    return value === undefined
      ? undefined
      : `${words.name('measure', name)} ${words.quantity(value, 'ppm')}`;
  };
  const text = joinParts([
    words.quantity(measureText('temp'), '°C'),
    words.quantity(measureText('humidity'), '%'),
    gas('co2'),
    gas('nh3'),
    isBad ? words.t('page.context.outOfRange', { what: words.list(outOfRange) }) : undefined,
    climate.text('status') === 'stale' ? words.name('air', 'stale') : undefined,
    agoText(climate.number('ageMinutes'), context),
  ]);
  const air: Labelled = {
    label: words.t('page.label.air'),
    text,
    state: isBad ? 'warning' : undefined,
  };
  return [air, ...temperatureBand(climate, flock, answer, context)];
}

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

/** The age of a reading, in the largest unit with a value of at least two. */
function agoText(minutes: number | undefined, { words }: PageContext): string | undefined {
  if (minutes === undefined || minutes < 1) return undefined;
  const ageText =
    minutes >= 2 * DAY_MINUTES
      ? words.quantity(Math.floor(minutes / DAY_MINUTES), 'days')
      : minutes >= 2 * HOUR_MINUTES
        ? words.quantity(Math.floor(minutes / HOUR_MINUTES), 'hours')
        : words.quantity(minutes, 'minutes');
  return words.t('page.ago', { ago: ageText });
}

/** Recent and current temperatures against the flock's target. */
function temperatureBand(
  climate: Climate,
  flock: Flock | undefined,
  answer: FarmContext,
  { words, glyphs }: PageContext,
): readonly Labelled[] {
  const logs = answer
    .list('gathered.logs')
    .filter((log) => flock !== undefined && log.text('flockId') === flock.text('id'))
    .slice(0, BAND_DAYS);
  const lows = logs.map((log) => log.number('tempMin')).filter((value) => value !== undefined);
  const highs = logs.map((log) => log.number('tempMax')).filter((value) => value !== undefined);
  const measured =
    lows.length > 0 && highs.length > 0
      ? { low: Math.min(...lows), high: Math.max(...highs) }
      : undefined;
  const [low, high] = [climate.number('range.temp.min'), climate.number('range.temp.max')];
  const target = low !== undefined && high !== undefined ? { low, high } : undefined;
  if (!measured && !target) return [];
  const bandDrawing = band(
    { measured, target, now: climate.number('temp') },
    { glyphs, width: BAND_WIDTH },
  );
  if (!bandDrawing) return [];
  const span = (range: { readonly low: number; readonly high: number }) =>
    `${words.number(range.low)}–${words.quantity(range.high, '°C')}`;
  const text = joinParts([
    measured && words.t('page.context.measured', { count: logs.length, span: span(measured) }),
    target && words.t('page.context.target', { span: span(target) }),
  ]);
  const drawing = `${words.number(bandDrawing.low)} ${bandDrawing.chart} ${words.number(bandDrawing.high)}`;
  const { inside, outside, now } = glyphs;
  const legend = words.t('page.context.band', { inside, outside, target: glyphs.target, now });
  return [{ label: words.t('page.label.temperature'), drawing, text, below: [legend] }];
}

function logRow(flock: Flock, { words }: PageContext): readonly Labelled[] {
  const days = flock.number('daysSinceLog');
  const label = words.t('page.label.log');
  const command = fixParts(flock, 'fix');
  if (days === undefined) {
    return [{ label, text: words.t('page.neverLogged'), state: 'warning', command }];
  }
  if (days === 0) return [];
  const day = words.shortDay(flock.text('lastLog.date'));
  return [{ label, text: words.t('page.lastLog', { day }), state: 'warning', command }];
}

/** A curve needs more than two weighings. */
const FEWEST_WEIGHINGS = 3;
const MOST_COLUMNS = 50;
const HEIGHT = 6;
const WEEK = 7;

/** Daily weights of a flock over its breed standard; empty if there are too few weighings. */
function weightCurve(
  flock: Flock,
  answer: FarmContext,
  { words, glyphs, widthOf }: PageContext,
): readonly Block[] {
  const logs = answer
    .list('gathered.logs')
    .filter(
      (log) => log.text('flockId') === flock.text('id') && isCalendarDay(log.text('date') ?? ''),
    );
  const weighed = logs.filter((log) => believedWeight(log) !== undefined);
  if (weighed.length < FEWEST_WEIGHINGS) return [];
  const { points, first, step } = pointsOf(logs);
  const values = points
    .flatMap(({ own, standard }) => [own, standard])
    .filter((value) => value !== undefined);
  const lines = curve(points, { glyphs, height: HEIGHT });
  const { own, standard, both } = glyphs;
  const isBoth = lines.some((line) => line.includes(both)) ? 'yes' : 'no';
  const legend = words.t('page.context.curve', { own, standard, both, isBoth });
  const ends = new Map([
    [0, words.quantity(Math.max(...values), 'g')],
    [HEIGHT - 1, words.quantity(Math.min(...values), 'g')],
  ]);
  const interval = Math.max(1, Math.round(WEEK / step));
  const [axis, days] = stepAxis(points.length, {
    glyphs,
    widthOf,
    nameOf: (index) =>
      index % interval === 0 ? words.shortDay(addDays(first, index * step)) : undefined,
  });
  const drawing = lines.map((line, index) => [glyphs.wall + line, ends.get(index) ?? ''] as const);
  return [
    { kind: 'text', text: legend },
    { kind: 'drawing', lines: [...drawing, [axis, ''], [days, '']] },
  ];
}

/** The weight in a log; an implausible one is excluded, as it would flatten the whole curve. */
function believedWeight(log: Facts<Row<'daily-logs'>>): number | undefined {
  return log.texts('suspect').includes('avgWeightGr') ? undefined : log.number('avgWeightGr');
}

/** One point per day from the first to the last log, or per `step` days if there are many. */
function pointsOf(logs: readonly Facts<Row<'daily-logs'>>[]) {
  const byDay = new Map(logs.map((log) => [log.text('date') ?? '', log]));
  const days = [...byDay.keys()].toSorted();
  const [first = '', last = ''] = [days[0], days.at(-1)];
  const count = daysBetween(first, last) + 1;
  const step = Math.ceil(count / MOST_COLUMNS);
  const points = Array.from({ length: Math.ceil(count / step) }, (_, index): CurvePoint => {
    const stepDays = Array.from({ length: step }, (_, offset) =>
      byDay.get(addDays(first, index * step + offset)),
    );
    const newest = (readValue: (log: Facts<Row<'daily-logs'>>) => number | undefined) =>
      stepDays.map((log) => log && readValue(log)).findLast((value) => value !== undefined);
    return { own: newest(believedWeight), standard: newest((log) => log.number('standardG')) };
  });
  return { points, first, step };
}
