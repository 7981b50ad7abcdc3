import { isolate, type Measure } from './text-layout.ts';

/** Characters for charts and marks; each is one column wide. */
export interface Glyphs {
  /** From lowest to highest. */
  readonly levels: readonly string[];
  /** An unknown value. */
  readonly gap: string;
  /** A bar: a full cell, partial last cells in eighths where available, and the unfilled part. */
  readonly full: string;
  readonly parts: readonly string[];
  readonly empty: string;
  /** A band: measured values inside and outside the target, the target alone, the remainder. */
  readonly inside: string;
  readonly outside: string;
  readonly target: string;
  readonly beyond: string;
  /** The current value on a band. */
  readonly now: string;
  /** Points of a curve. */
  readonly own: string;
  readonly standard: string;
  readonly both: string;
  /** The range between the lowest and highest measured values. */
  readonly range: string;
  /** Label mark on the vertical axis. */
  readonly notch: string;
  /** Axes: vertical line, corner, horizontal line and day mark. */
  readonly wall: string;
  readonly corner: string;
  readonly floor: string;
  readonly tick: string;
}

export const unicodeGlyphs: Glyphs = {
  levels: ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'],
  gap: ' ',
  full: '█',
  parts: ['▏', '▎', '▍', '▌', '▋', '▊', '▉'],
  empty: '░',
  inside: '█',
  outside: '▓',
  target: '░',
  beyond: '·',
  now: '◆',
  own: '●',
  standard: '·',
  both: '◉',
  range: '┆',
  notch: '┤',
  wall: '│',
  corner: '└',
  floor: '─',
  tick: '┬',
};

export const asciiGlyphs: Glyphs = {
  levels: ['_', '.', '-', '=', '+', 'o', 'O', '#'],
  gap: ' ',
  full: '#',
  parts: [],
  empty: '.',
  inside: '#',
  outside: 'x',
  target: '=',
  beyond: '.',
  now: 'O',
  own: 'o',
  standard: '.',
  both: '@',
  range: ':',
  notch: '+',
  wall: '|',
  corner: '+',
  floor: '-',
  tick: '+',
};

export interface SparklineOptions {
  readonly glyphs: Glyphs;
  /** The value of the lowest bar; 0 by default. */
  readonly from?: number;
  /** Index of an outlier; its bar is followed by `!`. */
  readonly marked?: number | undefined;
}

/** One bar per value, scaled to the greatest; a gap for unknown values. */
export function sparkline(
  values: readonly (number | undefined)[],
  { glyphs, from = 0, marked }: SparklineOptions,
): string {
  const highest = Math.max(from, ...values.filter((value) => value !== undefined));
  return values
    .map((value, index) => {
      const bar = value === undefined ? glyphs.gap : levelOf(value, { glyphs, from, highest });
      return index === marked ? `${bar}!` : bar;
    })
    .join('');
}

function levelOf(
  value: number,
  {
    glyphs,
    from,
    highest,
  }: { readonly glyphs: Glyphs; readonly from: number; readonly highest: number },
): string {
  const last = glyphs.levels.length - 1;
  const share = highest > from ? Math.max(0, value - from) / (highest - from) : 0;
  return glyphs.levels[Math.round(share * last)] ?? glyphs.gap;
}

export interface BarOptions {
  readonly glyphs: Glyphs;
  /** Total width in columns. */
  readonly width: number;
  /** Whether the unfilled part is drawn too. */
  readonly isFilledUp?: boolean;
}

/** A bar for a fraction from 0 to 1; any fraction above 0 is visible. */
export function barRow(share: number, { glyphs, width, isFilledUp = false }: BarOptions): string {
  const steps = glyphs.parts.length + 1;
  const scaled = Math.round(Math.min(1, Math.max(0, share)) * width * steps);
  const filledSteps = share > 0 ? Math.max(1, scaled) : 0;
  const fullCells = Math.floor(filledSteps / steps);
  const part = glyphs.parts[(filledSteps % steps) - 1] ?? '';
  const bar = glyphs.full.repeat(fullCells) + part;
  return isFilledUp ? bar + glyphs.empty.repeat(width - fullCells - part.length) : bar;
}

/** A range of values. */
export interface Span {
  readonly low: number;
  readonly high: number;
}

/** Values of a band; at least one of them is set. */
export interface BandValues {
  /** Range of values measured over a period. */
  readonly measured?: Span | undefined;
  readonly target?: Span | undefined;
  readonly now?: number | undefined;
}

