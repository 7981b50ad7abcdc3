import type { Column, Values, View } from './output.ts';
import { columnTitle, tableCell } from './table-cell.ts';
import {
  type ColumnWidth,
  drawTable,
  excessOf,
  fitWidths,
  type TextColumn,
  widthsOf,
} from './table-layout.ts';

/** Ids that are longer than this give way to the name of a row; shorter ones are typed. */
const LONG_ID = 20;
const ID = /^[a-z]+_[0-9A-HJKMNP-TV-Z]{26}$/;
/** What rows of other lists than those of resources are recognised by. */
const NAMES = /^(name|code|title)$/;

/** How a table is shown, besides its rows and columns. */
export interface TableOptions {
  readonly view: View;
  readonly header: boolean;
}

/** The rows as columns under a heading, without borders. */
export function renderTable(
  rows: readonly Values[],
  columns: readonly Column[],
  options: TableOptions,
): string {
  const { view, header } = options;
  const texts = textColumns(rows, columns, options);
  const available = view.width;
  const widths = fitWidths(
    texts.map((column) => widthsOf(column, view)),
    available,
  );
  const paint = {
    heading: view.paint.bold,
    cell: (shown: string, row: number, column: number) =>
      paintState(shown, texts[column]?.cells[row] ?? '', view),
  };
  const lines = drawTable({ columns: texts, widths, header, view, paint });
  return lines.map((line) => `${line}\n`).join('');
}

function textColumns(
  rows: readonly Values[],
  columns: readonly Column[],
  { view, header }: TableOptions,
): readonly TextColumn[] {
  const named = nameColumn(columns);
  return columns.map((column) => {
    const cells = rows.map((row) => tableCell(row, column, view));
    return {
      title: header ? columnTitle(column, view) : '',
      cells,
      isNumber: column.kind === 'number',
      isName: column === named,
      isWhole: cells.some((text) => ID.test(text)),
    };
  });
}

/** The column that rows are recognised by; undefined where there is none. */
function nameColumn(columns: readonly Column[]): Column | undefined {
  return columns.find(({ isName }) => isName) ?? columns.find(({ name }) => NAMES.test(name));
}

/** Columns a terminal has room for, and those it has not. */
export interface FittingColumns {
  readonly shown: readonly Column[];
  readonly leftOut: readonly Column[];
}

/**
 * The columns that fit a terminal: ids give way first, that of the row itself after those of other
 * rows, then columns from the end. What rows are recognised by always stays, else the first column.
 */
export function columnsThatFit(
  rows: readonly Values[],
  columns: readonly Column[],
  options: TableOptions,
): FittingColumns {
  const { view } = options;
  if (view.width === undefined) return { shown: columns, leftOut: [] };
  const texts = textColumns(rows, columns, options);
  const widths = texts.map((column) => widthsOf(column, view));
  const leaving = new Set<number>();
  for (const index of inOrderOfLeaving(columns, texts, widths)) {
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
  texts: readonly TextColumn[],
  widths: readonly ColumnWidth[],
): readonly number[] {
  const hasName = texts.some(({ isName }) => isName);
  const rank = (index: number): number => {
    const isId = columns[index]?.name === 'id';
    if (texts[index]?.isName) return 3;
    if (isId) return hasName && (widths[index]?.natural ?? 0) > LONG_ID ? 1 : 2;
    return texts[index]?.isWhole ? 0 : 2;
  };
  const all = columns.map((_, index) => index).toReversed();
  return all.toSorted((one, other) => rank(one) - rank(other)).slice(0, -1);
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
