import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Transport } from '../../../src/client/errors.ts';
import { type CliRun, runInHome } from '../../support/a-cli.ts';
import { aHome } from '../../support/a-home.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { serviceTransport } from '../../support/service-transport.ts';

let service: TestService;
let farmId: string;

beforeAll(async () => {
  service = await startTestService();
  const { body } = await service.send('POST', '/farms', { body: { name: 'North' } });
  farmId = body.id;
});

afterAll(() => service.close());

async function run(argv: readonly string[], options: CliRun = {}) {
  const environment = { FARMCTL_KEY: service.admin, FARMCTL_SERVER: 'https://farm.example' };
  const transport = ({ server }: { server: string }) => serviceTransport(service, server);
  return runInHome(await aHome(), argv, { environment, transport, ...options });
}

async function createKey(name: string): Promise<Readonly<Record<string, unknown>>> {
  const { stdout } = await run(['keys', 'create', name, '--scope', 'read:*', '-o', 'json']);
  return JSON.parse(stdout);
}

test('a key is shown, changed and revoked by its name; if two have one name the ids are listed', async () => {
  const { id } = await createKey('named by hand');
  const output = await run(['keys', 'get', 'Named by hand', '-o', 'json']);
  expect(JSON.parse(output.stdout)).toMatchObject({ id });
  const changed = await run(['keys', 'update', 'named by hand', '--rate-limit', '7', '-o', 'json']);
  expect(JSON.parse(changed.stdout)).toMatchObject({ id, rateLimitPerMinute: 7 });
  const other = await createKey('named by hand');
  const both = await run(['keys', 'revoke', 'named by hand', '--yes']);
  expect(both.exitCode).toBe(2);
  expect(both.stderr).toContain(String(other['id']));
  expect((await run(['keys', 'revoke', String(other['id']), '--yes'])).exitCode).toBe(0);
  expect((await run(['keys', 'revoke', 'named by hand', '--yes'])).exitCode).toBe(0);
  const missing = await run(['keys', 'get', 'namd by hand']);
  expect([missing.exitCode, missing.stderr]).toEqual([
    3,
    expect.stringContaining('farmctl keys list'),
  ]);
});

test.each([
  ['es', ['--scope', 'read:foo'], '#1 Permisos (--scope)'],
  ['en', ['--scope', 'read:foo'], '#1 Permissions (--scope) is not a scope: "read:foo"'],
  ['en', ['--scope', 'read:*', '--expires', '2020-01-01'], 'Expires (--expires) must be'],
])(
  'in %s an error of keys create %j names the flag that was typed',
  async (lang, typed, expected) => {
    const { exitCode, stderr } = await run(['keys', 'create', 'new', ...typed, '--lang', lang]);
    expect(exitCode).toBe(5);
    expect(stderr).toContain(expected);
  },
);

test('a person is exported and erased by name, whether user or contact', async () => {
  const send = (path: string, body: object) => service.send('POST', path, { body });
  const { body: user } = await send('/users', { name: 'Dana Levi', email: 'dana@example.com' });
  const { body: contact } = await send('/contacts', { farmId, name: 'Dr. Adler', kind: 'vet' });
  for (const [name, id] of [
    ['dana levi', user.id],
    ['Dr. Adler', contact.id],
  ]) {
    const { stdout, exitCode } = await run(['people', 'export', name]);
    expect([exitCode, stdout]).toEqual([0, expect.stringContaining(id)]);
  }
  expect((await run(['people', 'erase', 'Dr. Adler', '--dry-run'])).exitCode).toBe(0);
  await send('/contacts', { farmId, name: 'Dana Levi', kind: 'customer' });
  const both = await run(['people', 'export', 'Dana Levi']);
  expect([both.exitCode, both.stderr]).toEqual([2, expect.stringContaining(user.id)]);
  expect((await run(['people', 'export', 'Nobody'])).exitCode).toBe(3);
  const userOutput = await run(['users', 'get', 'Dana Levi', '-o', 'json']);
  expect(JSON.parse(userOutput.stdout)).toMatchObject({ id: user.id });
});

