import type { Block } from './block.ts';
import type { Facts } from './facts.ts';
import type { Figure } from './insights/insight-part.ts';
import { isNumeric, type Writing, writeFigure } from './insights/write-figure.ts';
import { tableOf } from './section.ts';

/** A table of rows, each column by what it shows of them. */
export function figureTable(
  rows: readonly Facts[],
  columns: readonly Figure[],
  writing: Writing,
): readonly Block[] {
  const { words } = writing.desk;
  return tableOf(
    columns.map(([, text, form]) => ({ title: words.say(text), isNumber: isNumeric(form) })),
    rows.map((row) => columns.map((column) => writeFigure(row, column, writing))),
  );
}
