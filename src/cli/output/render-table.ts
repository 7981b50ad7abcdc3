import { type ColumnWidth, columnWidths, excessOf, GAP } from './column-widths.ts';
import type { Column, Values, View } from './output.ts';
import { columnTitle, tableCell } from './table-cell.ts';
import { cutTo, isolate, padTo } from './text-layout.ts';

/** The rows as columns under a heading, without borders: a line for each row. */
export function renderTable(
  rows: readonly Values[],
  columns: readonly Column[],
  options: { readonly view: View; readonly header: boolean },
): string {
  const { view, header } = options;
  const cells = rows.map((row) => columns.map((column) => tableCell(row, column, view)));
  const titles = header ? columns.map(columnTitle) : [];
  const widths = fitWidths(columnWidths(columns, { titles, cells }, view.widthOf), view.width);
  const line = (texts: readonly string[]) => renderLine(texts, { widths, columns, view });
  return [...(header ? [view.paint.bold(line(titles))] : []), ...cells.map(line)]
    .map((text) => `${text}\n`)
    .join('');
}

/** Takes from the widest column that can be narrower until the line fits. */
function fitWidths(
  columns: readonly ColumnWidth[],
  available: number | undefined,
): readonly number[] {
  const widths = columns.map(({ natural }) => natural);
  if (available === undefined) return widths;
  for (let excess = excessOf(widths, available); excess > 0; excess--) {
    const widest = findWidest(widths, columns);
    if (widest === undefined) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

function findWidest(
  widths: readonly number[],
  columns: readonly ColumnWidth[],
): number | undefined {
  let widest: number | undefined;
  for (const [index, width] of widths.entries()) {
    if (width <= (columns[index]?.least ?? 0)) continue;
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