describe('keys create', () => {
  test('prints the record with the key, and states that it is shown once', async () => {
    const { stdout, stderr, exitCode } = await run([
      ...['keys', 'create', 'cron', '--scope', 'read:*,write:tasks', '--scope', 'ai:ask'],
      ...['--farms', 'North', '--rate-limit', '60', '--expires', '90d', '-o', 'json'],
    ]);
    expect(JSON.parse(stdout)).toEqual({
      id: expect.stringMatching(/^[0-9A-Za-z]{12}$/),
      name: 'cron',
      scopes: ['read:*', 'write:tasks', 'ai:ask'],
      farmIds: [farmId],
      allFarms: false,
      rateLimitPerMinute: 60,
      createdAt: '2026-11-02T08:30:00.000Z',
      expiresAt: '2027-01-31T08:30:00.000Z',
      revokedAt: null,
      last4: expect.stringMatching(/^[0-9A-Za-z]{4}$/),
      key: expect.stringMatching(/^fk_live_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}$/),
    });
    expect(stderr).toBe('the key cannot be shown again; store it safely\n');
    expect(exitCode).toBe(0);
  });

  test('keys create with --farm and --farms creates no key', async () => {
    const argv = ['keys', 'create', 'both', '--scope', 'read:*', '--farm', 'North'];
    const { stderr, exitCode } = await run([...argv, '--farms', 'South']);
    expect(stderr).toContain('--farm and --farms exclude each other');
    expect(exitCode).toBe(2);
  });

  test.each([[['--farm', 'North']], [['--farms', 'North']]])(
    'keys create with %j creates a key for that farm',
    async (farm) => {
      const argv = ['keys', 'create', 'pinned', '--scope', 'read:*', '-o', 'json', ...farm];
      const { stdout } = await run(argv);
      expect(JSON.parse(stdout)).toMatchObject({ farmIds: [farmId], allFarms: false });
    },
  );

  test('keys create with an unknown --farm creates no key', async () => {
    const argv = ['keys', 'create', 'nowhere', '--scope', 'read:*', '--farm', 'Atlantis'];
    expect((await run(argv)).exitCode).toBe(3);
    const { body } = await service.send('GET', '/os/keys');
    expect(body.data.map(({ name }: { name: string }) => name)).not.toContain('nowhere');
  });

  test('keys create with --key-only prints only the key, and the key works', async () => {
    const { stdout } = await run(['keys', 'create', 'robot', '--scope', 'read:*', '--key-only']);
    expect(stdout).toMatch(/^fk_live_[0-9A-Za-z]{12}_[0-9A-Za-z]{38}\n$/);
    const { body } = await service.send('GET', '/me', { key: stdout.trim() });
    expect(body.key.name).toBe('robot');
  });

  test('keys create after a lost response explains that the key must be created again', async () => {
    let tries = 0;
    const transport = ({ server }: { server: string }): Transport => {
      const transport = serviceTransport(service, server);
      return {
        ...transport,
        async send(request) {
          const answer = await transport.send(request);
          tries += 1;
          return tries === 1 ? { ...answer, status: 503, body: '' } : answer;
        },
      };
    };
    const argv = ['keys', 'create', 'lost', '--scope', 'read:*'];
    const { stdout, stderr, exitCode } = await run(argv, { transport });
    expect(stderr).toMatch(
      /^farmctl: key \w{12} was created, but the answer with its text was lost\n/,
    );
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 9 });
  });

  test.each([
    [['cron'], 'a key needs at least one scope'],
    [['cron', '--scope', ','], 'a key needs at least one scope'],
    [['cron', '--scope', 'read:*', '--rate-limit', '0'], '--rate-limit must be a whole number'],
    [
      ['cron', '--scope', 'read:*', '--expires', 'soon'],
      '--expires must be a day or time such as 90d, never',
    ],
    [
      ['cron', '--scope', 'read:*', '--expires', '2027-02-30'],
      '--expires must be a day or time such as',
    ],
  ])('%j is rejected before anything is sent', async (typed, message) => {
    const transport = () => expect.unreachable();
    const { stderr, exitCode } = await run(['keys', 'create', ...typed], { transport });
    expect(stderr).toContain(message);
    expect(exitCode).toBe(2);
  });

  test('an unknown scope is rejected by the server with the closest one', async () => {
    const { stderr, exitCode } = await run(['keys', 'create', 'x', '--scope', 'read:task']);
    expect(stderr).toContain('read:tasks');
    expect(exitCode).toBe(5);
  });

  test('an unknown farm exits with status 3', async () => {
    const argv = ['keys', 'create', 'x', '--scope', 'read:*', '--farms', 'Nroth'];
    const { stderr, exitCode } = await run(argv);
    expect(stderr).toContain('there is no farm "Nroth"');
    expect(exitCode).toBe(3);
  });
});

