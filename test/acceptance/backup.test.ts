import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { chmod, mkdir, readdir, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { bootstrapDatabase } from '../../src/server/bootstrap.ts';
import { openSqliteHandle } from '../../src/storage/sqlite/driver.ts';
import { folderBytes, releaseFiles } from '../support/folder-bytes.ts';
import { openCaller } from '../support/reliability/caller.ts';
import { type ChildServer, startChildServer } from '../support/reliability/child-server.ts';
import { findContradictions } from '../support/reliability/find-contradictions.ts';
import { createFolder } from '../support/reliability/place.ts';
import { prepareStage } from '../support/reliability/stage.ts';
import { createLedger, type Ledger, startWriters } from '../support/reliability/write-load.ts';
import { BARE_ENVIRONMENT } from '../support/running-program.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const PROGRAM = join(import.meta.dirname, '../../bin/farmctl.js');
const WRITERS = 16;
/** Acknowledged writes before the backup begins; more with FARMCTL_DRILL_WRITES. */
const WRITES_BEFORE = Number(process.env['FARMCTL_DRILL_WRITES'] ?? 300);
const ENDLESS_MILLIS = 20_000;
const NOBODY = 65_534;

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the built program to its end. */
function farmctl(argv: readonly string[], before = ':'): Promise<Ended> {
  return new Promise((resolve) => {
    const words = ['-c', `${before}; exec "$@"`, 'bash', process.execPath, PROGRAM, ...argv];
    const options = { env: BARE_ENVIRONMENT, timeout: ENDLESS_MILLIS };
    execFile('bash', words, options, (error, stdout, stderr) => {
      const code = error ? (typeof error.code === 'number' ? error.code : null) : 0;
      resolve({ code, stdout, stderr });
    });
  });
}

async function serve(argv: readonly string[], logLevel = 'error'): Promise<ChildServer> {
  const server = await startChildServer({ argv, logLevel });
  onTestFinished(async () => {
    await server.end('SIGKILL');
  });
  return server;
}

async function aDatabase(): Promise<string> {
  const dataDir = await temporaryFolder();
  await bootstrapDatabase({ dataDir });
  await releaseFiles(dataDir);
  return dataDir;
}

async function untilAcknowledged(ledger: Ledger, writes: number): Promise<void> {
  while (ledger.acknowledged.length < writes) await pause(10);
}

describe('a backup during 16 concurrent writers', () => {
  test('restores to a database with every write acknowledged before it began', async () => {
    const place = await createFolder(await temporaryFolder());
    const first = await serve(place.argv);
    const caller = openCaller(first.baseUrl, first.key ?? '', WRITERS);
    const ledger = createLedger();
    const kinds = await prepareStage(caller);
    const load = startWriters(caller, { kinds, ledger, writers: WRITERS });
    await untilAcknowledged(ledger, WRITES_BEFORE);
    const before = [...ledger.acknowledged];
    const file = join(await temporaryFolder(), 'farm.db');
    const backup = await farmctl(['backup', file, ...place.argv, '-o', 'json']);
    const after = ledger.acknowledged.length;
    await untilAcknowledged(ledger, after + WRITERS);
    await load.stop();
    await caller.close();
    expect(backup).toMatchObject({ code: 0 });
    expect(after).toBeGreaterThan(before.length);
    expect(ledger.refused.filter(({ status }) => status >= 500)).toEqual([]);

    const other = await createFolder(join(await temporaryFolder(), 'restored'));
    const restored = await farmctl(['restore', file, ...other.argv, '-o', 'json']);
    expect(restored).toMatchObject({ code: 0 });
    const second = await serve(other.argv);
    expect(second.key).toBeUndefined();
    // Rows changed again or deleted during the backup have either state.
    const ledgerBefore = { acknowledged: before, unanswered: [], refused: [] };
    expect(await findContradictions(other, ledgerBefore)).toEqual([]);
    const again = openCaller(second.baseUrl, first.key ?? '', 1);
    await again.ask({ path: '/v1/platform/me' });
    await pause(200);
    const chain = await again.ask({ path: '/v1/platform/os/audit/verify' });
    expect(chain.body).toMatchObject({ ok: true, firstBroken: null });
    const stored = before.findLast(({ idempotencyKey }) => idempotencyKey !== undefined);
    const repeated = await again.ask(stored?.ask ?? { path: '/' });
    expect([repeated.status, repeated.body?.id ?? stored?.rowId]).toEqual([
      stored?.status,
      stored?.rowId,
    ]);
    await again.close();
    const doctor = await farmctl(['doctor', '--deep', ...other.argv, '-o', 'json']);
    const integrity = JSON.parse(doctor.stdout).find(({ check = '' }) => check === 'integrity');
    expect(integrity.finding).toBe('every page and index is sound');
    const { rows, durationMs } = JSON.parse(backup.stdout);
    process.stdout.write(
      `drill: ${before.length} writes before, ${after - before.length} while it ran; ` +
        `${rows} rows backed up in ${durationMs} ms\n`,
    );
  });
});

test('a backup that fills the disk fails, and leaves nothing behind', async () => {
  const dataDir = await aDatabase();
  const folder = await temporaryFolder();
  // 100 kB: less than empty tables take.
  const limit = "trap '' XFSZ; ulimit -f 100";
  const { code, stderr } = await farmctl(
    ['backup', join(folder, 'farm.db'), '--data', dataDir],
    limit,
  );
  expect(stderr).toMatch(/^farmctl: \S+ could not be copied: .*\n$/);
  expect(code).toBe(7);
  expect(await readdir(folder)).toEqual([]);
});

test('a server makes scheduled backups, and keeps the configured number', async () => {
  const dataDir = await temporaryFolder();
  const folder = await temporaryFolder();
  const schedule = ['--backup-dir', folder, '--backup-at', '* * * * * *', '--backup-keep', '2'];
  const server = await serve(['--data', dataDir, ...schedule], 'info');
  const isDone = () => (server.stderr().match(/a backup was made/g) ?? []).length >= 3;
  const end = performance.now() + ENDLESS_MILLIS;
  while (!isDone() && performance.now() < end) await pause(50);
  expect(await server.end('SIGTERM')).toEqual({ code: 0, signal: null });
  const names = await readdir(folder);
  expect(names).toEqual([
    expect.stringMatching(/^farmctl-\d{8}-\d{6}\.db$/),
    expect.stringMatching(/^farmctl-\d{8}-\d{6}\.db$/),
  ]);
  const restored = join(await temporaryFolder(), 'restored');
  const { code } = await farmctl(['restore', join(folder, names[1] ?? ''), '--data', restored]);
  expect(code).toBe(0);
});

describe('a server that cannot start gives the reason in one line, exits with 2, and changes nothing:', () => {
  test.each<[string, RegExp, (dataDir: string) => Promise<unknown>]>([
    [
      'a file that is no database',
      /farmctl\.db is not a database: move it away, or put a backup in its place with/,
      (dataDir) => writeFile(join(dataDir, 'farmctl.db'), 'notes'.repeat(1000)),
    ],
    [
      'a database of a newer program',
      /the database has schema version 999, this program knows up to \d+: use a newer farmctl/,
      async (dataDir) => {
        const handle = await openSqliteHandle(join(dataDir, 'farmctl.db'));
        handle.exec("insert into schema_migrations (version, name) values (999, 'later')");
        handle.close();
      },
    ],
    [
      'a folder in the place of the database',
      /farmctl\.db is not a file but a folder or device: /,
      async (dataDir) => mkdir(join(dataDir, 'sub', 'farmctl.db'), { recursive: true }),
    ],
  ])('%s', async (name, message, spoil) => {
    const database = await aDatabase();
    await spoil(database);
    const dataDir = name.startsWith('a folder') ? join(database, 'sub') : database;
    const before = folderBytes(dataDir);
    const { code, stdout, stderr } = await farmctl(['serve', '--data', dataDir, '--port', '0']);
    expect(stderr).toMatch(message);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(folderBytes(dataDir)).toEqual(before);
  });

  test.each([
    [
      ['--data', '/proc/farmctl/data'],
      /the folder \/proc\/farmctl\/data cannot be made \(ENOENT\): /,
    ],
    [['--database', 'mysql://farm:word@db/farm'], /the database must be an address such as/],
  ])('%j', async (argv, message) => {
    const { code, stdout, stderr } = await farmctl(['serve', '--port', '0', ...argv]);
    expect(stderr).toMatch(message);
    expect(stderr).not.toContain('word');
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  test('a broken configuration, with the line', async () => {
    const folder = await temporaryFolder();
    const config = join(folder, 'config.json');
    await writeFile(config, '{\n  "profiles": {\n    "default": { "dataDri": "x" }\n  }\n}\n');
    const { code, stderr } = await farmctl(
      ['serve', '--port', '0'],
      `export FARMCTL_CONFIG=${config}`,
    );
    expect(stderr).toMatch(
      /config\.json:3:18: .*dataDri is not a setting; did you mean "dataDir"\?/,
    );
    expect(code).toBe(2);
  });

  test('a database that this user may not read', async () => {
    const dataDir = await aDatabase();
    const file = join(dataDir, 'farmctl.db');
    const isRoot = process.getuid?.() === 0;
    await chmod(dataDir, 0o755);
    await chmod(file, isRoot ? 0o600 : 0o000);
    const child = spawn(process.execPath, [PROGRAM, 'serve', '--data', dataDir, '--port', '0'], {
      env: BARE_ENVIRONMENT,
      ...(isRoot ? { uid: NOBODY, gid: NOBODY } : {}),
    });
    const { code, stderr } = await outcome(child);
    await chmod(file, 0o600);
    expect(stderr).toMatch(
      /^farmctl: the server does not start \(\S+\): \S+ (cannot be written|may not be read and written \(EACCES\)): /,
    );
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
    expect(code).toBe(2);
  });
});

test('one of two servers started concurrently serves, whichever path they use', async () => {
  const dataDir = await temporaryFolder();
  const link = join(await temporaryFolder(), 'link');
  await symlink(dataDir, link);
  const children = [dataDir, link].map((folder) =>
    spawn(process.execPath, [PROGRAM, 'serve', '--data', folder, '--port', '0', '--json'], {
      env: BARE_ENVIRONMENT,
    }),
  );
  onTestFinished(() => {
    for (const child of children) child.kill('SIGKILL');
  });
  const ends = children.map((child) => outcome(child));
  const loser = await Promise.race(ends);
  expect(loser.code).toBe(2);
  expect(loser.stderr).toMatch(
    /is already served by (process \d+ at \S+|a server that is starting): /,
  );
  const winner = children.find(({ exitCode }) => exitCode === null);
  const ready = await firstLine(winner);
  expect(JSON.parse(ready)).toMatchObject({ event: 'ready', pid: winner?.pid });
  winner?.kill('SIGTERM');
  expect((await Promise.all(ends)).map(({ code }) => code).sort()).toEqual([0, 2]);
  expect((await readdir(dataDir)).filter((name) => name.startsWith('server'))).toEqual([]);
});

test('a folder whose server was killed is available immediately', async () => {
  const dataDir = await temporaryFolder();
  const first = await serve(['--data', dataDir]);
  await first.end('SIGKILL');
  expect(await readdir(dataDir)).toEqual(expect.arrayContaining(['server.json', 'server.lock']));
  const second = await serve(['--data', dataDir]);
  expect(second.baseUrl).toMatch(/^http:/);
});

const printed = new WeakMap<ChildProcess, { stdout: string }>();

function outcome(child: ChildProcess): Promise<Ended> {
  const streams = { stdout: '', stderr: '' };
  printed.set(child, streams);
  child.stdout?.on('data', (chunk) => {
    streams.stdout += chunk;
  });
  child.stderr?.on('data', (chunk) => {
    streams.stderr += chunk;
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, ...streams })));
}

async function firstLine(child: ChildProcess | undefined): Promise<string> {
  const text = child && printed.get(child);
  const end = performance.now() + ENDLESS_MILLIS;
  while (text && !text.stdout.includes('\n') && performance.now() < end) await pause(20);
  return text?.stdout.split('\n')[0] ?? '';
}
