import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliRun, runInHome } from '../../support/a-cli.ts';
import { aHome } from '../../support/a-home.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { serviceTransport } from '../../support/service-transport.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  await service.send('POST', '/farms', { body: { name: 'North' } });
});
afterAll(() => service.close());

async function run(argv: readonly string[], options: CliRun & { readonly server?: string } = {}) {
  const { server = 'http://127.0.0.1:8787', ...rest } = options;
  const environment = { FARMCTL_KEY: service.admin, FARMCTL_SERVER: 'http://127.0.0.1:8787' };
  const transport = () => serviceTransport(service, server);
  return runInHome(await aHome(), argv, { environment, transport, ...rest });
}

async function userNames(): Promise<string[]> {
  const { body } = await service.send('GET', '/users');
  return body.data.map(({ name }: { name: string }) => name);
}

test('without a server nothing is written, and how to start one is explained', async () => {
  const argv = ['console', '--user', 'Dana Mizrahi'];
  const { exitCode, stdout, stderr } = await run(argv, { server: 'embedded /data' });
  expect([exitCode, stdout]).toEqual([2, '']);
  expect(stderr).toContain('needs a running server');
  expect(stderr).toContain('farmctl serve');
  expect(await userNames()).toEqual([]);
});

test('a farm with only workers has no owner to sign in; a name creates one', async () => {
  await service.send('POST', '/users', { body: { name: 'Ana Worker' } });
  const before = await run(['console']);
  expect([before.exitCode, before.stdout]).toEqual([3, '']);
  const { exitCode, stdout, stderr } = await run(['console', '--user', 'Dana Mizrahi']);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^http:\/\/localhost:8787\/sign-in#link_\w{12}_\w{38}\n$/);
  expect(stderr).toBe('Signs in Dana Mizrahi, once, until 2026-11-03T08:30:00.000Z.\n');
  expect(await userNames()).toEqual(['Dana Mizrahi', 'Ana Worker']);
  // The user has the rights of an owner in the whole organisation.
  const { body } = await service.send('GET', '/users');
  const owner = body.data.find(({ name }: { name: string }) => name === 'Dana Mizrahi');
  const { body: access } = await service.send('GET', `/os/users/${owner.id}/access`);
  expect(access.access).toMatchObject([{ farm: null, role: 'owner' }]);
});

test('signs in the owner by default; an unknown name creates nobody', async () => {
  expect((await run(['console', '--jq', '.url'])).stdout).toContain(
    'http://localhost:8787/sign-in#',
  );
  const unknown = await run(['console', '--user', 'Nobody', '--lang', 'es']);
  expect(unknown.exitCode).toBe(3);
  expect(unknown.stderr).toContain('no existe el usuario «Nobody»');
  expect(await userNames()).toEqual(['Dana Mizrahi', 'Ana Worker']);
});

test('--open opens the link and does not print it', async () => {
  expect(await run(['console', '--open'])).toMatchObject({ exitCode: 0, stdout: '' });
});
