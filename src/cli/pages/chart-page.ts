import type { chartAnswers } from '../../model/answers/charts.ts';
import type { ChartName } from '../../model/charts.ts';
import type { Unit } from '../../model/core/message.ts';
import { daysBetween } from '../../tools/calendar.ts';
import { stepAxis } from '../output/charts.ts';
import { type Facts, factsOf, type RowOf } from '../output/facts.ts';
import { AT_LEAST } from '../output/output.ts';
import { type PlotPoint, plot } from '../output/plot.ts';
import { isolate } from '../output/text-layout.ts';
import { type Block, joinParts, type PageContext, type PlotLine } from './core/blocks.ts';
import { standardMark, type UncertainStandard } from './core/figures.ts';
import { missingBlocks } from './core/fix-command.ts';
import type { AnswerFacts } from './core/print-page.ts';

type Chart = AnswerFacts<(typeof chartAnswers)[ChartName]>;
type Point = RowOf<Chart, 'points'>;

/** Size of a chart in columns and lines. */
export interface ChartSize {
  readonly width: number;
  readonly height: number;
}

const INDENT = 2;
/** Width of the vertical axis line. */
const WALL = 1;
/** Width of the value labels: `100,000` and a space. */
const LABELS = 8;
const WIDEST_CELL = 4;
const WEEK = 7;
/** Up to this many days, the axis labels each day that fits, or the hours of these days. */
const FEW_DAYS = 14;
const FEW_DAYS_OF_HOURS = 2;

/** One point per available column. */
export function pointsThatFit({ width }: ChartSize): number {
  return Math.max(10, width - INDENT - LABELS - WALL);
}

/** A chart: panels with axes and legends, excluded values and missing data. */
export function chartPage(answer: Chart, context: PageContext, size: ChartSize): readonly Block[] {
  const { words } = context;
  const panels = answer.list('panels').flatMap((panel) => panelOf(panel, answer) ?? []);
  const margin = Math.max(0, ...panels.map((panel) => marginOf(panel, context, size)));
  const frame = {
    answer,
    context,
    height: size.height,
    margin,
    room: size.width - INDENT - margin - WALL,
  };
  const suspectBlocks = answer
    .list('suspects')
    .map(
      (suspect): Block => ({ kind: 'text', mark: 'warning', text: suspect.text('message') ?? '' }),
    );
  const sources = panels.length === 0 ? [] : sourceLines(answer, context);
  const footer = [...suspectBlocks, ...missingBlocks(answer), ...sources];
  return [
    ...headLines(answer, context),
    ...panels.flatMap((panel) => panelBlocks(panel, frame)),
    ...(panels.length > 0
      ? []
      : [{ kind: 'text', text: words.t('page.chart.empty'), indent: 0 } as const]),
    ...(footer.length === 0 ? [] : [{ kind: 'text', text: '' } as const, ...footer]),
  ];
}

function headLines(answer: Chart, { words }: PageContext): readonly Block[] {
  const [from, to] = [words.day(answer.text('from')), words.day(answer.text('to'))];
  const ages = answer.list('points').flatMap(agesOf);
  const step = answer.number('sampling.step') ?? 1;
  const unit = answer.text('sampling.unit') === 'hour' ? 'page.chart.hours' : 'page.chart.days';
  const text = joinParts([
    from === to ? from : `${from} – ${to}`,
    ages.length === 0
      ? undefined
      : words.t('page.chart.age', {
          ages: [...new Set([Math.min(...ages), Math.max(...ages)])].join('–'),
        }),
    step > 1 ? words.t(unit, { count: step }) : undefined,
  ]);
  return [
    { kind: 'title', text: answer.text('title') ?? '' },
    { kind: 'text', text, indent: 0 },
  ];
}

/** The ages on the first and the last day of a point. */
function agesOf(point: Point): readonly number[] {
  const age = point.number('ageDays');
  const [from, day] = [point.text('from'), point.text('day')];
  if (age === undefined) return [];
  return from === undefined || day === undefined ? [age] : [age - daysBetween(from, day), age];
}

