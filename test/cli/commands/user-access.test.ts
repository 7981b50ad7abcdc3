import { afterAll, beforeAll, expect, test } from 'vitest';
import { type CliRun, runInHome } from '../../support/a-cli.ts';
import { aHome } from '../../support/a-home.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { serviceTransport } from '../../support/service-transport.ts';
import { openLink } from '../../support/signed-in.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  for (const name of ['North', 'South']) await service.send('POST', '/farms', { body: { name } });
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
  return body.data.map(({ name }: { name: string }) => name).sort();
}

async function rolesOf(name: string): Promise<unknown[]> {
  const { body } = await service.send('GET', '/users');
  const { id } = body.data.find((user: { name: string }) => user.name === name);
  const { body: answer } = await service.send('GET', `/os/users/${id}/access`);
  return answer.access.map(({ role, farm }: { role: string; farm: { name: string } | null }) => [
    role,
    farm?.name ?? null,
  ]);
}

/** Signs in by the link that was printed; returns the session. */
async function signInBy(link: string): Promise<{ readonly id: string }> {
  const { status, body } = await openLink(service, link.trim().split('#')[1]);
  expect(status).toBe(200);
  return body.session;
}

test('invite creates a user with a role on a farm and prints a link that signs in', async () => {
  const { exitCode, stdout, stderr } = await run([
    ...['users', 'invite', 'Noa Levi', '--role', 'worker', '--farms', 'North', '--qr'],
  ]);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^http:\/\/localhost:8787\/sign-in#link_\w{12}_\w{38}\n$/);
  expect(stderr).toContain('Signs in Noa Levi, once, until 2026-11-03T08:30:00.000Z.');
  // A code of 37 or more modules, two in each line.
  expect(stderr.split('\n').filter((line) => /^[█▀▄ ]{41,}$/.test(line)).length).toBeGreaterThan(
    20,
  );
  expect(await rolesOf('Noa Levi')).toEqual([['worker', 'North']]);
  const { id } = await signInBy(stdout);
  const listed = await run(['sessions', 'list', '--user', 'noa levi', '-o', 'json']);
  expect(JSON.parse(listed.stdout)).toMatchObject([{ id, user: 'Noa Levi', method: 'link' }]);
});

test('invite of a known user requires no role and creates nobody', async () => {
  const { exitCode, stdout } = await run(['users', 'invite', 'noa levi']);
  expect([exitCode, stdout.startsWith('http://localhost')]).toEqual([0, true]);
  expect(await userNames()).toEqual(['Noa Levi']);
});

test.each([
  ['an unknown name without a role', ['invite', 'Nobody'], 3, 'Name it with --role: owner'],
  ['farms without a role', ['invite', 'Nobody', '--farms', 'North'], 2, 'belong to a role'],
  ['an unknown role', ['invite', 'Nobody', '--role', 'king'], 2, 'worker'],
  ['an unknown farm', ['invite', 'Nobody', '--role', 'worker', '--farms', 'West'], 3, 'West'],
  ['the access of an unknown user', ['access', 'Nobody'], 3, 'there is no user "Nobody"'],
  ['a role that is given and revoked', ['access', 'x', '--revoke', '--role', 'vet'], 2, '--role'],
])('%s is rejected before anything is written', async (_, argv, code, text) => {
  const { exitCode, stdout, stderr } = await run(['users', ...argv]);
  expect([exitCode, stdout]).toEqual([code, '']);
  expect(stderr).toContain(text);
  expect(await userNames()).toEqual(['Noa Levi']);
});

test('a link requires a server; without one no user is created', async () => {
  const argv = ['users', 'invite', 'Nobody', '--role', 'worker'];
  const { exitCode, stderr } = await run(argv, { server: 'embedded /data' });
  expect([exitCode, stderr.includes('farmctl serve')]).toEqual([2, true]);
  expect(await userNames()).toEqual(['Noa Levi']);
});

