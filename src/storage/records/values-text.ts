import type { Statement } from '../database.ts';

/** The VALUES of so many rows, with marks in place of the values. */
export function valuesText(columns: number, rows: number): Pick<Statement, 'sql' | 'text'> {
  const list = (markOf: (row: number) => string) =>
    `values ${Array.from({ length: rows }, (_, row) => `(${markOf(row)})`).join(', ')}`;
  const marks = Array.from({ length: columns }, (_, column) => column + 1);
  const same = marks.map(() => '?').join(', ');
  return {
    sql: list(() => same),
    text: list((row) => marks.map((mark) => `$${row * columns + mark}`).join(', ')),
  };
}
