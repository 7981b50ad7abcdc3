import { measuredTable, reachedTable, type Table } from './render-table.ts';
import type { Report } from './report.ts';
import { targets } from './targets.ts';

/** Formats a report for a terminal. */
export function renderText(report: Report): string {
  const { work, notes, run, failure } = report;
  const title = `${work}: ${targets[work].title}`;
  if (failure !== undefined) return `${title}\n  was not measured: ${failure}\n`;
  const lines = [
    title,
    ...linesOf(measuredTable(report)),
    '',
    ...linesOf(reachedTable(report)),
    ...[...notes, run].map((note) => `  ${note}`),
  ];
  return `${lines.join('\n')}\n`;
}

function linesOf({ head, rows }: Table): string[] {
  const all = [head, ...rows];
  const widths = head.map((_, n) => Math.max(...all.map((cells) => cells[n]?.length ?? 0)));
  return all.map((cells) =>
    cells
      .map((cell, n) => (n === 0 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0)))
      .join('  ')
      .replace(/^/, '  ')
      .trimEnd(),
  );
}
