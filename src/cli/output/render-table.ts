import { cellText, valueAt } from './cell-text.ts';
import { neutralise } from './neutralise.ts';
import type { Column, Values, View } from './output.ts';
import { relativeTime } from './relative-time.ts';
import { cutTo, isolate, type Measure, padTo } from './text-layout.ts';

const GAP = '  ';
const NARROWEST = 8;
const UNCUT = /(^|\.)id$|Id$/;

/** The rows as columns under a heading, without borders: a line for each row. */
export function renderTable(
  rows: readonly Values[],
  columns: readonly Column[],
  options: { readonly view: View; readonly header: boolean },
): string {
  const { view, header } = options;
  const cells = rows.map((row) => columns.map((column) => tableCell(row, column, view)));
  const titles = columns.map((column) => neutralise(titleOf(column)));
  const widths = fitWidths(
    naturalWidths(header ? [titles, ...cells] : cells, view.widthOf),
    columns,
    view.width,
  );
  const line = (texts: readonly string[]) => renderLine(texts, { widths, columns, view });
  return [...(header ? [view.paint.bold(line(titles))] : []), ...cells.map(line)]
    .map((text) => `${text}\n`)
    .join('');
}

/** The words of its name, in capitals. */
function titleOf({ name, title }: Column): string {
  return (title ?? name.replace(/([a-z\d])([A-Z])/g, '$1 $2').replace(/[._]/g, ' ')).toUpperCase();
}

/** A value as a table shows it: harmless, and an instant by its distance where `now` is known. */
function tableCell(row: Values, column: Column, view: View): string {
  const text = cellText(valueAt(row, column.name));
  if (column.kind === 'time' && view.now !== undefined && text !== '') {
    return neutralise(relativeTime(text, view.now));
  }
  return neutralise(text);
}

function naturalWidths(lines: readonly (readonly string[])[], widthOf: Measure): number[] {
  const widths: number[] = [];
  for (const line of lines) {
    for (const [index, text] of line.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, widthOf(text));
    }
  }
  return widths;
}

/** Takes columns from the widest until the line fits; ids stay whole, so that they can be copied. */
function fitWidths(
  natural: readonly number[],
  columns: readonly Column[],
  available: number | undefined,
): readonly number[] {
  if (available === undefined) return natural;
  const widths = [...natural];
  let excess = widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length) - available;
  while (excess > 0) {
    const widest = findWidest(widths, columns);
    if (widest === undefined) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
    excess -= 1;
  }
  return widths;
}

function findWidest(widths: readonly number[], columns: readonly Column[]): number | undefined {
  let widest: number | undefined;
  for (const [index, width] of widths.entries()) {
    if (width <= NARROWEST || UNCUT.test(columns[index]?.name ?? '')) continue;
    if (widest === undefined || width > (widths[widest] ?? 0)) widest = index;
  }
  return widest;
}

interface LineLayout {
  readonly widths: readonly number[];
  readonly columns: readonly Column[];
  readonly view: View;
}

function renderLine(texts: readonly string[], { widths, columns, view }: LineLayout): string {
  const cells = texts.map((text, index) => {
    const width = widths[index] ?? 0;
    const cut = cutTo(text, width, view.widthOf);
    const padded = padTo(view.isolates ? isolate(cut) : cut, {
      width,
      side: columns[index]?.kind === 'number' ? 'right' : 'left',
      widthOf: view.widthOf,
    });
    return paintState(padded, text, view);
  });
  return cells.join(GAP).trimEnd();
}

const stateStyles: Readonly<Record<string, 'red' | 'yellow'>> = {
  critical: 'red',
  urgent: 'red',
  warning: 'yellow',
};

function paintState(shown: string, state: string, { paint }: View): string {
  const style = Object.hasOwn(stateStyles, state) ? stateStyles[state] : undefined;
  return style ? paint[style](shown) : shown;
}
