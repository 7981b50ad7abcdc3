import type { View } from '../output/output.ts';
import {
  drawPairs,
  drawTable,
  excessOf,
  fitWidths,
  type TextColumn,
  widthsOf,
} from '../output/table-layout.ts';
import { isolate } from '../output/text-layout.ts';
import type { Cell, Mark, TableColumn } from './block.ts';

/** Pages show all columns, so that long names rather take more lines. */
const NAME_SHARE = 0.25;

/** A table of texts that are ready to be shown. */
export interface CellTable {
  readonly columns: readonly TableColumn[];
  readonly rows: readonly (readonly Cell[])[];
}

/**
 * The lines of a table under its titles; the widest texts are cut where it would not fit, those of
 * the first column continue on the next line. Where even that is too wide, each row has a line for
 * every cell.
 */
export function renderCells(table: CellTable, view: View, margin: string): readonly string[] {
  const inner = { ...view, width: view.width && view.width - margin.length };
  const columns = table.columns.map(
    ({ title, isNumber }, index): TextColumn => ({
      title,
      cells: table.rows.map((row) => textOf(row[index] ?? '')),
      isNumber,
      isName: index === 0,
      nameShare: NAME_SHARE,
    }),
  );
  const widths = fitWidths(
    columns.map((column) => widthsOf(column, inner)),
    inner.width,
  );
  if (excessOf(widths, inner.width) > 0) return stackCells(table, view, margin);
  const cell = (shown: string, row: number, column: number) =>
    painted(shown, table.rows[row]?.[column] ?? '', view);
  const paint = { heading: view.paint.dim, cell };
  return drawTable({ columns, widths, header: true, view, paint, margin });
}

function textOf(cell: Cell): string {
  return typeof cell === 'string' ? cell : cell.text;
}

/** The first cell of each row, and under it every other that says something, behind its title. */
function stackCells({ columns, rows }: CellTable, view: View, margin: string): readonly string[] {
  const show = (cell: Cell) => {
    const text = textOf(cell);
    return painted(view.isolates ? isolate(text) : text, cell, view);
  };
  return rows.flatMap(([first = '', ...others]) => {
    const said = others.flatMap((cell, index): readonly (readonly [string, readonly string[]])[] =>
      textOf(cell) === '' ? [] : [[columns[index + 1]?.title ?? '', [show(cell)]]],
    );
    return [show(first), ...drawPairs(said, view).map((line) => `  ${line}`)].map(
      (line) => margin + line,
    );
  });
}

function painted(shown: string, cell: Cell, { paint }: View): string {
  const state: Mark | undefined = typeof cell === 'string' ? undefined : cell.state;
  if (state === 'critical') return paint.red(shown);
  return state === 'warning' ? paint.yellow(shown) : shown;
}
