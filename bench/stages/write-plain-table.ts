import { openSqliteHandle, type SqliteValue } from '../../src/storage/sqlite/driver.ts';

type PlainRecord = Readonly<Record<string, unknown>>;

/** Writes records into the only table of a new SQLite file; objects as JSON text. */
export async function writePlainTable(input: {
  readonly file: string;
  readonly records: readonly PlainRecord[];
}): Promise<void> {
  const { file, records } = input;
  const names = Object.keys(records[0] ?? {});
  const columns = names.map((name) => (name === 'id' ? '"id" text primary key' : `"${name}"`));
  const database = await openSqliteHandle(file);
  database.exec(`create table tasks (${columns.join(', ')})`);
  const insert = database.prepare(`insert into tasks values (${names.map(() => '?').join(', ')})`);
  database.exec('begin');
  for (const record of records) insert.run(...names.map((name) => plain(record[name])));
  database.exec('commit');
  database.exec('create index tasks_by_time on tasks (createdAt)');
  database.close();
}

function plain(value: unknown): SqliteValue {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'object' && value !== null) return JSON.stringify(value);
  return (value ?? null) as SqliteValue;
}