test('a role is for the farm of the profile, or for all farms if requested', async () => {
  const name = 'Profile Farm';
  const environment = {
    FARMCTL_KEY: service.admin,
    FARMCTL_SERVER: 'http://127.0.0.1:8787',
    FARMCTL_FARM: 'South',
  };
  await run(['users', 'invite', name, '--role', 'viewer'], { environment });
  expect(await rolesOf(name)).toEqual([['viewer', 'South']]);
  const args = ['users', 'access', name, '--role', 'vet', '--farms', 'North'];
  expect((await run(args, { environment })).exitCode).toBe(0);
  expect(await rolesOf(name)).toEqual(
    expect.arrayContaining([
      ['viewer', 'South'],
      ['vet', 'North'],
    ]),
  );
  const all = ['users', 'access', name, '--role', 'manager', '--farms', 'all'];
  const { stdout } = await run([...all, '-o', 'table', '--lang', 'es'], { environment });
  expect(stdout).toContain('todas las granjas');
  expect(await rolesOf(name)).toEqual(expect.arrayContaining([['manager', null]]));
  const json = await run(['users', 'access', name, '-o', 'json'], { environment });
  expect(JSON.parse(json.stdout)).toContainEqual(
    expect.objectContaining({ role: 'manager', farm: null }),
  );
  const { body } = await service.send('GET', '/users');
  const { id } = body.data.find((user: { name: string }) => user.name === name);
  await service.send('DELETE', `/users/${id}`);
});

test('access shows roles, grants one and revokes one farm or all after a confirmation', async () => {
  const granted = await run([
    'users',
    'access',
    'Noa Levi',
    '--role',
    'accountant',
    '--farm',
    'South',
  ]);
  expect(granted.exitCode).toBe(0);
  expect(await rolesOf('Noa Levi')).toEqual(
    expect.arrayContaining([
      ['worker', 'North'],
      ['accountant', 'South'],
    ]),
  );
  const output = await run(['users', 'access', 'Noa Levi', '-o', 'tsv', '--fields', 'role,farm']);
  expect(output.stdout.trim().split('\n').sort()).toEqual(
    expect.arrayContaining(['accountant\tSouth', 'worker\tNorth']),
  );
  const stored = await run(['users', 'access', 'Noa Levi', '--revoke'], { answers: [['?', 'n']] });
  expect(stored.exitCode).not.toBe(2);
  expect(await rolesOf('Noa Levi')).toHaveLength(2);
  await run(['users', 'access', 'Noa Levi', '--revoke', '--farm', 'South', '--yes']);
  expect(await rolesOf('Noa Levi')).toEqual([['worker', 'North']]);
  const revoked = await run(['users', 'access', 'Noa Levi', '--revoke', '--yes', '--lang', 'es']);
  expect(revoked.stderr).toContain('Noa Levi no tiene ningún rol');
  expect(await rolesOf('Noa Levi')).toEqual([]);
});

test.each([
  ['he', 'משק', 'משתמש'],
  ['th', 'ฟาร์ม', 'ผู้ใช้'],
  ['es', 'Granja', 'Usuario'],
  ['zh', '农场', '用户'],
])(
  'tables of access and sessions have headings in %s and fit a terminal',
  async (lang, farm, user) => {
    const name = `Reader ${lang}`;
    const { stdout } = await run(['users', 'invite', name, '--role', 'vet', '--farms', 'North']);
    await signInBy(stdout);
    const inTable = ['-o', 'table', '--lang', lang];
    const access = await run(['users', 'access', name, ...inTable]);
    const [heading = '', row = ''] = access.stdout.split('\n');
    expect(heading).toContain(farm);
    expect(row).toContain('North');
    expect(Math.max(...access.stdout.split('\n').map((line) => line.length))).toBeLessThan(80);
    const sessions = await run(['sessions', 'list', ...inTable]);
    expect(sessions.stdout).toContain(user);
    expect(access.stdout + sessions.stdout).not.toMatch(/\b(Farm|User|Used at|Agent)\b/);
    const asJson = await run(['users', 'access', name, '-o', 'json']);
    expect(JSON.parse(asJson.stdout)[0].scopes).toContain('write:treatments');
  },
);

