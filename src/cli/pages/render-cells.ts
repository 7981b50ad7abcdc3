import type { View } from '../output/output.ts';
import { cutTo, isolate, padTo } from '../output/text-layout.ts';
import type { Cell, Mark, TableColumn } from './block.ts';

const GAP = '  ';
const NARROWEST = 8;

/** A table of texts that are ready to be shown. */
export interface CellTable {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly Cell[])[];
}

/**
 * The lines of a table under its titles; the widest texts are cut where it would not fit. Where even
 * that is too wide, each row has a line for every cell.
 */
export function renderCells(table: CellTable, view: View, margin: string): readonly string[] {
  const titles = table.columns.map(({ title }) => title);
  const texts = [titles, ...table.rows.map((row) => row.map(textOf))];
  const widths = fitWidths(table.columns, naturalWidths(texts, view), view, margin.length);
  if (excessOf(widths, view, margin.length) > 0) return stackCells(table, view, margin);
  const line = (cells: readonly Cell[]) =>
    margin + renderLine(cells, { columns: table.columns, widths, view });
  return [view.paint.dim(line(titles).trimEnd()), ...table.rows.map(line)];
}

function textOf(cell: Cell): string {
  return typeof cell === 'string' ? cell : cell.text;
}

function naturalWidths(texts: readonly (readonly string[])[], { widthOf }: View): number[] {
  const widths: number[] = [];
  for (const line of texts) {
    for (const [index, text] of line.entries()) {
      widths[index] = Math.max(widths[index] ?? 0, widthOf(text));
    }
  }
  return widths;
}

/** How much wider than the terminal the columns are. */
function excessOf(widths: readonly number[], { width }: View, margin: number): number {
  if (width === undefined) return 0;
  return widths.reduce((sum, each) => sum + each + GAP.length, margin - GAP.length) - width;
}

/** Takes from the widest column of words until the line fits; numbers stay whole. */
function fitWidths(
  columns: readonly TableColumn[],
  natural: readonly number[],
  view: View,
  margin: number,
): readonly number[] {
  const widths = [...natural];
  for (let excess = excessOf(widths, view, margin); excess > 0; excess--) {
    const widest = columns.reduce<number | undefined>((best, { isNumber }, index) => {
      if (isNumber || (widths[index] ?? 0) <= NARROWEST) return best;
      return best === undefined || (widths[index] ?? 0) > (widths[best] ?? 0) ? index : best;
    }, undefined);
    if (widest === undefined) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

function renderLine(
  cells: readonly Cell[],
  {
    columns,
    widths,
    view,
  }: {
    readonly columns: readonly TableColumn[];
    readonly widths: readonly number[];
    readonly view: View;
  },
): string {
  const texts = cells.map((cell, index) => {
    const width = widths[index] ?? 0;
    const cut = cutTo(textOf(cell), width, view.widthOf);
    const padded = padTo(view.isolates ? isolate(cut) : cut, {
      width,
      side: columns[index]?.isNumber ? 'right' : 'left',
      widthOf: view.widthOf,
    });
    return typeof cell === 'string' ? padded : painted(padded, cell.state, view);
  });
  return texts.join(GAP);
}

/** The first cell of each row, and under it every other that says something, behind its title. */
function stackCells({ columns, rows }: CellTable, view: View, margin: string): readonly string[] {
  const width = Math.max(0, ...columns.slice(1).map(({ title }) => view.widthOf(title)));
  return rows.flatMap((row) =>
    row.flatMap((cell, index) => {
      const text = textOf(cell);
      const shown = view.isolates ? isolate(text) : text;
      const value = typeof cell === 'string' ? shown : painted(shown, cell.state, view);
      if (index === 0) return [margin + value];
      if (text === '') return [];
      const title = columns[index]?.title ?? '';
      const label = padTo(title, { width, side: 'left', widthOf: view.widthOf });
      return [`${margin}${GAP}${view.paint.dim(label)}${GAP}${value}`];
    }),
  );
}

function painted(text: string, state: Mark | undefined, { paint }: View): string {
  if (state === 'critical') return paint.red(text);
  return state === 'warning' ? paint.yellow(text) : text;
}
