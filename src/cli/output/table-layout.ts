import Table from 'cli-table3';
import type { View } from './output.ts';
import { cutTo, isolate, type Measure, wrapText } from './text-layout.ts';

const GAP = 2;
const NARROWEST = 10;
/** A day with its year, above its time. */
const NARROWEST_WRAPPED = 13;
/** cli-table3 compares each cell with all previous ones: long tables are drawn in parts. */
const ROWS_AT_ONCE = 25;

export interface TextColumn {
  /** Heading; may be empty. */
  readonly title: string;
  readonly cells: readonly string[];
  readonly isNumber?: boolean | undefined;
  /** Identifies rows: long texts are wrapped, never truncated. */
  readonly isName?: boolean | undefined;
  /** Values of several words: wrapped, never truncated. */
  readonly isWrapped?: boolean | undefined;
  /** Share of the terminal width reserved for a long name; one half by default. */
  readonly nameShare?: number | undefined;
  /** IDs are never truncated, as part of an ID is useless. */
  readonly isWhole?: boolean | undefined;
}

/** Preferred and minimum width of a column. */
export interface ColumnWidth {
  readonly natural: number;
  readonly least: number;
  /** Narrowed only when no other column can be. */
  readonly isName: boolean;
}

/** Possible widths of a column; long headings are wrapped at spaces. */
export function widthsOf(column: TextColumn, { widthOf, width }: View): ColumnWidth {
  const cell = Math.max(0, ...column.cells.map((text) => widthOf(text)));
  const { title } = column;
  const natural = Math.max(cell, widthOf(title));
  const word = Math.max(0, ...title.split(' ').map((text) => widthOf(text)));
  const minimum = Math.max(leastCell(column, cell, width), Math.min(word, natural));
  return { natural, least: minimum, isName: column.isName === true };
}

function leastCell(column: TextColumn, cell: number, available = 0): number {
  if (column.isNumber || column.isWhole) return cell;
  const narrowest = column.isWrapped ? NARROWEST_WRAPPED : NARROWEST;
  const minimum = column.isName
    ? Math.max(narrowest, Math.floor(available * (column.nameShare ?? 0.5)))
    : narrowest;
  return Math.min(cell, minimum);
}

/**
 * Number of columns by which the table, including gaps, exceeds the terminal; negative if it fits.
 */
export function excessOf(widths: readonly number[], available: number | undefined): number {
  if (available === undefined) return Number.NEGATIVE_INFINITY;
  return widths.reduce((sum, width) => sum + width + GAP, -GAP) - available;
}

/**
 * Narrows the widest column that can be narrowed until the table fits or no column can be narrowed.
 */
export function fitWidths(
  columns: readonly ColumnWidth[],
  available: number | undefined,
): readonly number[] {
  const widths = columns.map(({ natural }) => natural);
  for (let excess = excessOf(widths, available); excess > 0; excess--) {
    const widest = findWidest(widths, columns, false) ?? findWidest(widths, columns, true);
    if (widest === undefined) break;
    widths[widest] = (widths[widest] ?? 0) - 1;
  }
  return widths;
}

function findWidest(
  widths: readonly number[],
  columns: readonly ColumnWidth[],
  isName: boolean,
): number | undefined {
  return widths.reduce<number | undefined>((widest, width, index) => {
    const column = columns[index];
    if (column?.isName !== isName || width <= column.least) return widest;
    return widest === undefined || width > (widths[widest] ?? 0) ? index : widest;
  }, undefined);
}

/** Styles of table texts; the text itself is unchanged. */
export interface TablePaint {
  readonly heading: (line: string) => string;
  readonly cell: (shown: string, row: number, column: number) => string;
}

/** A table ready for drawing: its columns with their widths. */
export interface LaidOut {
  readonly columns: readonly TextColumn[];
  readonly widths: readonly number[];
  readonly header: boolean;
  readonly view: View;
  readonly paint: TablePaint;
  /** Prefix of each line. */
  readonly margin?: string;
}

