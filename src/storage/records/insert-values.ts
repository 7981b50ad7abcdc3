import type { Connection, Statement } from '../database.ts';
import type { SqlValue } from '../dialect.ts';
import { type BriefInsert, createBriefInsert } from './brief-insert.ts';
import { chunksOf } from './chunks-of.ts';
import { valuesText } from './values-text.ts';

/** Where rows are inserted, and which of their columns are given. */
export interface InsertTarget {
  readonly table: string;
  readonly columns: readonly string[];
  /** What stands behind the values, such as what is done on a conflict. */
  readonly rest?: string;
}

// More in one statement are hardly faster, and a statement that is kept takes memory by its rows.
const MOST_IN_ONE_STATEMENT = 32;

/** From so many statements of one call on it pays to make one more that gives less. */
const MANY_STATEMENTS = 8;

const texts = new WeakMap<InsertTarget, Map<number, Pick<Statement, 'sql' | 'text'>>>();

/** Inserts rows, their values in the order of the columns, many with one statement. */
export async function insertValues<T>(
  connection: Connection,
  target: InsertTarget,
  input: { readonly rows: Iterable<T>; readonly valuesOf: (row: T) => readonly SqlValue[] },
): Promise<void> {
  const isBriefer = connection.dialect.name === 'sqlite' && target.rest === undefined;
  let statements = 0;
  let brief: BriefInsert | undefined;
  for (const chunk of chunksOf(input.rows, MOST_IN_ONE_STATEMENT)) {
    const rows = chunk.map(input.valuesOf);
    const isWhole = rows.length === MOST_IN_ONE_STATEMENT;
    if (isBriefer && isWhole && ++statements === MANY_STATEMENTS) {
      brief = createBriefInsert(target, rows);
    }
    const statement = brief?.(rows) ?? {
      ...insertText(target, rows.length),
      values: rows.flat(),
    };
    await connection.run(statement);
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