describe('keys list', () => {
  test('shows only the ends of keys, and their number', async () => {
    await createKey('one');
    await createKey('two');
    const { stdout, stderr } = await run(['keys', 'list', '--limit', '1', '-o', 'json']);
    const rows = JSON.parse(stdout);
    expect(rows).toHaveLength(1);
    expect(Object.keys(rows[0])).not.toContain('key');
    expect(stderr).toMatch(/^1 of \d+; --all for the rest\n$/);
  });

  test('keys list with --all reads every page', async () => {
    const { body } = await service.send('GET', '/os/keys?limit=1');
    const { stdout, stderr } = await run(['keys', 'list', '--all', '--fields', 'id']);
    expect(stdout.trim().split('\n')).toHaveLength(body.meta.total);
    expect(stderr).toBe('');
  });

  test('--all and --limit exclude each other', async () => {
    const { exitCode } = await run(['keys', 'list', '--all', '--limit', '3']);
    expect(exitCode).toBe(2);
  });
});

describe('keys get and update', () => {
  test('change the given fields, from the next request on', async () => {
    const { id } = await createKey('old');
    const argv = ['keys', 'update', String(id), '--name', 'new', '--rate-limit', '5'];
    const { stderr, exitCode } = await run([...argv, '--expires', '2027-01-31']);
    expect({ stderr, exitCode }).toEqual({ stderr: `changed key new (${id})\n`, exitCode: 0 });
    const fields = 'name,rateLimitPerMinute,expiresAt';
    const { stdout } = await run(['keys', 'get', String(id), '--fields', fields]);
    expect(stdout).toBe('name\tnew\nrateLimitPerMinute\t5\nexpiresAt\t2027-01-31T23:59:59.999Z\n');
  });

  test('can remove an expiry', async () => {
    const { id } = await createKey('ending');
    await run(['keys', 'update', String(id), '--expires', '1h']);
    const { stdout } = await run([
      'keys',
      'update',
      String(id),
      '--expires',
      'never',
      '-o',
      'json',
    ]);
    expect(JSON.parse(stdout).expiresAt).toBeNull();
  });

  test('reject an update without fields', async () => {
    const { stderr, exitCode } = await run(['keys', 'update', 'x']);
    expect(stderr).toContain('there is nothing to change; add --name, --rate-limit or --expires');
    expect(exitCode).toBe(2);
  });

  test('exit with status 3 for an unknown key', async () => {
    expect((await run(['keys', 'get', '000000000000'])).exitCode).toBe(3);
  });
});

describe('keys revoke', () => {
  test.each([
    ['with --yes', ['--yes'], {}],
    ['after yes', [], { answers: [['Revoke key ending, ending in', 'yes'] as const] }],
  ])('%s revokes the key immediately', async (_name, flags, options) => {
    const { id, key } = await createKey('ending');
    const { stderr, exitCode } = await run(['keys', 'revoke', String(id), ...flags], options);
    expect(stderr).toContain(`revoked key ending (${id})\n`);
    expect(exitCode).toBe(0);
    const { status } = await service.send('GET', '/me', { key: String(key) });
    expect(status).toBe(401);
  });

  test('keys revoke in a pipe requires --yes', async () => {
    const { id, key } = await createKey('staying');
    const { stderr, exitCode } = await run(['keys', 'revoke', String(id)], { stdin: 'yes\n' });
    expect(stderr).toContain('this is not an interactive terminal: give --yes');
    expect(exitCode).toBe(2);
    const { status } = await service.send('GET', '/me', { key: String(key) });
    expect(status).toBe(200);
  });
});

test('a key without admin:* may not manage keys', async () => {
  const reader = await service.createKey({ scopes: ['read:*'] });
  const environment = { FARMCTL_KEY: reader, FARMCTL_SERVER: 'https://farm.example' };
  const { stderr, exitCode } = await run(['keys', 'list'], { environment });
  expect(stderr).toContain('admin:*');
  expect(exitCode).toBe(4);
});