/** The lines of the table, without borders; a row with a long name has several lines. */
export function drawTable(table: LaidOut): readonly string[] {
  const { columns, widths, header, view, paint, margin = '' } = table;
  const aligns = columns.map(({ isNumber }) => (isNumber ? 'right' : 'left'));
  const renderRows = (rows: readonly (readonly string[])[], align: 'top' | 'bottom') =>
    drawRows(rows, { widths, aligns, align });
  const wrapped = (text: string, index: number) => wrapName(text, widths[index] ?? 0, view);
  const titles = columns.map(({ title }, index) => wrapped(title, index));
  const lines = header
    ? renderRows([titles], 'bottom').map((line) => paint.heading(margin + line))
    : [];
  const count = Math.max(0, ...columns.map(({ cells }) => cells.length));
  for (let from = 0; from < count; from += ROWS_AT_ONCE) {
    const size = Math.min(ROWS_AT_ONCE, count - from);
    const rows = Array.from({ length: size }, (_, offset) =>
      columns.map((column, index) => {
        const text = column.cells[from + offset] ?? '';
        const cellText =
          column.isName || column.isWrapped
            ? wrapped(text, index)
            : shownIn(text, widths[index] ?? 0, view);
        return paint.cell(cellText, from + offset, index);
      }),
    );
    lines.push(...renderRows(rows, 'top').map((line) => margin + line));
  }
  return lines;
}

/** Wraps a name; a word longer than a line is broken. */
function wrapName(text: string, width: number, view: View): string {
  const { widthOf } = view;
  return wrapText(text, { width: Math.max(1, width), widthOf, language: 'en' })
    .flatMap((line) => breakAt(line, Math.max(1, width), widthOf))
    .map((line) => (view.isolates ? isolate(line) : line))
    .join('\n');
}

function breakAt(line: string, width: number, widthOf: Measure): readonly string[] {
  if (widthOf(line) <= width) return [line];
  const lines = [''];
  for (const { segment } of new Intl.Segmenter('en').segment(line)) {
    const last = lines.at(-1) ?? '';
    if (last !== '' && widthOf(last + segment) > width) lines.push(segment);
    else lines[lines.length - 1] = last + segment;
  }
  return lines;
}

function shownIn(text: string, width: number, view: View): string {
  const cut = cutTo(text, width, view.widthOf);
  return view.isolates ? isolate(cut) : cut;
}

const NO_BORDERS = {
  top: '',
  'top-mid': '',
  'top-left': '',
  'top-right': '',
  bottom: '',
  'bottom-mid': '',
  'bottom-left': '',
  'bottom-right': '',
  left: '',
  'left-mid': '',
  mid: '',
  'mid-mid': '',
  right: '',
  'right-mid': '',
  middle: ' '.repeat(GAP),
};

interface Drawn {
  readonly widths: readonly number[];
  readonly aligns: readonly ('left' | 'right')[];
  readonly align: 'top' | 'bottom';
}

/** Cells side by side, with their lines aligned; texts must fit their widths. */
function drawRows(
  rows: readonly (readonly string[])[],
  { widths, aligns, align }: Drawn,
): string[] {
  const table = new Table({
    chars: NO_BORDERS,
    style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
    colWidths: [...widths],
    colAligns: [...aligns],
    rowAligns: rows.map(() => align),
  });
  table.push(...rows.map((row) => [...row]));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
}

/**
 * A column of labels next to their values, which may have several lines. Values are not padded: a
 * document may have many lines, some of a megabyte.
 */
export function drawPairs(
  pairs: readonly (readonly [label: string, lines: readonly string[]])[],
  { widthOf, paint }: Pick<View, 'widthOf' | 'paint'>,
): readonly string[] {
  const widest = Math.max(1, ...pairs.map(([label]) => widthOf(label)));
  const indent = ' '.repeat(widest + GAP);
  return pairs.flatMap(([label, lines]) => {
    const padded = paint.dim(label) + ' '.repeat(widest - widthOf(label) + GAP);
    return lines.map((line, index) => ((index === 0 ? padded : indent) + line).trimEnd());
  });
}
