import { cellText, valueAt } from './cell-text.ts';
import { neutralise } from './neutralise.ts';
import type { Column, Values } from './output.ts';

/** A line per row, the fields between tabs; nothing for no rows. */
export function renderTsv(rows: readonly Values[], columns: readonly Column[]): string {
  return rows
    .map((row) => `${columns.map(({ name }) => tsvText(valueAt(row, name))).join('\t')}\n`)
    .join('');
}

/** A line per field: its name and its value; without header only the value. */
export function renderTsvRecord(
  record: Values,
  columns: readonly Column[],
  options: { readonly header: boolean },
): string {
  return columns
    .map(({ name }) => {
      const value = tsvText(valueAt(record, name));
      return options.header ? `${tsvText(name)}\t${value}\n` : `${value}\n`;
    })
    .join('');
}

function tsvText(value: unknown): string {
  // A backslash of the text is doubled, so that the escapes can be told from it.
  return neutralise(cellText(value).replaceAll('\\', '\\\\'));
}
