import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { inject } from 'vitest';
import { openSqliteHandle, type SqliteHandle } from '../../../src/storage/sqlite/driver.ts';
import type { DatabaseName } from '../databases.ts';

/** A row as returned by a driver. */
export type Row = Readonly<Record<string, unknown>>;

/** A separate database for servers in child processes, with direct access to it. */
export interface Place {
  readonly name: DatabaseName;
  /** Arguments of `serve` for this database. */
  readonly argv: readonly string[];
  /** Runs a query on a separate connection. */
  query(sql: string): Promise<readonly Row[]>;
  /** Runs queries in one transaction: the results, by name, are of the same moment. */
  queryTogether(
    queries: Readonly<Record<string, string>>,
  ): Promise<Readonly<Record<string, readonly Row[]>>>;
  remove(): Promise<void>;
}

/** Creates an empty database; PostgreSQL requires the address of a server. */
export async function createPlace(name: DatabaseName, serverUrl: string): Promise<Place> {
  return name === 'sqlite' ? createFolder() : createPostgresPlace(serverUrl);
}

/** An embedded database in a folder, by default a new one. */
export async function createFolder(folder?: string): Promise<Place & { readonly file: string }> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'farmctl-place-')));
  const file = join(dataDir, 'farmctl.db');
  return {
    name: 'sqlite',
    argv: ['--data', dataDir],
    file,
    query: (sql) => withHandle(file, (handle) => handle.prepare(sql).all() as Row[]),
    queryTogether: (queries) =>
      withHandle(file, (handle) => {
        handle.exec('begin');
        const answers = Object.entries(queries).map(([name, sql]) => [
          name,
          handle.prepare(sql).all(),
        ]);
        handle.exec('commit');
        return Object.fromEntries(answers);
      }),
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
}

/**
 * A migrated database on the shared PostgreSQL server; an empty one on a separate server, which has
 * no template.
 */
export async function createPostgresPlace(
  serverUrl: string,
): Promise<Place & { readonly url: string }> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  const isShared = serverUrl === inject('postgresUrl');
  const template = isShared ? inject('postgresTemplate') : 'template1';
  await runQuery(serverUrl, `create database ${name} template ${template} strategy file_copy`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    name: 'postgres',
    url: url.href,
    argv: ['--database', url.href],
    query: (sql) => runQuery(url.href, sql),
    queryTogether: (queries) =>
      withClient(url.href, async (client) => {
        await client.query('begin isolation level repeatable read read only');
        const answers: Record<string, readonly Row[]> = {};
        for (const [name, sql] of Object.entries(queries)) {
          answers[name] = (await client.query(sql)).rows;
        }
        await client.query('commit');
        return answers;
      }),
    async remove() {
      await runQuery(serverUrl, `drop database if exists ${name} with (force)`);
    },
  };
}

async function withHandle<T>(file: string, work: (handle: SqliteHandle) => T): Promise<T> {
  const handle = await openSqliteHandle(file, { readOnly: true });
  try {
    handle.exec('pragma busy_timeout = 5000');
    return work(handle);
  } finally {
    handle.close();
  }
}

const runQuery = (connectionString: string, sql: string): Promise<readonly Row[]> =>
  withClient(connectionString, async (client) => (await client.query(sql)).rows);

async function withClient<T>(
  connectionString: string,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}
