import type { Measured } from '../work.ts';
import type { Report } from './report.ts';
import { isReached, type Target, targetsOf } from './targets.ts';

/** Column names, and rows of cells; the first column is text, the others are numbers. */
export interface Table {
  readonly head: readonly string[];
  readonly rows: readonly (readonly string[])[];
}

const COLUMNS: readonly (readonly [string, (measured: Measured) => string])[] = [
  ['contestant', ({ who }) => who],
  ['per second', ({ perSecond }) => format(perSecond)],
  ['p50 ms', ({ p50 }) => format(p50)],
  ['p95 ms', ({ p95 }) => format(p95)],
  ['p99 ms', ({ p99 }) => format(p99)],
  ['CPU µs', ({ cpuMicros }) => format(cpuMicros)],
  ['database CPU µs', ({ databaseMicros }) => format(databaseMicros)],
  ['refused', ({ refused }) => (refused === undefined ? '' : String(refused))],
  ['RSS MiB', ({ rssMib }) => (rssMib === undefined ? '' : rssMib.toFixed(0))],
  ['ratio', ({ ratio }) => (ratio === undefined ? '' : ratio.toFixed(2))],
];

/** The measurements, one row per contestant, without empty columns. */
export function measuredTable({ measured }: Pick<Report, 'measured'>): Table {
  const used = COLUMNS.filter(([, cell]) => measured.some((it) => cell(it) !== ''));
  return {
    head: used.map(([name]) => name),
    rows: measured.map((it) => used.map(([, cell]) => cell(it))),
  };
}

/** The targets and the results, one row per target. */
export function reachedTable({ work, reached }: Pick<Report, 'work' | 'reached'>): Table {
  return {
    head: ['target', 'to reach', 'reached', ''],
    rows: Object.entries(targetsOf(work)).map(([name, target]) => {
      const value = reached[name];
      const verdict =
        value === undefined ? 'not measured' : isReached(target, value) ? 'yes' : 'no';
      return [
        target.text,
        limitOf(target),
        value === undefined ? '' : withUnit(target, value),
        verdict,
      ];
    }),
  };
}

function limitOf(target: Target): string {
  return target.least === undefined
    ? `≤ ${withUnit(target, target.most ?? 0)}`
    : `≥ ${withUnit(target, target.least)}`;
}

function withUnit({ unit }: Target, value: number): string {
  const text = format(value);
  return unit === '×' ? `${text} ×` : `${text} ${unit}`;
}

/** Three significant digits, to match the precision of the measurement. */
function format(value: number | undefined): string {
  if (value === undefined) return '';
  if (value >= 100) return value.toFixed(0);
  return String(Number(value.toPrecision(3)));
}
