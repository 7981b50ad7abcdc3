import { isFormula } from '../../tools/spreadsheet-text.ts';
import { cellText, valueAt } from './cell-text.ts';
import { neutraliseLines } from './neutralise.ts';
import type { Column, Values } from './output.ts';

/** Rows as CSV with a header of field names; text that a spreadsheet would run gets an apostrophe. */
export async function renderCsv(
  rows: readonly Values[],
  columns: readonly Column[],
  options: { readonly header: boolean },
): Promise<string> {
  const { stringify } = await import('csv-stringify/sync');
  const header = options.header ? [columns.map(({ name }) => csvText(name))] : [];
  const lines = rows.map((row) => columns.map(({ name }) => csvText(valueAt(row, name))));
  return stringify([...header, ...lines]);
}

function csvText(value: unknown): string {
  const text = cellText(value);
  if (typeof value === 'number') return text;
  const harmless = neutraliseLines(text);
  return isFormula(text) ? `'${harmless}` : harmless;
}
