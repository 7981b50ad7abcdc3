import type { Issue } from '../../model/errors.ts';

/** One row of a file, as it stands there. */
export interface ImportRow {
  /** Counted from 1; the headings are no row. */
  readonly row: number;
  /** The line of a text, or the row of a sheet, on which it begins; counted from 1. */
  readonly line: number;
  /** By the headings; a text, or what JSON and sheets have besides. */
  readonly cells: readonly unknown[];
  /** Why the row cannot be read at all. */
  readonly fault?: Omit<Issue, 'path'>;
}

/** A file as rows under headings. */
export interface ImportTable {
  readonly kind: 'csv' | 'sheet' | 'json';
  readonly headings: readonly string[];
  readonly rows: readonly ImportRow[];
  /** Whether the file looks as if it came from where the comma is the decimal sign. */
  readonly mayUseComma: boolean;
}
