import type { Glyphs } from './charts.ts';

/** Meaning of a plot cell; the renderer assigns colours. */
export type PlotTone = 'own' | 'outside' | 'standard' | 'target' | 'suspect' | 'plain';

/** A run of cells of one tone. */
export type PlotRun = readonly [text: string, tone: PlotTone];

/** Values of one plot point; undefined if unknown. */
export interface PlotPoint {
  readonly own?: number | undefined;
  /** Ends of the measured range. */
  readonly low?: number | undefined;
  readonly high?: number | undefined;
  readonly standard?: number | undefined;
  readonly targetLow?: number | undefined;
  readonly targetHigh?: number | undefined;
  /** Whether a recorded value was excluded. */
  readonly isSuspect?: boolean;
}

export interface PlotOptions {
  readonly glyphs: Glyphs;
  readonly height: number;
  /** Width of each point, in columns. */
  readonly cell: number;
}

/** A plot: its lines from top to bottom, and the axis labels of some of them. */
export interface Plot {
  readonly lines: readonly (readonly PlotRun[])[];
  /** By line number. */
  readonly ticks: ReadonlyMap<number, number>;
}

/** Minimum number of lines between two ticks of the value axis. */
const LINES_PER_TICK = 3;
/** The axis starts at 0 if the lowest value is below this fraction of the highest. */
const FROM_ZERO = 0.5;
const NICE = [1, 2, 2.5, 5, 10] as const;

/** The points on an axis of round values; undefined if there is no value to draw. */
export function plot(points: readonly PlotPoint[], options: PlotOptions): Plot | undefined {
  const scale = scaleOf(points, options.height);
  if (!scale) return undefined;
  const last = options.height - 1;
  const lines = Array.from({ length: options.height }, (_, index) =>
    runsOf(points.flatMap((point) => cellsOf(point, last - index, scale, options))),
  );
  const ticks = new Map<number, number>();
  for (let tick = 0; tick <= scale.ticks; tick++) {
    const value = scale.low + tick * scale.step;
    ticks.set(last - scale.lineOf(value), roundOff(value));
  }
  return { lines, ticks };
}

interface Scale {
  readonly low: number;
  readonly step: number;
  readonly ticks: number;
  /** Line number of a value, counted from the bottom. */
  readonly lineOf: (value: number) => number;
}

/** Round axis bounds around all drawn values. */
function scaleOf(points: readonly PlotPoint[], height: number): Scale | undefined {
  const values = points
    .flatMap(({ own, low, high, standard, targetLow, targetHigh }) => [
      own,
      low,
      high,
      standard,
      targetLow,
      targetHigh,
    ])
    .filter((value) => value !== undefined);
  if (values.length === 0) return undefined;
  const [lowest, highest] = [Math.min(...values), Math.max(...values)];
  const from = lowest >= 0 && lowest < highest * FROM_ZERO ? 0 : lowest;
  const top = highest > from ? highest : from + 1;
  const intervals = Math.max(1, Math.floor((height - 1) / LINES_PER_TICK));
  let step = niceStep((top - from) / intervals);
  let low = Math.floor(from / step) * step;
  // After rounding outwards, the axis may need a wider step to fit its lines.
  while (Math.ceil((top - low) / step - 1e-9) > intervals) {
    step = niceStep(step * 1.01);
    low = Math.floor(from / step) * step;
  }
  const ticks = Math.max(1, Math.ceil((top - low) / step - 1e-9));
  const high = low + ticks * step;
  const lineOf = (value: number) => Math.round(((value - low) / (high - low)) * (height - 1));
  return { low, step, ticks, lineOf };
}

function niceStep(minimum: number): number {
  const power = 10 ** Math.floor(Math.log10(minimum));
  return (NICE.find((factor) => factor * power >= minimum * (1 - 1e-9)) ?? 10) * power;
}

/** Multiples of a step have floating-point errors. */
function roundOff(value: number): number {
  return Number(value.toPrecision(12));
}

function cellsOf(
  point: PlotPoint,
  line: number,
  scale: Scale,
  options: PlotOptions,
): readonly PlotRun[] {
  const { targetLow, targetHigh } = point;
  // Without a lower bound the target is a limit, drawn as a line.
  const isTarget = isInside(line, [targetLow ?? targetHigh, targetHigh], scale);
  const empty: PlotRun = isTarget ? [options.glyphs.target, 'target'] : [' ', 'plain'];
  return [
    markOf(point, line, scale, options) ?? empty,
    [empty[0].repeat(options.cell - 1), empty[1]],
  ];
}

/** The measured or standard value on a line; undefined if there is none. */
function markOf(
  point: PlotPoint,
  line: number,
  scale: Scale,
  { glyphs, height }: PlotOptions,
): PlotRun | undefined {
  const { own, low, high, standard } = point;
  const isStandard = isInside(line, [standard, standard], scale);
  if (isInside(line, [own, own], scale))
    return [isStandard ? glyphs.both : glyphs.own, isOff(point) ? 'outside' : 'own'];
  if (point.isSuspect && line === height - 1) return ['?', 'suspect'];
  if (isStandard) return [glyphs.standard, 'standard'];
  return isInside(line, [low ?? own, high], scale) ? [glyphs.range, 'own'] : undefined;
}

/** Whether a line lies between two values; false if one of them is unknown. */
function isInside(
  line: number,
  [low, high]: readonly [number | undefined, number | undefined],
  { lineOf }: Scale,
): boolean {
  if (low === undefined || high === undefined) return false;
  return line >= lineOf(low) && line <= lineOf(high);
}

function isOff({ own, targetLow, targetHigh }: PlotPoint): boolean {
  if (own === undefined) return false;
  return (
    (targetLow !== undefined && own < targetLow) || (targetHigh !== undefined && own > targetHigh)
  );
}

/** Merges adjacent runs of the same tone. */
function runsOf(cells: readonly PlotRun[]): readonly PlotRun[] {
  const runs: [string, PlotTone][] = [];
  for (const [text, tone] of cells) {
    const last = runs.at(-1);
    if (last && last[1] === tone) last[0] += text;
    else runs.push([text, tone]);
  }
  return runs;
}
