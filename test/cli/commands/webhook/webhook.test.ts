import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTransport } from '../../../../src/cli/session/context.ts';
import { verifyWebhook } from '../../../../src/client/verify-webhook.ts';
import type { RunningServer } from '../../../../src/server/jobs/running-server.ts';
import { startServer } from '../../../../src/server/start-server.ts';
import { createMovableClock } from '../../../../src/tools/clock.ts';
import { type CliRun, runInHome } from '../../../support/a-cli.ts';
import { aHome } from '../../../support/a-home.ts';
import { type Receiver, startReceiver } from '../../../support/receiver.ts';

const AT = Date.parse('2026-11-02T08:30:00.000Z');

let server: RunningServer;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await startReceiver();
  server = await startServer({
    host: '127.0.0.1',
    port: 0,
    database: { kind: 'memory' },
    mock: { content: 'empty', seed: 42, now: AT },
    logLevel: 'silent',
  });
});

afterAll(async () => {
  await server.close();
  await receiver.close();
});

async function run(argv: readonly string[], options: CliRun = {}) {
  const environment = {
    FARMCTL_KEY: server.ready.keys['admin'] ?? '',
    FARMCTL_SERVER: server.ready.baseUrl,
  };
  return runInHome(await aHome(), argv, { environment, transport: openTransport, ...options });
}

