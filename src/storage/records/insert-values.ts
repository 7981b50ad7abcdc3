import type { Connection, Statement } from '../database.ts';
import type { SqlValue } from '../dialect.ts';
import { chunksOf } from './chunks-of.ts';

/** Where rows are inserted, and which of their columns are given. */
export interface InsertTarget {
  readonly table: string;
  readonly columns: readonly string[];
  /** What stands behind the values, such as what is done on a conflict. */
  readonly rest?: string;
}

// More in one statement are hardly faster, and a statement that is kept takes memory by its rows.
const MOST_IN_ONE_STATEMENT = 32;

const texts = new WeakMap<InsertTarget, Map<number, Pick<Statement, 'sql' | 'text'>>>();

/** Inserts rows, their values in the order of the columns, many with one statement. */
export async function insertValues<T>(
  connection: Connection,
  target: InsertTarget,
  input: { readonly rows: readonly T[]; readonly valuesOf: (row: T) => readonly SqlValue[] },
): Promise<void> {
  for (const chunk of chunksOf(input.rows, MOST_IN_ONE_STATEMENT)) {
    const values: SqlValue[] = [];
    for (const row of chunk) values.push(...input.valuesOf(row));
    await connection.run({ ...insertText(target, chunk.length), values });
  }
}

/** The text of an insert of so many rows, made once. */
function insertText(target: InsertTarget, rows: number): Pick<Statement, 'sql' | 'text'> {
  const ofTarget = texts.get(target) ?? new Map<number, Pick<Statement, 'sql' | 'text'>>();
  texts.set(target, ofTarget);
  const known = ofTarget.get(rows);
  if (known) return known;
  const into = `insert into ${target.table} (${target.columns.join(', ')})`;
  const { sql, text } = valuesText(target.columns.length, rows);
  const rest = target.rest ?? '';
  const made = { sql: `${into} ${sql} ${rest}`, text: `${into} ${text} ${rest}` };
  ofTarget.set(rows, made);
  return made;
}

/** The VALUES of so many rows, with marks in place of the values. */
export function valuesText(columns: number, rows: number): Pick<Statement, 'sql' | 'text'> {
  const list = (mark: (index: number) => string) =>
    Array.from({ length: rows }, (_row, at) => {
      const marks = Array.from({ length: columns }, (_, column) => mark(at * columns + column + 1));
      return `(${marks.join(', ')})`;
    }).join(', ');
  return { sql: `values ${list(() => '?')}`, text: `values ${list((index) => `$${index}`)}` };
}