test('email sets and removes the address with which a user signs in at the provider', async () => {
  await service.send('POST', '/users', { body: { name: 'Tal Email', role: 'viewer' } });
  const set = await run(['users', 'email', 'tal email', 'Tal@Emek.example']);
  expect([set.exitCode, set.stdout]).toEqual([0, expect.stringContaining('tal@emek.example')]);
  expect(set.stderr).toContain('Tal Email signs in with tal@emek.example from now on');
  const cleared = await run(['users', 'email', 'tal email', 'none', '-o', 'json']);
  expect(JSON.parse(cleared.stdout)).toMatchObject({ name: 'Tal Email', email: null });
  expect(cleared.stderr).toContain('Tal Email has no address to sign in with any more');
  const wrong = await run(['users', 'email', 'tal email', 'tal']);
  expect([wrong.exitCode, wrong.stdout]).toEqual([5, '']);
});

test('sessions end signs out immediately', async () => {
  await run(['users', 'access', 'Noa Levi', '--role', 'worker', '--farms', 'North']);
  const { stdout } = await run(['users', 'invite', 'Noa Levi']);
  const { id } = await signInBy(stdout);
  const endedSession = await run(['sessions', 'end', id]);
  expect([endedSession.exitCode, endedSession.stderr]).toEqual([0, `ended session ${id}\n`]);
  const { stdout: listed } = await run(['sessions', 'list', '-o', 'json']);
  expect(JSON.parse(listed).map((session: { id: string }) => session.id)).not.toContain(id);
  expect((await run(['sessions', 'end', id])).exitCode).toBe(3);
});

test('sessions end accepts the name of a user with a single session', async () => {
  await service.send('POST', '/users', { body: { name: 'Only Session', role: 'viewer' } });
  await run(['users', 'access', 'Only Session', '--role', 'worker', '--farms', 'North']);
  const signIn = async () => signInBy((await run(['users', 'invite', 'Only Session'])).stdout);
  const [first, second] = [await signIn(), await signIn()];
  const several = await run(['sessions', 'end', 'only session']);
  expect(several.exitCode).toBe(2);
  expect(several.stderr).toContain(first.id);
  expect((await run(['sessions', 'end', second.id])).exitCode).toBe(0);
  const endedSession = await run(['sessions', 'end', 'only session']);
  expect([endedSession.exitCode, endedSession.stderr]).toEqual([0, `ended session ${first.id}\n`]);
});

test('a user created without a farm gets access by the printed command', async () => {
  const { stderr } = await run(['users', 'create', '--name', 'Rina', '--role', 'vet']);
  const [, command = ''] = /: farmctl (.*) --farm <farm>$/m.exec(stderr) ?? [];
  expect(await rolesOf('Rina')).toEqual([]);
  expect((await run([...command.split(' '), '--farm', 'North'])).exitCode).toBe(0);
  expect(await rolesOf('Rina')).toEqual([['vet', 'North']]);
  const created = await run(['users', 'create', '--name', 'Tal', '--farm', 'North']);
  expect([created.exitCode, created.stderr]).toEqual([0, expect.not.stringContaining('access')]);
});

test('people with a role for all farms are named next to the list, and have access to every farm', async () => {
  const name = 'Ruth Owner';
  await signInBy((await run(['users', 'invite', name, '--role', 'manager'])).stdout);
  expect(await rolesOf(name)).toEqual([['manager', null]]);
  const listed = await run(['farm-access', 'list']);
  expect(listed.stdout).not.toContain(name);
  expect(listed.stderr).toContain(
    `Not in this list, since their role is for all farms: ${name}. Details: farmctl users access <user>`,
  );
  // A chosen format is for programs: it costs no further requests.
  expect((await run(['farm-access', 'list', '-o', 'tsv'])).stderr).not.toContain(name);
  const { body: farms } = await service.send('GET', '/farms');
  const { body: users } = await service.send('GET', '/users');
  const user = users.data.find((one: { name: string }) => one.name === name);
  expect(user.farms).toEqual(farms.data.map(({ id }: { id: string }) => id).sort());
  await run(['users', 'access', name, '--revoke', '--yes']);
  expect((await service.send('GET', `/users/${user.id}`)).body.farms).toEqual([]);
  expect((await run(['farm-access', 'list'])).stderr).not.toContain(name);
});
