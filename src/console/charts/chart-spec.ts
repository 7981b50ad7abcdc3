import type { chartAnswers } from '../../model/answers/charts.ts';
import type { Sent } from '../../model/api/json-schema.ts';
import type { ChartName, ChartRole } from '../../model/charts.ts';
import { escapeFormula } from '../../tools/text.ts';

/** The answer of `GET /os/charts/{chart}/{id}`. */
export type ChartAnswer = {
  readonly [N in ChartName]: Sent<(typeof chartAnswers)[N]['schema']>;
}[ChartName];

/** A day or an hour of a chart. */
export interface Moment {
  /** Milliseconds; for days, those of midnight in UTC. */
  readonly at: number;
  /** The day, or the instant. */
  readonly key: string;
  readonly ageDays: number | null;
  /** Series with a recorded value that was left out as implausible. */
  readonly suspect: readonly string[];
  /** Series whose value is a lower bound. */
  readonly atLeast: readonly string[];
}

/** A series; `values` has one entry for each moment, null where it is unknown. */
export interface Series {
  readonly name: string;
  readonly label: string;
  readonly role: ChartRole;
  readonly unit: string;
  readonly values: readonly (number | null)[];
}

/** The series that share a value axis. */
export interface Panel {
  readonly name: string;
  readonly label: string;
  readonly unit: string;
  readonly series: readonly Series[];
}

/** An event at a moment, shown on the time axis. */
export interface Mark {
  readonly key: string;
  readonly label: string;
}

/** The content of a chart and its table; missing values are gaps. */
export interface ChartSpec {
  readonly title: string;
  readonly unit: 'day' | 'hour';
  readonly zone: string;
  readonly moments: readonly Moment[];
  readonly panels: readonly Panel[];
  /** The document with the standard. */
  readonly source: string | undefined;
}

/** Converts the data of the service to a chart; moments before `since` are left out. */
export function chartSpec(answer: ChartAnswer, since = Number.NEGATIVE_INFINITY): ChartSpec {
  const rows: readonly object[] = answer.points;
  const all = rows.map((row) => ({ row, moment: toMoment(row) }));
  const shown = all.filter(({ moment }) => moment.at >= since);
  const panels = answer.panels.map(({ name, label, unit }) => ({
    name,
    label,
    unit,
    series: answer.series
      .filter(({ panel }) => panel === name)
      .map((series) => ({
        name: series.name,
        label: series.label,
        role: series.role,
        unit: series.unit,
        values: shown.map(({ row }) => numberOf(row, series.name)),
      })),
  }));
  return {
    title: answer.title,
    unit: answer.sampling.unit,
    zone: answer.timezone,
    moments: shown.map(({ moment }) => moment),
    panels,
    source: 'standard' in answer ? answer.standard?.source : undefined,
  };
}

/** The same with the last moments only. */
export function lastMoments(spec: ChartSpec, count: number): ChartSpec {
  const panels = spec.panels.map((panel) => ({
    ...panel,
    series: panel.series.map((one) => ({ ...one, values: one.values.slice(-count) })),
  }));
  return { ...spec, moments: spec.moments.slice(-count), panels };
}

/** Whether there are measured values; a standard alone does not count. */
export function isMeasured({ series }: Panel): boolean {
  return series.some(({ role, values }) => role === 'measured' && values.some((v) => v !== null));
}

/** The series of a role; undefined where the panel has none. */
export function findSeries({ series }: Panel, role: ChartRole): Series | undefined {
  return series.find((one) => one.role === role);
}

/** The last measured moment, or else the last one of all. */
export function newestMoment(panel: Panel, moments: readonly Moment[]): number {
  const found =
    findSeries(panel, 'measured')?.values.findLastIndex((value) => value !== null) ?? -1;
  return found === -1 ? moments.length - 1 : found;
}

function toMoment(row: object): Moment {
  const key = 'day' in row ? String(row.day) : String('at' in row ? row.at : '');
  return {
    at: Date.parse('day' in row ? `${key}T00:00:00Z` : key),
    key,
    ageDays: numberOf(row, 'ageDays'),
    suspect: 'suspect' in row ? wordsOf(row.suspect) : [],
    atLeast: 'atLeast' in row ? wordsOf(row.atLeast) : [],
  };
}

function wordsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function numberOf(row: object, name: string): number | null {
  const value: unknown = (row as Readonly<Record<string, unknown>>)[name];
  return typeof value === 'number' ? value : null;
}

type Cell = string | number | null | undefined;

/** A sheet as CSV with a byte order mark, without which Excel misreads other alphabets. */
export function csvOf(sheet: readonly (readonly Cell[])[]): string {
  const cellOf = (cell: Cell) => {
    if (typeof cell === 'number') return String(cell);
    const safe = escapeFormula(cell ?? '');
    return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  return `\ufeff${sheet.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')}`;
}
