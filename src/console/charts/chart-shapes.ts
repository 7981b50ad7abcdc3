import { extent, nice, ticks } from 'd3-array';
import { area, line } from 'd3-shape';
import { startOfDay } from '../../tools/calendar.ts';
import { type ChartSpec, findSeries, type Moment, type Panel } from './chart-spec.ts';

/** Position of a plot within its picture, in pixels. */
export interface PlotFrame {
  readonly width: number;
  readonly height: number;
}

/** A tick of an axis. */
export interface Tick {
  readonly value: number;
  readonly at: number;
}

/** The shapes of a panel as SVG paths, with gaps where values are missing. */
export interface PlotShapes {
  readonly xOf: (index: number) => number;
  readonly yOf: (value: number) => number;
  readonly yTicks: readonly Tick[];
  /** Decimals that tell the ticks apart. */
  readonly yDecimals: number;
  readonly measured: string;
  /**
   * Known values without a known neighbour, which a line cannot show, and all values where there
   * are few.
   */
  readonly dots: readonly { readonly x: number; readonly y: number }[];
  /** The measured range, and ranges of single moments, which have no area. */
  readonly range: string;
  readonly bars: readonly { readonly x: number; readonly low: number; readonly high: number }[];
  readonly standard: string;
  /** The target band; without a lower bound, `limit` is its upper bound. */
  readonly band: string;
  readonly limit: string;
  /** Positions of recorded values that were left out. */
  readonly suspects: readonly number[];
}

const TICKS = 4;
/** If the lowest value is below this share of the highest, the axis starts at 0. */
const FROM_ZERO = 0.5;
const MAX_DOTS = 40;

/** The shapes of a panel in a frame; undefined where it has no value to draw. */
export function plotShapes(
  panel: Panel,
  moments: readonly Moment[],
  frame: PlotFrame,
): PlotShapes | undefined {
  const drawn = panel.series.filter(({ role }) => role !== 'figure');
  const [lowest, highest] = extent(drawn.flatMap(({ values }) => values.filter(isKnown)));
  if (lowest === undefined || highest === undefined) return undefined;
  const [bottom, top] = valueDomain(lowest, highest);
  const yOf = (value: number) => frame.height * (1 - (value - bottom) / (top - bottom));
  const [first = 0, last = 0] = [moments[0]?.at, moments.at(-1)?.at];
  const xOf = (index: number) => {
    const at = moments[index]?.at ?? first;
    return last === first ? frame.width / 2 : (frame.width * (at - first)) / (last - first);
  };
  const valuesOf = (role: 'measured' | 'low' | 'high' | 'standard' | 'targetLow' | 'targetHigh') =>
    findSeries(panel, role)?.values;
  const linePath = (values: Values) => pathOf(values, xOf, yOf);
  const measured = valuesOf('measured');
  const [targetLow, targetHigh] = [valuesOf('targetLow'), valuesOf('targetHigh')];
  const [rangeLow, rangeHigh] = [valuesOf('low') ?? measured, valuesOf('high')];
  const names = drawn.filter(({ role }) => role === 'measured').map(({ name }) => name);
  const tickValues = ticks(bottom, top, TICKS);
  return {
    xOf,
    yOf,
    yTicks: tickValues.map((value) => ({ value, at: yOf(value) })),
    yDecimals: decimalsOf(tickValues),
    measured: linePath(measured),
    dots: findDots(measured ?? []).map((index) => ({
      x: xOf(index),
      y: yOf(measured?.[index] ?? bottom),
    })),
    range: between(rangeLow, rangeHigh, xOf, yOf),
    bars: singles(rangeLow, rangeHigh).map(({ index, low, high }) => ({
      x: xOf(index),
      low: yOf(low),
      high: yOf(high),
    })),
    standard: linePath(valuesOf('standard')),
    band: between(targetLow, targetHigh, xOf, yOf),
    limit: targetLow ? '' : linePath(targetHigh),
    suspects: moments.flatMap(({ suspect }, index) =>
      suspect.some((name) => names.includes(name)) ? [xOf(index)] : [],
    ),
  };
}

/** The fewest decimals that write every value exactly; two at least. */
function decimalsOf(values: readonly number[]): number {
  const exact = DECIMALS.find((decimals) =>
    values.every((value) => Math.abs(value - Number(value.toFixed(decimals))) < TOLERANCE),
  );
  return exact ?? 2;
}

const DECIMALS = [2, 3, 4, 5, 6];
const TOLERANCE = 1e-9;

type Values = readonly (number | null)[] | undefined;

function isKnown(value: number | null | undefined): value is number {
  return value !== null && value !== undefined;
}

/** The bounds of the value axis: round numbers, and never equal. */
function valueDomain(lowest: number, highest: number): readonly [number, number] {
  const isFromZero = lowest >= 0 && lowest <= highest * FROM_ZERO;
  const low = isFromZero ? 0 : lowest;
  if (low === highest) return low === 0 ? [0, 1] : nice(low - Math.abs(low) / 10, low * 1.1, TICKS);
  return nice(low, highest, TICKS);
}