function sourceLines(answer: Chart, { words }: PageContext): readonly Block[] {
  const source = answer.text('standard.source');
  if (source === undefined) return [];
  const basis = chartBasis(answer);
  const mark = standardMark(basis);
  const text = joinParts([
    words.t('page.chart.source', { source }),
    basis.flag('interpolated') ? words.t('page.chart.interpolated') : undefined,
    basis.text('confidence') === 'low' ? words.t('page.chart.lowConfidence') : undefined,
  ]);
  return [{ kind: 'text', text: mark === '' ? text : `${mark} ${text}` }];
}

/** The basis of a chart's standard; interpolated if any of its points is. */
function chartBasis(answer: Chart): Facts<UncertainStandard> {
  return factsOf({
    interpolated: answer.list('points').some((point) => point.flag('interpolated')),
    confidence: answer.text('standard.confidence'),
  });
}

/** Series of a panel by role. */
type Roles = ReadonlyMap<string, { readonly name: string; readonly label: string }>;

/** A plot with its axis. */
interface Panel {
  readonly label: string;
  readonly unit: Unit;
  readonly roles: Roles;
  readonly points: readonly PlotPoint[];
}

/** Frame shared by all panels of a chart: equal margins align their days. */
interface Frame {
  readonly answer: Chart;
  readonly context: PageContext;
  readonly height: number;
  readonly margin: number;
  readonly room: number;
}

/** The panel; undefined if it contains no data. */
function panelOf(panel: RowOf<Chart, 'panels'>, answer: Chart): Panel | undefined {
  const panelSeries = answer
    .list('series')
    .filter((series) => series.text('panel') === panel.text('name'));
  const roles: Roles = new Map(
    panelSeries.map((series) => [
      series.text('role') ?? '',
      { name: series.text('name') ?? '', label: series.text('label') ?? '' },
    ]),
  );
  const points = answer.list('points').map((point) => plotPoint(point, roles, panelSeries));
  if (!points.some((point) => point.own !== undefined || point.isSuspect)) return undefined;
  // An older CLI shows unknown units unchanged.
  return { label: panel.text('label') ?? '', unit: panel.text('unit') as Unit, roles, points };
}

/** Width of the widest value label of a panel, plus a space. */
function marginOf(
  { points }: Panel,
  { words, glyphs, widthOf }: PageContext,
  { height }: ChartSize,
): number {
  const values = [...(plot(points, { glyphs, height, cell: 1 })?.ticks.values() ?? [])];
  return Math.max(0, ...values.map((value) => widthOf(tickText(value, words)))) + 1;
}

/** A value of an axis with all its decimals, so that neighbours differ. */
function tickText(value: number, { language }: PageContext['words']): string {
  return new Intl.NumberFormat(language, { maximumFractionDigits: 6 }).format(value);
}

function panelBlocks(panel: Panel, frame: Frame): readonly Block[] {
  const { answer, context, height, margin, room } = frame;
  const { words, glyphs, widthOf } = context;
  const { points, label, unit } = panel;
  const cell = Math.max(1, Math.min(WIDEST_CELL, Math.floor(room / Math.max(1, points.length))));
  const plotted = plot(points, { glyphs, height, cell });
  const lines = (plotted?.lines ?? []).map((runs, index): PlotLine => {
    const value = plotted?.ticks.get(index);
    if (value === undefined) return [' '.repeat(margin) + glyphs.wall, runs];
    const text = tickText(value, words);
    return [`${' '.repeat(margin - 1 - widthOf(text))}${isolate(text)} ${glyphs.notch}`, runs];
  });
  const isBoth = (plotted?.lines ?? []).flat().some(([text]) => text.includes(glyphs.both));
  const nameOf = axisNames(answer, context, { cell, room });
  const axis = stepAxis(points.length * cell, { glyphs, widthOf, nameOf });
  return [
    { kind: 'heading', text: `${label}, ${words.unit(unit)}` },
    {
      kind: 'plot',
      lines: [...lines, ...axis.map((line): PlotLine => [' '.repeat(margin) + line, []])],
    },
    { kind: 'text', text: legend(panel, { ...frame, isBoth }) },
  ];
}

function plotPoint(
  point: Point,
  roles: Roles,
  panelSeries: readonly RowOf<Chart, 'series'>[],
): PlotPoint {
  const values: Facts<unknown> = point;
  const value = (role: string) => values.number(roles.get(role)?.name ?? '');
  const names = panelSeries.map((series) => series.text('name') ?? '');
  return {
    own: value('measured'),
    low: value('low'),
    high: value('high'),
    standard: value('standard'),
    targetLow: value('targetLow'),
    targetHigh: value('targetHigh'),
    isSuspect: point.texts('suspect').some((name) => names.includes(name)),
  };
}

