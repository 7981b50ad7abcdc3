import { readFile } from 'node:fs/promises';
import { openSqliteHandle, type SqliteValue } from '../../src/storage/sqlite/driver.ts';
import { type Load, loadOf } from '../results/load.ts';

/** A statement as the service ran it. */
export interface RecordedStatement {
  readonly sql: string;
  readonly values: readonly SqliteValue[];
}

const WARM_UP = 100;
const PAGE_CACHE_KIB = 8192;

/** Runs the statements of one request after another on the bare driver, for a limited time. */
export async function loopStatements(input: {
  readonly database: string;
  /** A JSON file with the statements of each request. */
  readonly statements: string;
  readonly seconds: number;
}): Promise<Load> {
  const requests: RecordedStatement[][] = JSON.parse(await readFile(input.statements, 'utf8'));
  const database = await openSqliteHandle(input.database, { readOnly: true });
  // As in the service.
  database.exec(`pragma cache_size = -${PAGE_CACHE_KIB}`);
  const prepared = new Map<string, ReturnType<typeof database.prepare>>();
  const run = ({ sql, values }: RecordedStatement) => {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    return statement.all(...values);
  };
  for (const statements of requests.slice(0, WARM_UP)) statements.forEach(run);
  const latencies: number[] = [];
  const start = performance.now();
  for (let n = WARM_UP; performance.now() - start < input.seconds * 1000; n++) {
    const sentAt = performance.now();
    requests[n % requests.length]?.forEach(run);
    latencies.push(performance.now() - sentAt);
  }
  const millis = performance.now() - start;
  database.close();
  return loadOf(latencies, millis);
}
