import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { openSqliteHandle } from '../../../src/storage/sqlite/driver.ts';
import type { DatabaseName } from '../databases.ts';

/** A row as a driver gives it. */
export type Row = Readonly<Record<string, unknown>>;

/** A database of its own for servers in child processes, with a way to look into it beside them. */
export interface Place {
  readonly name: DatabaseName;
  /** What `serve` is told to use it. */
  readonly argv: readonly string[];
  /** Runs a query on a connection of its own. */
  query(sql: string): Promise<readonly Row[]>;
  remove(): Promise<void>;
}

/** Makes an empty database; the address of a server is needed for PostgreSQL. */
export async function createPlace(name: DatabaseName, serverUrl: string): Promise<Place> {
  return name === 'sqlite' ? createFolder() : createPostgresPlace(serverUrl);
}

/** An embedded database in a folder, a new one unless named. */
export async function createFolder(folder?: string): Promise<Place & { readonly file: string }> {
  const dataDir = folder ?? (await mkdtemp(join(tmpdir(), 'farmctl-place-')));
  const file = join(dataDir, 'farmctl.db');
  return {
    name: 'sqlite',
    argv: ['--data', dataDir],
    file,
    async query(sql) {
      const handle = await openSqliteHandle(file, { readOnly: true });
      try {
        handle.exec('pragma busy_timeout = 5000');
        return handle.prepare(sql).all() as Row[];
      } finally {
        handle.close();
      }
    },
    remove: () => rm(dataDir, { recursive: true, force: true }),
  };
}

/** A database on a PostgreSQL server. */
export async function createPostgresPlace(
  serverUrl: string,
): Promise<Place & { readonly url: string }> {
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runQuery(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return {
    name: 'postgres',
    url: url.href,
    argv: ['--database', url.href],
    query: (sql) => runQuery(url.href, sql),
    async remove() {
      await runQuery(serverUrl, `drop database if exists ${name} with (force)`);
    },
  };
}

async function runQuery(connectionString: string, sql: string): Promise<readonly Row[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}
