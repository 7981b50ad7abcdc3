import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTransport } from '../../../src/cli/session/context.ts';
import { bootstrapDatabase } from '../../../src/server/bootstrap.ts';
import type { RunningServer } from '../../../src/server/jobs/running-server.ts';
import { startServer } from '../../../src/server/start-server.ts';
import { runInHome } from '../../support/a-cli.ts';
import { aHome } from '../../support/a-home.ts';

let server: RunningServer;
beforeAll(async () => {
  server = await startServer({
    host: '127.0.0.1',
    port: 0,
    database: { kind: 'memory' },
    mock: { content: 'demo', seed: 42, now: Date.parse('2026-11-20T06:00:00Z') },
    logLevel: 'silent',
  });
});
afterAll(() => server.close());

test.each([
  ['en', /: no code was sent to a@example.com, as the server has no mail server\./],
  ['es', /: no se envió ningún código a a@example.com, porque el servidor no tiene/],
] as const)('in %s a channel without a mail server names what to set up', async (lang, text) => {
  const profile = { server: server.ready.baseUrl, key: server.ready.keys['admin'], lang };
  const home = await aHome({ config: { profiles: { default: profile } } });
  const run = (argv: readonly string[]) => runInHome(home, argv, { transport: openTransport });
  const { stdout } = await run([
    'users',
    'list',
    '--status',
    'active',
    '--limit',
    '1',
    '--fields',
    'id',
    '-o',
    'tsv',
  ]);
  const add = ['notices', 'channels', 'add', 'email', 'a@example.com', '--user', stdout.trim()];
  const { stderr, exitCode } = await run(add);
  expect(stderr).toMatch(text);
  const [id] = /channel_\w{26}/.exec(stderr) ?? [];
  expect(stderr).toContain('FARMCTL_SMTP_URL');
  expect(stderr).toContain(`farmctl notices channels send-code ${id}`);
  expect(stderr).toContain(`farmctl notices channels verify ${id} <`);
  expect(exitCode).toBe(0);
  const again = await run(['notices', 'channels', 'send-code', id ?? '']);
  expect(again.stderr).toMatch(text);
  const failureOf = async () => {
    const list = await run(['notices', 'channels', 'list', '-o', 'json']);
    const channels = JSON.parse(list.stdout) as { id: string; codeFailure?: string }[];
    return channels.find((channel) => channel.id === id)?.codeFailure;
  };
  await expect.poll(failureOf, { timeout: 10_000 }).toBe('no_mail_server');
});

test('a channel without a mail server is reported on an embedded database as well, and doctor warns about it', async () => {
  const home = await aHome({
    config: { profiles: { default: { server: 'embedded', dataDir: '../../work/db' } } },
  });
  const { key = '' } = await bootstrapDatabase({ dataDir: join(home.cwd, 'db') });
  const run = (argv: readonly string[], environment = {}) =>
    runInHome(home, argv, {
      transport: openTransport,
      environment: { FARMCTL_KEY: key, ...environment },
    });
  const noMail = /no mail server is set here/;
  expect((await run(['doctor'])).stdout).not.toMatch(noMail);
  const user = ['users', 'create', '--name', 'Noa', '--role', 'owner', '--jq', '.id'];
  const id = (await run(user)).stdout.trim();
  const add = ['notices', 'channels', 'add', 'email', 'a@example.com', '--user', id];
  expect((await run(add)).stderr).toMatch(/: no code was sent to a@example.com/);
  expect((await run(['doctor'])).stdout).toMatch(noMail);
  const withMail = { FARMCTL_SMTP_URL: 'smtp://localhost' };
  expect((await run(['doctor'], withMail)).stdout).not.toMatch(noMail);
});