/** A line through the known values, with gaps where one is missing. */
function pathOf(values: Values, xOf: (index: number) => number, yOf: (value: number) => number) {
  const draw = line<number | null>()
    .defined(isKnown)
    .x((_, index) => xOf(index))
    .y((value) => yOf(value ?? 0))
    .digits(1);
  return draw(values ?? []) ?? '';
}

/** The area between two series, where both are known. */
function between(
  low: Values,
  high: Values,
  xOf: (index: number) => number,
  yOf: (value: number) => number,
) {
  if (!low || !high) return '';
  const isPart = (index: number) => isKnown(low[index]) && isKnown(high[index]);
  const draw = area<number | null>()
    .defined((_, index) => isPart(index) && (isPart(index - 1) || isPart(index + 1)))
    .x((_, index) => xOf(index))
    .y0((value) => yOf(value ?? 0))
    .y1((_, index) => yOf(high[index] ?? 0))
    .digits(1);
  return draw([...low]) ?? '';
}

/** The moments at which both series are known, without such a neighbour. */
function singles(low: Values, high: Values) {
  const points = (low ?? []).map((value, index) => {
    const top = high?.[index];
    return isKnown(value) && isKnown(top) ? { index, low: value, high: top } : undefined;
  });
  return points.flatMap((one, index) =>
    one && !points[index - 1] && !points[index + 1] ? [one] : [],
  );
}

/** The known values drawn as dots. */
function findDots(values: readonly (number | null)[]): readonly number[] {
  const points = values.flatMap((value, index) => (isKnown(value) ? [index] : []));
  if (points.length <= MAX_DOTS) return points;
  return points.filter((index) => !isKnown(values[index - 1]) && !isKnown(values[index + 1]));
}

const DAY_MILLIS = 86_400_000;
const AGE_STEPS = [1, 2, 7, 14, 28, 56, 112, 224] as const;
const DAY_STEPS = [1, 2, 3, 7, 14, 28] as const;
const HOUR_STEPS = [1, 3, 6, 12] as const;

/** A tick of the time axis: an age, an hour or a day. */
export interface TimeTick {
  readonly x: number;
  readonly kind: 'age' | 'hour' | 'day';
  /** The age in days, otherwise milliseconds. */
  readonly value: number;
}

/** Ticks of the time axis, up to a maximum number: ages of birds, hours of a day or days. */
export function timeTicks(
  { moments, unit, zone }: Pick<ChartSpec, 'moments' | 'unit' | 'zone'>,
  width: number,
  maxSteps: number,
): readonly TimeTick[] {
  const [first, last] = [moments[0], moments.at(-1)];
  if (!first || !last || first === last) return [];
  const xOf = (at: number) => (width * (at - first.at)) / (last.at - first.at);
  if (unit === 'day') {
    const placedAt = first.at - (first.ageDays ?? 0) * DAY_MILLIS;
    const ages = [first.ageDays ?? 0, last.ageDays ?? 0] as const;
    return steps(ages, AGE_STEPS, maxSteps).map((value) => {
      return { x: xOf(placedAt + value * DAY_MILLIS), kind: 'age', value };
    });
  }
  const days = (last.at - first.at) / DAY_MILLIS;
  const isShort = days <= 2;
  const every = isShort
    ? chooseStep(days * 24, HOUR_STEPS, maxSteps)
    : chooseStep(days, DAY_STEPS, maxSteps);
  const starts = isShort
    ? hoursBetween(first.at, last.at, every, zone)
    : daysBetween(first.at, last.at, every, zone);
  return starts.map((value) => ({ x: xOf(value), kind: isShort ? 'hour' : 'day', value }));
}

function chooseStep(length: number, sizes: readonly number[], maxSteps: number): number {
  return sizes.find((size) => length / size <= maxSteps) ?? sizes.at(-1) ?? 1;
}

function steps(
  [from, to]: readonly [number, number],
  sizes: readonly number[],
  maxSteps: number,
): readonly number[] {
  const size = chooseStep(to - from, sizes, maxSteps);
  const first = Math.ceil(from / size) * size;
  return Array.from({ length: Math.max(0, Math.floor((to - first) / size) + 1) }, (_, index) => {
    return first + index * size;
  });
}

/** Hours in the farm's time zone that are multiples of a step. */
function hoursBetween(from: number, to: number, step: number, zone: string): readonly number[] {
  const hour = new Intl.DateTimeFormat('en', { hour: 'numeric', hourCycle: 'h23', timeZone: zone });
  const found: number[] = [];
  for (let at = Math.ceil(from / 3_600_000) * 3_600_000; at <= to; at += 3_600_000) {
    if (Number(hour.format(at)) % step === 0) found.push(at);
  }
  return found;
}

/** The starts of days in the farm's time zone. */
function daysBetween(from: number, to: number, step: number, zone: string): readonly number[] {
  const found: number[] = [];
  const first = Math.ceil(from / DAY_MILLIS) * DAY_MILLIS;
  for (let at = first; at <= to + DAY_MILLIS; at += step * DAY_MILLIS) {
    const start = startOfDay(new Date(at).toISOString().slice(0, 10), zone);
    if (start >= from && start <= to) found.push(start);
  }
  return found;
}
