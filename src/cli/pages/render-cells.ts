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

/** The lines of a table under its titles; the widest texts are cut where it would not fit. */
export function renderCells(table: CellTable, view: View, margin: string): readonly string[] {
  const titles = table.columns.map(({ title }) => title);
  const texts = [titles, ...table.rows.map((row) => row.map(textOf))];
  const widths = fitWidths(table.columns, naturalWidths(texts, view), view, margin.length);
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

/** Takes from the widest column of words until the line fits; numbers stay whole. */
function fitWidths(
  columns: readonly TableColumn[],
  natural: number[],
  { width }: View,
  margin: number,
): readonly number[] {
  if (width === undefined) return natural;
  const widths = [...natural];
  let excess = widths.reduce((sum, each) => sum + each + GAP.length, margin - GAP.length) - width;
  for (; excess > 0; excess--) {
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

function painted(text: string, state: Mark | undefined, { paint }: View): string {
  if (state === 'critical') return paint.red(text);
  return state === 'warning' ? paint.yellow(text) : text;
}