/** Labels of days or times at the points where they start, if they fit within the chart. */
function axisNames(
  answer: Chart,
  { words, widthOf }: PageContext,
  { cell, room }: { readonly cell: number; readonly room: number },
): (column: number) => string | undefined {
  const points = answer.list('points');
  const step = answer.number('sampling.step') ?? 1;
  const isOfHours = answer.text('sampling.unit') === 'hour';
  const dayAt = (index: number) => {
    const at = points[index]?.text('at');
    return at === undefined ? points[index]?.text('from') : words.dayOf(at);
  };
  const count = points.length * step;
  const interval = count <= FEW_DAYS ? 1 : Math.max(1, Math.round(WEEK / step));
  const isOfTimes =
    isOfHours && dayAt(0) !== undefined && daysIn(points, dayAt) <= FEW_DAYS_OF_HOURS;
  return (column) => {
    const index = column / cell;
    if (!Number.isInteger(index)) return undefined;
    const isNamed = isOfHours
      ? isOfTimes || dayAt(index) !== dayAt(index - 1)
      : index % interval === 0;
    const name = isOfTimes ? words.time(points[index]?.text('at')) : words.shortDay(dayAt(index));
    return isNamed && column + widthOf(name) <= room ? name : undefined;
  };
}

function daysIn(points: readonly Point[], dayAt: (index: number) => string | undefined): number {
  return new Set(points.map((_, index) => dayAt(index))).size;
}

/** The legend, with the latest value and the standard of the same day. */
function legend(
  { roles, points, unit }: Panel,
  { answer, context, isBoth }: Frame & { readonly isBoth: boolean },
): string {
  const { words, glyphs } = context;
  const index = points.findLastIndex(({ own }) => own !== undefined);
  const newest = points[index];
  const isKnown = (read: (point: PlotPoint) => unknown) =>
    points.some((point) => read(point) !== undefined);
  const mark = standardMark(chartBasis(answer));
  const bounds = answer.list('points')[index]?.texts('atLeast') ?? [];
  const valued = (role: string, value: number | undefined) => {
    const { name, label = role } = roles.get(role) ?? {};
    const bound = name !== undefined && bounds.includes(name) ? AT_LEAST : '';
    const title = role === 'standard' ? `${label}${mark}` : label;
    return value === undefined ? title : `${title}: ${bound}${words.quantity(value, unit)}`;
  };
  const moment = momentOf(answer.list('points')[index], context);
  const parts = [
    ...(newest ? [`${glyphs.own} ${valued('measured', newest.own)} (${moment})`] : []),
    ...(isKnown(({ standard }) => standard)
      ? [`${glyphs.standard} ${valued('standard', newest?.standard)}`]
      : []),
    ...(isBoth ? [`${glyphs.both} ${words.t('page.chart.both')}`] : []),
    ...(isKnown(({ high }) => high) ? [`${glyphs.range} ${words.t('page.chart.range')}`] : []),
    ...(isKnown(({ targetHigh }) => targetHigh)
      ? [`${glyphs.target} ${targetOf(newest, context, unit)}`]
      : []),
    ...(points.some(({ isSuspect }) => isSuspect) ? [`? ${words.t('page.chart.suspect')}`] : []),
  ];
  return parts.join('; ');
}

/** The moment or the days that a point is the mean of. */
function momentOf(point: Point | undefined, { words }: PageContext): string {
  const [at, from, day] = [point?.text('at'), point?.text('from'), point?.text('day')];
  if (at !== undefined) return words.moment(at);
  const last = words.shortDay(day);
  return from === undefined || from === day ? last : `${words.shortDay(from)} – ${last}`;
}

/** The target of the latest value: a range or an upper limit. */
function targetOf(point: PlotPoint | undefined, { words }: PageContext, unit: Unit): string {
  const name = words.t('page.chart.target');
  if (point?.targetHigh === undefined) return name;
  const high = words.quantity(point.targetHigh, unit);
  if (point.targetLow === undefined) return `${name} ≤ ${high}`;
  return `${name} ${words.number(point.targetLow)}–${high}`;
}