async function json(argv: readonly string[]) {
  const { stdout, stderr } = await run([...argv, '-o', 'json']);
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

let hooks = 0;

/** Adds a webhook with a unique name, to a path of the receiver. */
async function addHook(path: string, flags: readonly string[] = ['--events', 'task.created']) {
  hooks += 1;
  const name = `hook ${hooks}`;
  const url = `${receiver.url}${path}`;
  const hook = await json(['webhook', 'add', url, ...flags, '--description', name]);
  return { ...hook, name };
}

/** Nothing may be sent by a command that was not understood. */
async function refusal(argv: readonly string[]) {
  const { stdout, stderr, exitCode } = await run(argv, { transport: () => expect.unreachable() });
  expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  return stderr;
}

describe('webhook add', () => {
  test('prints the webhook with its secret, and states that it is shown once', async () => {
    const { stdout, stderr, exitCode } = await run([
      ...['webhook', 'add', `${receiver.url}/one`, '--events', 'alert.critical,alert.resolved'],
      ...['--events', 'task.created', '--description', 'the first', '--ordered', '-o', 'json'],
    ]);
    const hook = JSON.parse(stdout);
    expect(hook).toMatchObject({
      url: `${receiver.url}/one`,
      events: ['alert.critical', 'alert.resolved', 'task.created'],
      farmIds: null,
      description: 'the first',
      ordered: true,
      enabled: true,
      secret: expect.stringMatching(/^whsec_[A-Za-z0-9+/]{43}=$/),
    });
    const host = new URL(receiver.url).host;
    expect(stderr).toBe(
      `added webhook ${hook.id} (${host}); the secret cannot be shown again, store it safely\n`,
    );
    expect(exitCode).toBe(0);
  });

  test('webhook add with --secret-only prints only the secret', async () => {
    const argv = ['webhook', 'add', `${receiver.url}/two`, '--events', 'all', '--secret-only'];
    const { stdout } = await run([...argv, '--description', 'the second']);
    expect(stdout).toMatch(/^whsec_[A-Za-z0-9+/]{43}=\n$/);
  });

  test('accepts names of farms, and suggests the closest for an unknown one', async () => {
    const { id } = await json(['farms', 'create', '--name', 'North']);
    const { farmIds } = await addHook('/farm', ['--events', 'all', '--farm', 'North']);
    expect(farmIds).toEqual([id]);
    const argv = ['webhook', 'add', `${receiver.url}/`, '--events', 'all', '--farm', 'Nroth'];
    const { stderr, exitCode } = await run(argv);
    expect(stderr).toContain('there is no farm "Nroth"; did you mean "North"?');
    expect(exitCode).toBe(3);
  });

  test.each([
    [
      ['--events', 'alert.critcal'],
      '--events: there is no event "alert.critcal"; did you mean alert.critical?',
    ],
    [['--events', ','], '--events needs the name of an event, or all'],
    [[], '--events is missing'],
    [['--events', 'all', '--fields', 'id'], '--fields leaves out the secret'],
    [['--events', 'all', '--fields', 'id', '--secret-only'], 'exclude each other'],
  ])('%j is rejected before anything is sent', async (flags, message) => {
    expect(await refusal(['webhook', 'add', 'https://brain.example.com/', ...flags])).toContain(
      message,
    );
  });

  test('an address that is not allowed is rejected by the service', async () => {
    const argv = ['webhook', 'add', 'http://10.0.0.1/', '--events', 'all'];
    expect(await run(argv)).toMatchObject({ exitCode: 5, stdout: '' });
  });

  test('a key without admin:* is rejected', async () => {
    const environment = {
      FARMCTL_KEY: server.ready.keys['reader'] ?? '',
      FARMCTL_SERVER: server.ready.baseUrl,
    };
    const argv = ['webhook', 'add', 'https://brain.example.com/', '--events', 'all'];
    expect(await run(argv, { environment })).toMatchObject({ exitCode: 4, stdout: '' });
  });
});

describe('webhook list, get, update and remove', () => {
  test('a webhook is given by id, address or description, and never shown with its secret', async () => {
    const { id, name, url } = await addHook('/named');
    for (const typed of [id, name, url]) {
      const webhook = await json(['webhook', 'get', typed]);
      expect(webhook.id).toBe(id);
      expect(webhook).not.toHaveProperty('secret');
    }
    const { stdout } = await run(['webhook', 'list', '--all', '-o', 'jsonl']);
    const rows = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(rows.map((row) => row.id)).toContain(id);
    expect(stdout).not.toContain('whsec_');
  });

  test('an ambiguous or unknown name is rejected', async () => {
    await addHook('/several');
    await addHook('/several');
    const { stderr, exitCode } = await run(['webhook', 'get', `${receiver.url}/several`]);
    expect(stderr).toContain('several webhooks match');
    expect(exitCode).toBe(2);
    const missing = await run(['webhook', 'get', 'hoook 1']);
    expect(missing.stderr).toContain('there is no webhook "hoook 1"; did you mean "hook 1"?');
    expect(missing.exitCode).toBe(3);
  });

  test('update changes the events, disables and enables', async () => {
    const { id } = await addHook('/changed');
    const off = await run(['webhook', 'update', id, '--enabled', 'false', '--jq', '.enabled']);
    expect(off).toMatchObject({ stdout: 'false\n', stderr: `switched off webhook ${id}\n` });
    const on = await run([
      ...['webhook', 'update', id, '--enabled', '--replay', 'none', '--ordered', 'yes'],
      ...['--events', 'all', '--description', '', '--fields', 'enabled,ordered,events,description'],
      ...['-o', 'json'],
    ]);
    expect(on.stderr).toBe(`switched on webhook ${id}\n`);
    expect(JSON.parse(on.stdout)).toEqual({
      enabled: true,
      ordered: true,
      events: ['*'],
      description: null,
    });
  });

  test.each([
    [[], 'there is nothing to change'],
    [['--replay', 'some'], '--replay must be all or none'],
    [['--enabled', 'maybe'], '--enabled must be true or false'],
    [['--farm', 'North', '--all-farms'], '--farm and --all-farms exclude each other'],
  ])('update with %j is rejected before anything is sent', async (flags, message) => {
    expect(await refusal(['webhook', 'update', 'x', ...flags])).toContain(message);
  });

  test('remove asks for confirmation, accepts --yes, and otherwise changes nothing', async () => {
    const { id } = await addHook('/removed');
    expect(await run(['webhook', 'remove', id])).toMatchObject({ exitCode: 2, stdout: '' });
    const answers = [['Delete webhook', 'n']] as const;
    const stored = await run(['webhook', 'remove', id], { answers });
    expect(stored.stderr).toContain('nothing was changed\n');
    const { stderr, exitCode } = await run(['webhook', 'remove', id, '--yes']);
    expect({ stderr, exitCode }).toEqual({
      stderr: `deleted webhook ${id} (${new URL(receiver.url).host})\n`,
      exitCode: 0,
    });
    expect((await run(['webhook', 'get', id])).exitCode).toBe(3);
  });
});

describe('webhook test', () => {
  test.each([
    ['/', 0, 'delivered', /^the receiver took the test in \d+ ms\n$/],
    ['/404', 5, 'pending', /^farmctl: the receiver answered webhook.test with status 404\n/],
    ['/302', 5, 'pending', /answered webhook.test with status 302\n/],
    ['/503', 7, 'pending', /answered webhook.test with status 503\n/],
  ])('a receiver at %s exits with %i', async (path, exitCode, state, expected) => {
    const { id } = await addHook(path);
    const result = await run(['webhook', 'test', id, '-o', 'yaml']);
    expect(result.exitCode).toBe(exitCode);
    expect(result.stdout).toContain(`state: ${state}\n`);
    expect(result.stderr).toMatch(expected);
  });

  test('an unreachable receiver exits with 8', async () => {
    const stoppedReceiver = await startReceiver();
    await stoppedReceiver.close();
    const { id } = await json(['webhook', 'add', stoppedReceiver.url, '--events', 'all']);
    const { exitCode, stderr } = await run(['webhook', 'test', id]);
    expect(stderr).toMatch(/^farmctl: the receiver did not answer webhook.test: \w+\n/);
    expect(exitCode).toBe(8);
  });

  test('a disabled webhook is not tested', async () => {
    const { id } = await addHook('/off');
    await run(['webhook', 'update', id, '--enabled', 'false']);
    expect(await run(['webhook', 'test', id])).toMatchObject({ exitCode: 5, stdout: '' });
  });

  test('control characters in the answer of the receiver are neutralised', async () => {
    const { id } = await addHook('/500');
    const { stdout } = await run(['webhook', 'test', id]);
    expect(stdout).toContain('broken \\x1b[31mhere');
  });
});

describe('webhook deliveries, resend and replay', () => {
  test('deliveries are listed by state and event, shown with their attempts, and sent again', async () => {
    const { id } = await addHook('/again');
    const sent = await json(['webhook', 'test', id]);
    const list = ['webhook', 'deliveries', id, '--event', 'task.created'];
    expect((await run([...list, '-o', 'json'])).stdout).toBe('[]\n');
    const state = ['webhook', 'deliveries', id, '--state', 'delivered', '--from', '2026-11-02'];
    expect((await json(state)).map((row: { id: string }) => row.id)).toEqual([sent.id]);
    const output = await run(['webhook', 'deliveries', 'get', sent.id]);
    expect(output.stdout).toMatch(/State +delivered\n[\s\S]*\nTime +Status +Duration, ms/);
    expect(output.stdout).toMatch(/Event +webhook\.test\n[\s\S]*\nEvent ID +evt_/);
    const again = await run(['webhook', 'resend', sent.id]);
    expect(again.stderr).toBe(`delivery ${sent.id} (webhook.test) is sent again\n`);
    expect(again.exitCode).toBe(0);
  });

  test('replay reports how many are sent again', async () => {
    const { id } = await addHook('/replayed');
    await json(['webhook', 'test', id]);
    const missing = await run(['webhook', 'replay', id, '--jq', '.replayed']);
    expect(missing).toMatchObject({
      stdout: '0\n',
      stderr: `0 deliveries are sent again to webhook ${id}\n`,
    });
    const all = await run(['webhook', 'replay', id, '--missing', 'false', '--to', '2026-11-02']);
    expect(all.stderr).toBe(`1 delivery is sent again to webhook ${id}\n`);
  });

  test.each([
    [
      ['deliveries', 'x', '--state', 'exhaustd'],
      'there is no state "exhaustd"; did you mean exhausted?',
    ],
    [['deliveries', 'x', '--all', '--limit', '2'], '--all and --limit exclude each other'],
    [['replay', 'x', '--missing', 'perhaps'], '--missing must be true or false'],
    [['replay', 'x', '--events', 'alert'], '--events: there is no event "alert"'],
    [['test', 'x', '--wait', 'long'], '--wait must be a duration'],
    [['rotate', 'x', '--grace', '9d'], '--grace must be whole hours or days up to a week'],
    [['rotate', 'x', '--grace', '1h', '--finish'], '--finish and --grace exclude each other'],
  ])('%j is rejected', async (argv, message) => {
    const webhookId = 'webhook_01K9ZZZZZZZZZZZZZZZZZZZZZZ';
    const words = argv.map((word) => (word === 'x' ? webhookId : word));
    expect(await refusal(['webhook', ...words])).toContain(message);
  });

  test('an unknown delivery exits with 3', async () => {
    expect((await run(['webhook', 'deliveries', 'get', 'delivery_x'])).exitCode).toBe(3);
    expect((await run(['webhook', 'resend', 'delivery_x'])).exitCode).toBe(3);
  });
});

describe('webhook rotate', () => {
  test('prints a new secret; both sign until the grace period ends', async () => {
    const { id, secret } = await addHook('/rotated');
    const rotate = ['webhook', 'rotate', id, '--grace', '2d', '--secret-only'];
    const { stdout, stderr } = await run(rotate);
    const fresh = stdout.trim();
    expect(fresh).toMatch(/^whsec_/);
    expect(fresh).not.toBe(secret);
    expect(stderr).toBe(
      `exchanged the secret of webhook ${id}, the one before signs until 2026-11-04T08:30:00.000Z; the secret cannot be shown again, store it safely\n`.replace(
        '2026-11-04T08:30:00.000Z',
        (await json(['webhook', 'get', id])).previousSecretUntil,
      ),
    );
    await run(['webhook', 'test', id]);
    const delivered = receiver.received.findLast(({ path }) => path === '/rotated');
    const { headers, text } = delivered ?? { headers: {}, text: '' };
    for (const one of [secret, fresh]) {
      const { checks } = verifyWebhook(
        { headers, body: text },
        { secret: one, clock: createMovableClock(AT) },
      );
      expect(checks[1]?.fault).toBeUndefined();
    }
  });

  test('invalidates the previous secret immediately only after confirmation', async () => {
    const { id } = await addHook('/at-once');
    expect(await run(['webhook', 'rotate', id, '--grace', '0'])).toMatchObject({ exitCode: 2 });
    await run(['webhook', 'rotate', id]);
    expect(await run(['webhook', 'rotate', id])).toMatchObject({ exitCode: 5 });
    const finished = await run(['webhook', 'rotate', id, '--finish', '--yes', '-o', 'json']);
    expect(JSON.parse(finished.stdout).previousSecretUntil).toBeNull();
    expect(finished.stderr).toBe(
      `ended the rotation of webhook ${id}; only the new secret signs\n`,
    );
  });
});
