import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { measuredTable, reachedTable, type Table } from './render-table.ts';
import type { Report } from './report.ts';
import { targets } from './targets.ts';

const PAGE = 'docs/performance.md';

/**
 * Writes results between the markers of the results page: those of the measured works, each with
 * its machine. Text outside the markers is not changed.
 */
export async function writePage(
  root: string,
  {
    reports,
    machine,
  }: { readonly reports: readonly Report[]; readonly machine: readonly string[] },
): Promise<void> {
  const file = join(root, PAGE);
  let page = await readFile(file, 'utf8');
  for (const report of reports) {
    page = replacePart(page, report.work, renderPart(report, machine));
  }
  await writeFile(file, page);
}

/** Replaces the text between the markers of that name, which must exist. */
export function replacePart(page: string, name: string, text: string): string {
  const [begin, end] = [`<!-- begin ${name} -->`, `<!-- end ${name} -->`];
  const from = page.indexOf(begin);
  const to = page.indexOf(end);
  if (from === -1 || to < from) throw new Error(`${PAGE} has no place for ${name}`);
  return `${page.slice(0, from + begin.length)}\n${text}\n${page.slice(to)}`;
}

function renderPart(report: Report, machine: readonly string[]): string {
  const title = `### ${report.work}: ${targets[report.work].title}`;
  if (report.failure !== undefined) return `${title}\n\nNot measured: ${report.failure}`;
  const tables = [reachedTable(report), measuredTable(report)].filter(
    ({ rows }) => rows.length > 0,
  );
  const notes = [...report.notes, report.run, machine.join('; ')];
  return [title, ...tables.map(renderTable), notes.map((note) => `- ${note}`).join('\n')].join(
    '\n\n',
  );
}

function renderTable({ head, rows }: Table): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const rule = head.map((_, n) => (n === 0 ? '---' : '--:'));
  return [line(head), `|${rule.join('|')}|`, ...rows.map(line)].join('\n');
}
