import { openSqliteHandle, type SqliteValue } from '../../src/storage/sqlite/driver.ts';
import { type Load, loadOf } from '../results/load.ts';

/** Inserts copies of a row into its table, one durable commit each, for a limited time. */
export async function commitSingles(input: {
  readonly database: string;
  readonly table: string;
  readonly seconds: number;
}): Promise<Load> {
  const { table, seconds } = input;
  const database = await openSqliteHandle(input.database);
  database.exec('pragma journal_mode = wal; pragma synchronous = full');
  const model = database.prepare(`select * from ${table} limit 1`).get();
  const row = model as Record<string, SqliteValue>;
  const names = Object.keys(row);
  const insert = database.prepare(
    `insert into ${table} (${names.join(', ')}) values (${names.map(() => '?').join(', ')})`,
  );
  const latencies: number[] = [];
  const start = performance.now();
  while (performance.now() - start < seconds * 1000) {
    const sentAt = performance.now();
    insert.run(...Object.values({ ...row, id: `bare_${Date.now()}_${latencies.length}` }));
    latencies.push(performance.now() - sentAt);
  }
  const millis = performance.now() - start;
  database.close();
  return loadOf(latencies, millis);
}
