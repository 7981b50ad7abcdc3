import { isolate, type Measure } from './text-layout.ts';

/** The characters that charts and marks are drawn with; each takes one column. */
export interface Glyphs {
  /** From the lowest to the highest. */
  readonly levels: readonly string[];
  /** A value that is not known. */
  readonly gap: string;
  /** A bar: a whole cell, its last cell by eighths where there are such, and what it lacks. */
  readonly full: string;
  readonly parts: readonly string[];
  readonly empty: string;
  /** A band: what was measured inside and outside the target, the target alone, the rest. */
  readonly inside: string;
  readonly outside: string;
  readonly target: string;
  readonly beyond: string;
  /** The present value on a band. */
  readonly now: string;
  /** Points of a curve. */
  readonly own: string;
  readonly standard: string;
  readonly both: string;
  /** Between the lowest and the highest of what was measured. */
  readonly range: string;
  /** Where a value is named on the line beside a curve. */
  readonly notch: string;
  /** Axes: the line beside a curve, the corner, the line under it and where a day is named. */
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

/** How a row of values is drawn. */
export interface SparklineOptions {
  readonly glyphs: Glyphs;
  /** The value of the lowest bar; 0 when it is left out. */
  readonly from?: number;
  /** The place of a value that stands out; its bar is followed by `!`. */
  readonly marked?: number | undefined;
}

/** One bar for each value, the highest for the greatest of them; a gap where it is not known. */
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

/** How a bar is drawn. */
export interface BarOptions {
  readonly glyphs: Glyphs;
  /** Columns of the whole. */
  readonly width: number;
  /** Whether what the bar lacks is drawn too. */
  readonly isFilledUp?: boolean;
}

/** A bar for a share of the whole, 0 to 1; anything above 0 can be seen. */
export function barRow(share: number, { glyphs, width, isFilledUp = false }: BarOptions): string {
  const steps = glyphs.parts.length + 1;
  const wanted = Math.round(Math.min(1, Math.max(0, share)) * width * steps);
  const filled = share > 0 ? Math.max(1, wanted) : 0;
  const whole = Math.floor(filled / steps);
  const part = glyphs.parts[(filled % steps) - 1] ?? '';
  const bar = glyphs.full.repeat(whole) + part;
  return isFilledUp ? bar + glyphs.empty.repeat(width - whole - part.length) : bar;
}

/** From one value to another. */
export interface Span {
  readonly low: number;
  readonly high: number;
}

/** What a band shows; at least one of them is there. */
export interface BandValues {
  /** What was measured over a time. */
  readonly measured?: Span | undefined;
  readonly target?: Span | undefined;
  readonly now?: number | undefined;
}

/** A band, and the values at its ends. */
export interface Band extends Span {
  readonly chart: string;
}

const LEAST_SPAN = 1;

/**
 * What was measured against its target on one line, the present value marked on it; a cell is
 * counted by its middle. Undefined where nothing is known.
 */
export function band(
  { measured, target, now }: BandValues,
  { glyphs, width }: { readonly glyphs: Glyphs; readonly width: number },
): Band | undefined {
  const known = [measured?.low, measured?.high, target?.low, target?.high, now].filter(
    (value) => value !== undefined,
  );
  if (known.length === 0) return undefined;
  const low = Math.floor(Math.min(...known));
  const high = Math.max(Math.ceil(Math.max(...known)), low + LEAST_SPAN);
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

/** Without a target nothing lies outside of it. */
function cellOf(isMeasured: boolean, isTarget: boolean | undefined, glyphs: Glyphs): string {
  if (isMeasured) return isTarget === false ? glyphs.outside : glyphs.inside;
  return isTarget ? glyphs.target : glyphs.beyond;
}

/** A value and what is usual, for one step after another; undefined where not known. */
export interface CurvePoint {
  readonly own?: number | undefined;
  readonly standard?: number | undefined;
}

/** How a curve is drawn. */
export interface CurveOptions {
  readonly glyphs: Glyphs;
  /** Lines from the lowest value to the greatest. */
  readonly height: number;
}

/** Two curves over each other, the highest line first; a column for each step. */
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
 * The names of the first and the last step, under the ends of a drawing of that width. Each is
 * isolated, so that names from right to left stay under their ends.
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

/** How an axis of steps is drawn. */
export interface AxisOptions {
  readonly glyphs: Glyphs;
  readonly widthOf: Measure;
  /** What a step is called; undefined where it is not named. */
  readonly nameOf: (step: number) => string | undefined;
}

/** The axis under a curve: a line with a mark for each step that is named, and the names below. */
export function stepAxis(
  steps: number,
  { glyphs, widthOf, nameOf }: AxisOptions,
): readonly [line: string, names: string] {
  let names = '';
  const marks = Array.from({ length: steps }, (_, step) => {
    const name = nameOf(step);
    // The corner is the column before the first step.
    const room = step + 1 - widthOf(names);
    if (name === undefined || (names !== '' && room < 1)) return glyphs.floor;
    names += ' '.repeat(room) + isolate(name);
    return glyphs.tick;
  });
  return [glyphs.corner + marks.join(''), names];
}
