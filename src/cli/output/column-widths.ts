import type { Column } from './output.ts';
import type { Measure } from './text-layout.ts';

/** What stands between two columns. */
export const GAP = '  ';

const NARROWEST_TITLE = 8;
/** As wide as a day: `2026-11-21` and most codes stay whole. */
const NARROWEST_TEXT = 10;
const ID = /(^|\.)id$|Id$/;

/** How wide a column would like to be, and how narrow it can be made. */
export interface ColumnWidth {
  readonly natural: number;
  readonly least: number;
}

/** The widths of columns under their titles; an empty list of titles stands for no heading. */
export function columnWidths(
  columns: readonly Column[],
  texts: { readonly titles: readonly string[]; readonly cells: readonly (readonly string[])[] },
  widthOf: Measure,
): readonly ColumnWidth[] {
  const widest = columns.map(() => 0);
  for (const line of texts.cells) {
    for (const [index, text] of line.entries()) {
      widest[index] = Math.max(widest[index] ?? 0, widthOf(text));
    }
  }
  return columns.map((column, index) => {
    const title = widthOf(texts.titles[index] ?? '');
    const cell = widest[index] ?? 0;
    const uncut = isWhole(column) ? cell : Math.min(cell, NARROWEST_TEXT);
    return {
      natural: Math.max(cell, title),
      least: Math.max(uncut, Math.min(title, NARROWEST_TITLE)),
    };
  });
}

/** Whether a column is the id of its row or of another one. */
export function isIdColumn({ name }: Column): boolean {
  return ID.test(name);
}

/** Ids stay whole, so that they can be copied; part of a number would be another number. */
function isWhole(column: Column): boolean {
  return isIdColumn(column) || column.kind === 'number';
}

/** How much wider than the terminal columns are, with what stands between them. */
export function excessOf(widths: readonly number[], available: number): number {
  return widths.reduce((sum, width) => sum + width + GAP.length, -GAP.length) - available;
}
