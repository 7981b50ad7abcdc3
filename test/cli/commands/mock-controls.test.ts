import { afterAll, beforeAll, expect, test } from 'vitest';
import { createHttpTransport } from '../../../src/client/http-transport.ts';
import type { RunningServer } from '../../../src/server/jobs/running-server.ts';
import { startServer } from '../../../src/server/start-server.ts';
import { runInHome } from '../../support/a-cli.ts';
import { aHome } from '../../support/a-home.ts';
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
    mock: { content: 'empty', seed: 1, now: Date.parse('2026-11-20T06:00:00Z') },
    logLevel: 'silent',
  });
});

afterAll(async () => {
  await mock.close();
  await service.close();
});

async function run(...argv: string[]) {
  const environment = {
    FARMCTL_KEY: mock.ready.keys['admin'] ?? '',
    FARMCTL_SERVER: mock.ready.baseUrl,
  };
  const transport = ({ server }: { server: string }) =>
    createHttpTransport(server, { timeoutMs: 10_000 });
  return runInHome(await aHome(), argv, { environment, transport });
}

test('the clock is set, advanced and read', async () => {
  const at = async (...argv: string[]) => JSON.parse((await run(...argv, '-o', 'json')).stdout).now;
  expect(await at('clock', 'set', '2026-12-01T06:00:00+02:00')).toMatch(/^2026-12-01T04:00:00/);
  expect(await at('clock', 'advance', '36h')).toMatch(/^2026-12-02T16:00:0/);
  expect(await at('clock', 'advance', '2w')).toMatch(/^2026-12-16T16:00:0/);
  expect(await at('clock', 'get')).toMatch(/^2026-12-16T16:00:0/);
});

test.each(['3', 'tomorrow', '-3d', '3y'])(
  'a duration of %s is rejected before it is sent',
  async (span) => {
    const { exitCode, stderr } = await run('clock', 'advance', '--', span);
    expect(exitCode).toBe(2);
    expect(stderr).toContain('90s, 15m, 6h, 3d or 2w');
  },
);

test('an invalid time is rejected, with an example', async () => {
  const { exitCode, stderr } = await run('clock', 'set', 'noon');
  expect(exitCode).toBe(2);
  expect(stderr).toContain('2026-11-20T06:30Z');
});

test('the clock can be set in words, in the time zone of the organisation', async () => {
  await run('clock', 'set', '2026-12-20T05:00:00Z');
  const { stdout } = await run('clock', 'set', 'tomorrow 06:00', '-o', 'json');
  expect(JSON.parse(stdout).now).toMatch(/^2026-12-21T04:00:0/);
});

test('faults are added, take effect, and are listed and removed', async () => {
  expect((await run('fault', 'list', '-o', 'json')).stdout).toBe('[]\n');
  await run('fault', 'add', 'GET /tenders 422');
  const added = await run('fault', 'add', 'GET /tasks 403 100%', '-o', 'jsonl');
  expect(added.stdout).toBe('{"rule":"GET /tenders 422"}\n{"rule":"GET /tasks 403 100%"}\n');
  expect((await run('tasks', 'list')).exitCode).toBe(4);
  expect((await run('fault', 'clear')).stdout).toBe('');
  expect((await run('tasks', 'list')).exitCode).toBe(0);
});

test('an invalid rule is rejected with examples', async () => {
  const { exitCode, stderr } = await run('fault', 'add', 'often');
  expect(exitCode).toBe(5);
  expect(stderr).toContain("'POST /tasks 503 20%'");
});

test('a server with real data reports that it has no such clock', async () => {
  const { exitCode, stderr } = await runInHome(await aHome(), ['clock', 'get'], {
    environment: { FARMCTL_KEY: service.admin, FARMCTL_SERVER: 'https://farm.example' },
    transport: ({ server }) => serviceTransport(service, server),
  });
  expect(exitCode).toBe(5);
  expect(stderr).toContain('is not a mock server');
  expect(stderr).toContain('farmctl serve --mock');
});
