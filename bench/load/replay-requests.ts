import { readFile } from 'node:fs/promises';
import pg from 'pg';
import { type DatabaseLocation, databaseFile } from '../../src/server/core/open-database.ts';
import { openSqliteHandle, type SqliteValue } from '../../src/storage/sqlite/driver.ts';
import { type Load, loadOf } from '../results/load.ts';
import type {
  RecordedRequest,
  RecordedStatement,
  RecordedUnit,
} from '../stages/record-requests.ts';

const PAGE_CACHE_KIB = 8192;
/** The id of a row created by the service. */
const NEW_ID = /^[a-z]+_[0-9A-HJKMNP-TV-Z]{26}$/;

interface Replay {
  readonly location: DatabaseLocation;
  /** A JSON file with the statements of each request. */
  readonly file: string;
  readonly seconds: number;
  /** Connections to a server. */
  readonly connections: number;
  /** Requests that share a commit, if there is a single writer. */
  readonly perCommit: number;
}

/**
 * Runs the statements of recorded requests on the bare driver repeatedly for a limited time.
 * Inserted rows get new ids.
 */
export async function replayRequests(replay: Replay): Promise<Load> {
  rounds += 1;
  const requests: RecordedRequest[] = JSON.parse(await readFile(replay.file, 'utf8'));
  return replay.location.kind === 'postgres'
    ? replayOnServer(requests, replay, replay.location.url)
    : replayOnFile(requests, replay);
}

async function replayOnFile(
  requests: readonly RecordedRequest[],
  { location, seconds, perCommit }: Replay,
): Promise<Load> {
  if (location.kind !== 'sqlite') throw new Error('not a database file');
  const database = await openSqliteHandle(databaseFile(location.dataDir));
  // As in the service.
  database.exec(
    `pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -${PAGE_CACHE_KIB}`,
  );
  const prepared = new Map<string, ReturnType<typeof database.prepare>>();
  const run = ({ sql, values }: RecordedStatement) => {
    const statement = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, statement);
    return statement.all(...(values as SqliteValue[]));
  };
  const latencies: number[] = [];
  const isWriting = requests.some((units) => units.some(({ isTransaction }) => isTransaction));
  const start = performance.now();
  for (let n = 0; performance.now() - start < seconds * 1000; ) {
    const sentAt = performance.now();
    if (isWriting) database.exec('begin immediate');
    const size = isWriting ? perCommit : 1;
    for (let count = 0; count < size; count++, n++) {
      const request = withNewIds(requests[n % requests.length] ?? [], n);
      request.flatMap(({ statements }) => statements).forEach(run);
    }
    if (isWriting) database.exec('commit');
    for (let count = 0; count < size; count++) latencies.push(performance.now() - sentAt);
  }
  const millis = performance.now() - start;
  database.close();
  return loadOf(latencies, millis);
}

async function replayOnServer(
  requests: readonly RecordedRequest[],
  { seconds, connections }: Replay,
  url: string,
): Promise<Load> {
  const clients = await Promise.all(
    Array.from({ length: connections }, async () => {
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      return client;
    }),
  );
  const names = new Map<string, string>();
  const query = (client: pg.Client, { text, values }: RecordedStatement) => {
    const name = names.get(text) ?? `bench_${names.size}`;
    names.set(text, name);
    return client.query({ name, text, values: [...values] });
  };
  const latencies: number[] = [];
  const start = performance.now();
  let n = 0;
  const loop = async (client: pg.Client) => {
    while (performance.now() - start < seconds * 1000) {
      const sentAt = performance.now();
      const number = n++;
      const request = withNewIds(requests[number % requests.length] ?? [], number);
      for (const statement of request.flatMap(bounded)) await query(client, statement);
      latencies.push(performance.now() - sentAt);
    }
  };
  await Promise.all(clients.map(loop));
  const millis = performance.now() - start;
  await Promise.all(clients.map((client) => client.end()));
  return loadOf(latencies, millis);
}

const BEGIN: RecordedStatement = { sql: 'begin', text: 'begin', values: [] };
const COMMIT: RecordedStatement = { sql: 'commit', text: 'commit', values: [] };

/** The statements of a unit; those of a transaction with begin and commit. */
function bounded({ isTransaction, statements }: RecordedUnit): readonly RecordedStatement[] {
  return isTransaction ? [BEGIN, ...statements, COMMIT] : statements;
}

/** Distinguishes the rounds, because a worker runs several replays. */
let rounds = 0;

/** The request with new ids for the rows it inserts. */
function withNewIds(request: RecordedRequest, n: number): RecordedRequest {
  if (!request.some(({ isTransaction }) => isTransaction)) return request;
  const inserted = new Set(
    request.flatMap(({ statements }) =>
      statements.flatMap(({ sql, values }) => {
        const [first] = values;
        const isNew = /^\s*insert into/i.test(sql) && typeof first === 'string';
        return isNew && NEW_ID.test(first) ? [first] : [];
      }),
    ),
  );
  const renewed = (value: string | number | null) =>
    typeof value === 'string' && inserted.has(value)
      ? `${value}_${process.pid}_${rounds}_${n}`
      : value;
  return request.map((unit) => ({
    ...unit,
    statements: unit.statements.map((statement) => ({
      ...statement,
      values: statement.values.map(renewed),
    })),
  }));
}
