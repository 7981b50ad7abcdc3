import { type ColumnWidth, columnWidths, excessOf, isIdColumn } from './column-widths.ts';
import type { Column, Values, View } from './output.ts';
import { columnTitle, tableCell } from './table-cell.ts';

/** Columns a terminal has room for, and those it has not. */
export interface FittingColumns {
  readonly shown: readonly Column[];
  readonly leftOut: readonly Column[];
}

/** Ids that are longer than this give way to the name of a row; shorter ones are typed. */
const LONG_ID = 20;
const HANDLE = /^(name|code)$/;

/**
 * The columns that fit a terminal: ids of other rows give way first, then the long id of a row that
 * has a name, then columns from the end. The first of the others always stays.
 */
export function columnsThatFit(
  rows: readonly Values[],
  columns: readonly Column[],
  { view, header }: { readonly view: View; readonly header: boolean },
): FittingColumns {
  if (view.width === undefined) return { shown: columns, leftOut: [] };
  const cells = rows.map((row) => columns.map((column) => tableCell(row, column, view)));
  const titles = header ? columns.map(columnTitle) : [];
  const widths = columnWidths(columns, { titles, cells }, view.widthOf);
  const leaving = new Set<number>();
  for (const index of inOrderOfLeaving(columns, widths)) {
    const staying = widths.filter((_, index) => !leaving.has(index)).map(({ least }) => least);
    if (excessOf(staying, view.width) <= 0) break;
    leaving.add(index);
  }
  return {
    shown: columns.filter((_, index) => !leaving.has(index)),
    leftOut: columns.filter((_, index) => leaving.has(index)),
  };
}

function inOrderOfLeaving(
  columns: readonly Column[],
  widths: readonly ColumnWidth[],
): readonly number[] {
  const all = columns.map((_, index) => index).toReversed();
  const isNamed = columns.some(({ name }) => HANDLE.test(name));
  const rank = (index: number): number => {
    const column = columns[index];
    if (!column || !isIdColumn(column)) return 2;
    if (column.name !== 'id') return 0;
    return isNamed && (widths[index]?.natural ?? 0) > LONG_ID ? 1 : 2;
  };
  return all.toSorted((one, other) => rank(one) - rank(other)).slice(0, -1);
}
