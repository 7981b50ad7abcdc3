import { openSqliteHandle, type SqliteValue } from '../../src/storage/sqlite/driver.ts';

type Row = Readonly<Record<string, SqliteValue>>;

/**
 * Inserts the rows of each call with one statement and one durable commit; returns milliseconds.
 */
export async function insertBulk(input: {
  readonly database: string;
  readonly table: string;
  readonly calls: readonly (readonly Row[])[];
}): Promise<number> {
  const { table, calls } = input;
  const database = await openSqliteHandle(input.database);
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  const model = database.prepare(`select * from ${table} limit 1`).get() as Row;
  const names = Object.keys(model);
  const marks = `(${names.map(() => '?').join(', ')})`;
  const size = calls[0]?.length ?? 0;
  const insert = database.prepare(
    `insert into ${table} (${names.join(', ')}) values ${Array(size).fill(marks).join(', ')}`,
  );
  const start = performance.now();
  for (const rows of calls) {
    insert.run(...rows.flatMap((row) => names.map((name) => row[name] ?? model[name] ?? null)));
  }
  const millis = performance.now() - start;
  database.close();
  return millis;
}
