import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { limits } from '../../src/model/core/limits.ts';
import { openSqliteHandle } from '../../src/storage/sqlite/driver.ts';
import { type Caller, openCaller } from '../support/reliability/caller.ts';
import { type ChildServer, startChildServer } from '../support/reliability/child-server.ts';
import { findContradictions } from '../support/reliability/find-contradictions.ts';
import { createOwnPostgres } from '../support/reliability/own-postgres.ts';
import { createFolder, createPostgresPlace, type Place } from '../support/reliability/place.ts';
import { prepareStage, SMALL_STAGE } from '../support/reliability/stage.ts';
import { type Fault, watchFault } from '../support/reliability/watch-fault.ts';
import { createLedger, startWriters } from '../support/reliability/write-load.ts';

const API = '/v1/platform';
const PAGE_BYTES = 4096;
/** A server that cannot write its files any more does not wait for them. */
const ENDING_MILLIS = 10_000;

interface Running {
  readonly server: ChildServer;
  readonly caller: Caller;
}

/** A server on a place; both are gone when the test ends. */
async function start(place: Place): Promise<Running> {
  const server = await startChildServer({ argv: place.argv, logLevel: 'silent' });
  const caller = openCaller(server.baseUrl, server.key ?? '');
  onTestFinished(async () => {
    await caller.close();
    await server.end('SIGKILL');
    await place.remove();
  });
  return { server, caller };
}

const canMount = spawnSync('unshare', ['-m', 'true']).status === 0 && process.getuid?.() === 0;
const canLimit = spawnSync('prlimit', ['--version']).status === 0;

/** Nothing can be written after the first bytes of a file, as when a quota is used up. */
function limitFiles(pid: number): () => Promise<void> {
  const limit = (bytes: number | 'unlimited') =>
    execFileSync('prlimit', ['--pid', String(pid), `--fsize=${bytes}:unlimited`]);
  limit(4096);
  return async () => {
    limit('unlimited');
  };
}

/** Fills a file system to its last page. */
function fill(folder: string): () => Promise<void> {
  const filler = join(folder, 'filler');
  const file = openSync(filler, 'w');
  try {
    for (;;) writeSync(file, Buffer.alloc(PAGE_BYTES));
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC');
  } finally {
    closeSync(file);
  }
  return async () => rmSync(filler);
}

describe('SQLite', () => {
  test('writes are rejected with 503 while another program locks the database', async () => {
    const place = await createFolder();
    const { caller } = await start(place);
    await watchFault(caller, place, {
      code: 'database_busy',
      reading: 200,
      ready: 503,
      async strike() {
        const other = await openSqliteHandle(place.file);
        // The server may be writing its audit log just now.
        other.exec('pragma busy_timeout = 2000');
        other.exec('begin exclusive');
        return async () => other.close();
      },
    });
  });

  test.skipIf(!canMount)(
    'writes on a full disk are rejected with 503 until there is space',
    async () => {
      const folder = await mkdtemp(join(tmpdir(), 'farmctl-full-'));
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'tmpfs', folder]);
      const remove = async () => {
        // The driver closes files only when its statements are garbage-collected.
        execFileSync('umount', ['--lazy', folder]);
        rmSync(folder, { recursive: true });
      };
      const place = { ...(await createFolder(folder)), remove };
      const { caller } = await start(place);
      await watchFault(caller, place, {
        code: 'database_full',
        reading: 200,
        ready: 503,
        strike: async () => fill(folder),
      });
    },
  );

  test.skipIf(!canLimit)('writes are rejected with 503 if files may not grow', async () => {
    const place = await createFolder();
    const { server, caller } = await start(place);
    await watchFault(caller, place, {
      code: 'database_failing',
      reading: 200,
      ready: 503,
      strike: async () => limitFiles(server.pid),
    });
  });

  test('a disk that repeatedly fills and empties loses no acknowledged write', async () => {
    const place = await createFolder();
    const { server, caller } = await start(place);
    const kinds = await prepareStage(caller, SMALL_STAGE);
    const ledger = createLedger();
    const load = startWriters(caller, { kinds, ledger, writers: 16 });
    for (let round = 0; canLimit && round < 5; round++) {
      await pause(150);
      const heal = limitFiles(server.pid);
      await pause(150);
      await heal();
    }
    await load.stop();
    expect(ledger.unanswered).toEqual([]);
    expect([...new Set(ledger.refused.map(({ status }) => status))]).toEqual(canLimit ? [503] : []);
    expect(await findContradictions(place, ledger)).toEqual([]);
  });
});

const canInject = spawnSync('strace', ['-e', 'inject=fsync:error=EIO', 'true']).status === 0;

/** From now on the files of a process fail like those of a missing disk. */
async function failFiles(pid: number): Promise<void> {
  const calls = 'pread64,pwrite64,fsync,fdatasync,ftruncate,unlink';
  const flags = ['-f', '-e', `trace=${calls}`, '-e', `inject=${calls}:error=EIO`];
  const tracer = spawn('strace', [...flags, '-o', '/dev/null', '-p', String(pid)]);
  await new Promise((resolve) => tracer.stderr.once('data', resolve));
}