/** A band and the values at its ends. */
export interface Band extends Span {
  readonly chart: string;
}

const LEAST_SPAN = 1;

/**
 * Draws measured values against their target on one line, with the current value marked; a cell is
 * classified by its middle. Undefined if no value is known.
 */
export function band(
  { measured, target, now }: BandValues,
  { glyphs, width }: { readonly glyphs: Glyphs; readonly width: number },
): Band | undefined {
  const knownValues = [measured?.low, measured?.high, target?.low, target?.high, now].filter(
    (value) => value !== undefined,
  );
  if (knownValues.length === 0) return undefined;
  const low = Math.floor(Math.min(...knownValues));
  const high = Math.max(Math.ceil(Math.max(...knownValues)), low + LEAST_SPAN);
  const step = (high - low) / width;
  const cells = Array.from({ length: width }, (_, index) => {
    const middle = low + (index + 0.5) * step;
    const isTarget = target === undefined ? undefined : isWithin(target, middle);
    return cellOf(isWithin(measured, middle), isTarget, glyphs);
  });
  if (now !== undefined) cells[Math.min(width - 1, Math.floor((now - low) / step))] = glyphs.now;
  return { low, high, chart: cells.join('') };
}

function isWithin(span: Span | undefined, value: number): boolean {
  return span !== undefined && span.low <= value && value <= span.high;
}

/** Without a target, no value is outside it. */
function cellOf(isMeasured: boolean, isTarget: boolean | undefined, glyphs: Glyphs): string {
  if (isMeasured) return isTarget === false ? glyphs.outside : glyphs.inside;
  return isTarget ? glyphs.target : glyphs.beyond;
}

/** A value and its usual value at one step; undefined if unknown. */
export interface CurvePoint {
  readonly own?: number | undefined;
  readonly standard?: number | undefined;
}

export interface CurveOptions {
  readonly glyphs: Glyphs;
  /** Height of the value range, in lines. */
  readonly height: number;
}

/** Two overlaid curves, topmost line first, with one column per step. */
export function curve(
  points: readonly CurvePoint[],
  { glyphs, height }: CurveOptions,
): readonly string[] {
  const values = points
    .flatMap(({ own, standard }) => [own, standard])
    .filter((value) => value !== undefined);
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const lineOf = (value: number | undefined) => {
    if (value === undefined) return undefined;
    const share = highest > lowest ? (value - lowest) / (highest - lowest) : 0;
    return Math.round(share * (height - 1));
  };
  return Array.from({ length: height }, (_, index) => {
    const line = height - 1 - index;
    const cells = points.map(({ own, standard }) =>
      glyphOf(lineOf(own) === line, lineOf(standard) === line, glyphs),
    );
    return cells.join('').trimEnd();
  });
}

function glyphOf(isOwn: boolean, isStandard: boolean, glyphs: Glyphs): string {
  if (isOwn) return isStandard ? glyphs.both : glyphs.own;
  return isStandard ? glyphs.standard : ' ';
}

/**
 * Labels of the first and last step, placed under the ends of a drawing of the given width. Each is
 * isolated, so that right-to-left labels stay under their ends.
 */
export function spanAxis(
  [first, last]: readonly [first: string, last: string],
  { width, widthOf }: { readonly width: number; readonly widthOf: Measure },
): string {
  const room = width - widthOf(first) - widthOf(last);
  const [from, to] = [isolate(first), isolate(last)];
  if (first === last) return from;
  return room < 1 ? `${from} – ${to}` : from + ' '.repeat(room) + to;
}

export interface AxisOptions {
  readonly glyphs: Glyphs;
  readonly widthOf: Measure;
  /** Label of a step; undefined for an unlabelled step. */
  readonly nameOf: (step: number) => string | undefined;
}

/** The axis under a curve: a line with a mark at each labelled step, and the labels below. */
export function stepAxis(
  steps: number,
  { glyphs, widthOf, nameOf }: AxisOptions,
): readonly [line: string, names: string] {
  let names = '';
  const ticks = Array.from({ length: steps }, (_, step) => {
    const name = nameOf(step);
    // The corner is the column before the first step.
    const room = step + 1 - widthOf(names);
    if (name === undefined || (names !== '' && room < 1)) return glyphs.floor;
    names += ' '.repeat(room) + isolate(name);
    return glyphs.tick;
  });
  return [glyphs.corner + ticks.join(''), names];
}
