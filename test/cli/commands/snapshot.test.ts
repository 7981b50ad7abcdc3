import { stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttpTransport } from '../../../src/client/http-transport.ts';
import type { RunningServer } from '../../../src/server/jobs/running-server.ts';
import { startServer } from '../../../src/server/start-server.ts';
import { SCHEMA_VERSION } from '../../../src/storage/migrations/migrate.ts';
import { openSqliteHandle } from '../../../src/storage/sqlite/driver.ts';
import { runInHome } from '../../support/a-cli.ts';
import { aHome, type Home } from '../../support/a-home.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { serviceTransport } from '../../support/service-transport.ts';

let mock: RunningServer;
let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  mock = await startServer({
    host: '127.0.0.1',
    port: 0,
    database: { kind: 'memory' },
    mock: { content: 'demo', seed: 42, now: Date.parse('2026-11-20T06:00:00Z') },
    faults: ['GET /tenders 422'],
    logLevel: 'silent',
  });
});

afterAll(async () => {
  await mock.close();
  await service.close();
});

async function run(home: Home, ...argv: string[]) {
  const environment = {
    FARMCTL_KEY: mock.ready.keys['admin'] ?? '',
    FARMCTL_SERVER: mock.ready.baseUrl,
  };
  const transport = ({ server }: { server: string }) =>
    createHttpTransport(server, { timeoutMs: 10_000 });
  return runInHome(home, argv, { environment, transport });
}

test('a saved state is restored completely: rows, clock, faults and audit log', async () => {
  const home = await aHome();
  const out = async (...argv: string[]) => (await run(home, ...argv)).stdout;
  const logs = ['daily-logs', 'list', '--all', '-o', 'csv'];
  const before = { logs: await out(...logs), tasks: await out('tasks', 'list', '--all') };
  const snapshot = await run(home, 'snapshot', 'save', 'before.db');
  expect(snapshot.stderr).toMatch(/^saved before\.db \(\d.*\)\n$/);
  expect((await stat(join(home.cwd, 'before.db'))).mode & 0o777).toBe(0o600);

  await out('tasks', 'create', '--farm', mock.ready.farms[0]?.id ?? '', '--title', 'After');
  await out('clock', 'advance', '3d');
  await out('fault', 'clear');
  expect(await out('tasks', 'list', '--all')).not.toBe(before.tasks);

  const loaded = await run(home, 'snapshot', 'load', 'before.db', '--yes');
  expect(loaded.stderr).toMatch(/^loaded before\.db/);
  expect(await out('clock', 'get')).toMatch(/^now\t2026-11-20T06:0/);
  expect(await out('fault', 'list')).toBe('GET /tenders 422\n');
  expect(await out(...logs)).toBe(before.logs);
  expect(await out('tasks', 'list', '--all')).toBe(before.tasks);
  expect((await run(home, 'audit', 'verify')).exitCode).toBe(0);
  // The guards of the audit log are in place again.
  const again = await run(home, 'snapshot', 'load', 'before.db', '--yes');
  expect(again.exitCode).toBe(0);
});

test('an existing file is not replaced, and replacing data requires confirmation', async () => {
  const home = await aHome();
  await run(home, 'snapshot', 'save', 'a.db');
  const second = await run(home, 'snapshot', 'save', 'a.db');
  expect(second.exitCode).toBe(2);
  expect(second.stderr).toContain('a.db already exists');
  expect((await run(home, 'snapshot', 'save', 'a.db', '--force')).exitCode).toBe(0);
  const unconfirmed = await run(home, 'snapshot', 'load', 'a.db');
  expect({ exitCode: unconfirmed.exitCode, stdout: unconfirmed.stdout }).toEqual({
    exitCode: 2,
    stdout: '',
  });
});

test('another file, and a snapshot of another schema, are rejected and change nothing', async () => {
  const home = await aHome();
  await run(home, 'snapshot', 'save', 'old.db');
  const file = await openSqliteHandle(join(home.cwd, 'old.db'));
  file.exec('update farmctl_snapshot set schema_version = 3');
  file.close();
  const old = await run(home, 'snapshot', 'load', 'old.db', '--yes');
  expect(old.stderr).toContain(`the snapshot has schema version 3, this server ${SCHEMA_VERSION}`);
  expect(old.exitCode).toBe(5);
  await writeFile(join(home.cwd, 'text.db'), 'no database at all');
  const text = await run(home, 'snapshot', 'load', 'text.db', '--yes');
  expect(text.stderr).toContain('it is no snapshot of a mock server');
  expect(text.exitCode).toBe(5);
  expect((await run(home, 'farms', 'list')).exitCode).toBe(0);
});

test('a server with real data has no snapshots, and a key without admin cannot use them', async () => {
  const home = await aHome();
  await writeFile(join(home.cwd, 'a.db'), 'a');
  const onReal = (...argv: string[]) =>
    runInHome(home, argv, {
      environment: { FARMCTL_KEY: service.admin, FARMCTL_SERVER: 'https://farm.example' },
      transport: ({ server }) => serviceTransport(service, server),
    });
  const refused = await onReal('snapshot', 'load', 'a.db', '--yes');
  expect(refused.stderr).toContain('https://farm.example is not a mock server');
  const path = '/v1/platform/os/mock/snapshot';
  for (const method of ['GET', 'PUT']) {
    const response = await fetch(mock.ready.baseUrl + path, {
      method,
      headers: { authorization: `Bearer ${mock.ready.keys['reader']}` },
      ...(method === 'PUT' ? { body: 'x' } : {}),
    });
    expect(response.status).toBe(403);
  }
});