describe('SQLite on a file system that fails every call', () => {
  test.skipIf(!canInject)('answers 503 with Retry-After, runs on, and stops quickly', async () => {
    const place = await createFolder();
    const { server, caller } = await start(place);
    const farm = await caller.ask({ method: 'POST', path: `${API}/farms`, body: { name: 'a' } });
    await failFiles(server.pid);
    const farmId = `farmId=${farm.body.id}`;
    const requests = [
      ...['farms', 'tasks', 'me', 'gaps', 'portfolio', 'setup', 'webhooks', 'search?q=weigh'],
      ...['os/keys', 'os/audit', 'os/cameras', 'os/export/tasks', 'os/settings', 'os/case-files'],
      ...['context', 'insights', 'digest', 'os/dashboard'].map((name) => `${name}?${farmId}`),
    ].map((path) => ({ path: `${API}/${path}` }));
    const written = [
      { method: 'POST', path: `${API}/tasks?${farmId}`, body: { title: 'x' } },
      {
        method: 'POST',
        path: `${API}/ask`,
        body: { farmId: farm.body.id, question: 'how many birds', lang: 'en' },
      },
    ] as const;
    const failed: string[] = [];
    for (const request of [...requests, ...written]) {
      const { status, body, headers } = await caller.ask(request);
      // A job of the server may have read the pages of a reading just before: memory answers then.
      const fromMemory = !('method' in request) && status === 200;
      if (fromMemory) continue;
      expect([request.path, status, body.error]).toEqual([request.path, 503, 'unavailable']);
      expect(headers['retry-after']).toBe('1');
      failed.push(request.path);
    }
    expect(failed.length).toBeGreaterThan(requests.length * 0.75);
    expect((await caller.ask({ path: '/livez' })).status).toBe(200);
    const from = performance.now();
    await server.end('SIGTERM');
    expect(performance.now() - from).toBeLessThan(ENDING_MILLIS);
  });
});

/** A session beside the service that holds a lock until it is released. */
function heldBy(place: Place & { readonly url: string }, sql: string): Fault['strike'] {
  return async () => {
    const client = new pg.Client({ connectionString: place.url });
    client.on('error', () => {});
    await client.connect();
    await client.query(`begin; ${sql}`);
    return () => client.end();
  };
}

describe('PostgreSQL', () => {
  test('a lock of another session, such as a migration: writes and readers of it wait 2 s', async () => {
    const place = await createPostgresPlace(inject('postgresUrl'));
    const { caller } = await start(place);
    await watchFault(caller, place, {
      code: 'database_busy',
      reading: 503,
      ready: 200,
      strike: heldBy(place, 'lock table row_counts, tasks in access exclusive mode'),
    });
  });

  test('repeatedly lost connections lose nothing, and no answer is 500', async () => {
    const place = await createPostgresPlace(inject('postgresUrl'));
    const { caller } = await start(place);
    const kinds = await prepareStage(caller, SMALL_STAGE);
    const ledger = createLedger();
    const load = startWriters(caller, { kinds, ledger, writers: 32 });
    for (let round = 0; round < 8; round++) {
      await pause(150);
      await place.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'farmctl'`);
    }
    await load.stop();
    expect(ledger.unanswered).toEqual([]);
    expect([...new Set(ledger.refused.map(({ status }) => status))]).toEqual([503]);
    expect(await findContradictions(place, ledger)).toEqual([]);
  });

  test('a server that is restarted is unavailable meanwhile', async () => {
    const postgres = await createOwnPostgres();
    const place = await createPostgresPlace(postgres.url);
    const { caller } = await start({ ...place, remove: () => postgres.remove() });
    await watchFault(caller, place, {
      code: 'database_unreachable',
      reading: 503,
      ready: 503,
      async strike() {
        await postgres.signal('SIGINT');
        return () => postgres.start();
      },
    });
  });

  test('all connections waiting for a lock: reads continue, and further writers are rejected quickly', async () => {
    const place = await createPostgresPlace(inject('postgresUrl'));
    const { caller } = await start(place);
    const write = () =>
      caller.ask({ method: 'POST', path: '/v1/platform/farms', body: { name: 'Emek' } });
    expect((await write()).status).toBe(201);
    const release = await heldBy(place, 'lock table row_counts in exclusive mode')();
    const waiting = Array.from({ length: 40 }, write);
    await pause(300);
    const read = await caller.ask({ path: '/v1/platform/farms' });
    const refused = await Promise.all(waiting);
    await release();
    expect(read.status).toBe(200);
    // A read that waited for the lock would wait at least as long as a writer may.
    expect(read.millis).toBeLessThan(limits.busyMillis);
    expect([...new Set(refused.map(({ status }) => status))]).toEqual([503]);
    expect(Math.max(...refused.map(({ millis }) => millis))).toBeLessThan(3 * limits.busyMillis);
    expect((await write()).status).toBe(201);
  });

  test('a migration of another instance does not affect one that runs', async () => {
    const place = await createPostgresPlace(inject('postgresUrl'));
    const { caller } = await start(place);
    const release = await heldBy(
      place,
      "select pg_advisory_xact_lock(hashtextextended('schema', 0))",
    )();
    const created = await caller.ask({
      method: 'POST',
      path: '/v1/platform/farms',
      body: { name: 'a' },
    });
    expect([created.status, (await caller.ask({ path: '/readyz' })).status]).toEqual([201, 200]);
    await release();
  });
});

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis));
