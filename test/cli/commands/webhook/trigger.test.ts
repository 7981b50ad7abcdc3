import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { verifyWebhook } from '../../../../src/client/verify-webhook.ts';
import { exampleEvent } from '../../../../src/model/answers/events.ts';
import { eventNames } from '../../../../src/model/core/resource.ts';
import { createMovableClock } from '../../../../src/tools/clock.ts';
import { runInHome } from '../../../support/a-cli.ts';
import { aHome } from '../../../support/a-home.ts';
import { type Receiver, startReceiver } from '../../../support/receiver.ts';
import { startTestService } from '../../../support/service.ts';
import { serviceTransport } from '../../../support/service-transport.ts';

const SECRET = 'whsec_ZXhhbXBsZS1zZWNyZXQtb2YtYS13ZWJob29rLTAwMDE=';
const AT = '2026-11-02T08:30:00.000Z';

let receiver: Receiver;
beforeAll(async () => {
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

async function trigger(argv: readonly string[], secret = `${SECRET}\n`) {
  const home = await aHome();
  await writeFile(join(home.cwd, 'secret'), secret);
  return runInHome(home, ['webhook', 'trigger', ...argv, '--secret-file', 'secret']);
}

const last = () => receiver.received.at(-1) ?? expect.unreachable();

describe('webhook trigger', () => {
  test.each(eventNames)('posts the worked example of %s, signed', async (event) => {
    const { stdout, stderr, exitCode } = await trigger([
      event,
      '--url',
      receiver.url,
      '-o',
      'json',
    ]);
    const { headers, text, body } = last();
    const posted = JSON.parse(stdout);
    expect(body).toEqual({ ...exampleEvent(event), id: posted.id, createdAt: AT });
    expect(posted).toMatchObject({ event, status: 204, failure: null });
    expect(stderr).toMatch(
      new RegExp(`^posted ${event} \\(evt_\\w+\\) to 127.0.0.1:\\d+ in \\d+ ms\\n$`),
    );
    const clock = createMovableClock(Date.parse(AT));
    const { checks } = verifyWebhook({ headers, body: text }, { secret: SECRET, clock });
    expect(checks.map(({ fault }) => fault)).toEqual([undefined, undefined]);
    expect(headers['content-type']).toBe('application/json');
    expect(exitCode).toBe(0);
  });

  test('gives every event a separate id', async () => {
    await trigger(['sale.created', '--url', receiver.url]);
    const first = last().body.id;
    await trigger(['sale.created', '--url', receiver.url]);
    expect(last().body.id).not.toBe(first);
  });

  test('sets values by their path, typed as fields', async () => {
    await trigger([
      ...['flock.closed', '--url', receiver.url, '--set', 'data.record.code=לול 7'],
      ...['--set', 'data.record.chicksReceived=900', '--set', 'data.record.notes='],
      ...['--set', 'data.previous.chicksReceived=950', '--set', 'farmId=farm_x'],
    ]);
    const { farmId, data } = last().body;
    expect(farmId).toBe('farm_x');
    expect(data.record).toMatchObject({ code: 'לול 7', chicksReceived: 900, notes: null });
    expect(data.previous).toMatchObject({ status: 'selling', chicksReceived: 950 });
  });

  test('allows any value below a JSON field and in undescribed parts', async () => {
    await trigger([
      ...['alert.created', '--url', receiver.url, '--set', 'data.record.source.rule=by_hand'],
      ...['--set', 'data.record.source.level=3'],
    ]);
    expect(last().body.data.record.source).toMatchObject({ rule: 'by_hand', level: 3 });
    await trigger(['brain.scan', '--url', receiver.url, '--set', 'data.scan.durationMs=7']);
    expect(last().body.data.scan.durationMs).toBe(7);
  });

  test('--print prints the signed request and sends nothing', async () => {
    const before = receiver.received.length;
    const argv = ['task.created', '--url', `${receiver.url}/hook?x=1`, '--print'];
    const { stdout } = await trigger(argv);
    expect(stdout).toMatch(/^POST \/hook\?x=1 HTTP\/1\.1\nhost: 127\.0\.0\.1:\d+\n/);
    expect(stdout).toMatch(/\nx-service-signature: sha256=[0-9a-f]{64}\n/);
    expect(stdout).not.toContain('whsec_');
    const request = JSON.parse((await trigger([...argv, '-o', 'json'])).stdout);
    const clock = createMovableClock(Date.parse(AT));
    expect(verifyWebhook(request, { secret: SECRET, clock }).isValid).toBe(true);
    expect(receiver.received).toHaveLength(before);
  });

  test.each([
    ['/404', 5, 'the receiver answered task.created with status 404'],
    ['/500', 7, 'the receiver answered task.created with status 500'],
  ])('a receiver at %s exits with %i', async (path, code, message) => {
    const argv = ['task.created', '--url', receiver.url + path];
    const { stdout, stderr, exitCode } = await trigger(argv);
    expect(stderr).toContain(message);
    expect(stdout).toContain('broken \\x1b[31mhere');
    expect(exitCode).toBe(code);
  });

  test('an unreachable receiver exits with 8', async () => {
    const { stderr, exitCode } = await trigger(['task.created', '--url', 'http://127.0.0.1:1/']);
    expect(stderr).toContain('the receiver did not answer task.created: refused');
    expect(exitCode).toBe(8);
  });

  test.each([
    [
      ['alert.critcal', '--url', 'http://x/'],
      'there is no event "alert.critcal"; did you mean alert.critical?',
    ],
    [['sale.created'], 'name one target: --url or --webhook'],
    [
      ['sale.created', '--url', 'http://x/', '--webhook', 'y'],
      'name one target: --url or --webhook',
    ],
    [['sale.created', '--url', 'ftp://x/'], '--url must begin with http:// or https://'],
    [
      ['task.created', '--url', 'http://x/', '--set', 'data.record.titel=x'],
      'no "data.record.titel"; did you mean data.record.title?',
    ],
    [['task.created', '--url', 'http://x/', '--set', 'event=x'], 'the event has no "event"'],
    [
      ['task.created', '--url', 'http://x/', '--set', 'data.record.__proto__.x=1'],
      'the event has no "data.record.__proto__"',
    ],
    [
      ['task.created', '--url', 'http://x/', '--set', 'data.record.title.x=1'],
      'data.record.title has no properties',
    ],
    [
      ['flock.placed', '--url', 'http://x/', '--set', 'data.record.chicksReceived=many'],
      '--set data.record.chicksReceived must be a number',
    ],
    [['task.created', '--url', 'http://x/', '--set', 'title'], '--set must be path=value'],
  ])('%j is rejected', async (argv, message) => {
    const { stdout, stderr, exitCode } = await trigger(argv);
    expect(stderr).toContain(message);
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 2 });
  });

  test('webhook trigger without a file uses the secret of webhook listen', async () => {
    const home = await aHome();
    const stored = await runInHome(home, ['webhook', 'listen', '--print-secret']);
    await runInHome(home, ['webhook', 'trigger', 'sale.created', '--url', receiver.url]);
    const { headers, text } = last();
    const delivery = { headers, body: text };
    const clock = createMovableClock(Date.parse(AT));
    expect(verifyWebhook(delivery, { secret: stored.stdout.trim(), clock }).isValid).toBe(true);
  });

  test('the secret of a webhook must be given', async () => {
    const argv = ['webhook', 'trigger', 'sale.created', '--webhook', 'x'];
    const { stderr, exitCode } = await runInHome(await aHome(), argv);
    expect(stderr).toContain('--secret-file is missing');
    expect(exitCode).toBe(2);
  });

  test('requires a secret, and never prints it', async () => {
    const { stderr, exitCode } = await trigger(
      ['task.created', '--url', receiver.url],
      'hush-hush!',
    );
    expect(stderr).toContain('--secret-file contains no secret of the form whsec_…');
    expect(stderr).not.toContain('hush');
    expect(exitCode).toBe(2);
  });

  test('posts to the address of a webhook, with the named farm', async () => {
    const service = await startTestService();
    const { body: farm } = await service.send('POST', '/farms', { body: { name: 'North' } });
    const url = 'https://brain.example.com/hooks/farm';
    const hook = await service.send('POST', '/webhooks', { body: { url, events: ['*'] } });
    expect(hook.status).toBe(201);
    const home = await aHome();
    await writeFile(join(home.cwd, 'secret'), SECRET);
    const { stdout, stderr } = await runInHome(
      home,
      [
        ...['webhook', 'trigger', 'task.created', '--webhook', 'brain.example.com', '--print'],
        ...['--farm', 'North', '--secret-file', 'secret', '-o', 'json'],
      ],
      {
        environment: { FARMCTL_KEY: service.admin, FARMCTL_SERVER: 'https://farm.example' },
        transport: ({ server }) => serviceTransport(service, server),
      },
    );
    expect(stderr).toBe('');
    const request = JSON.parse(stdout);
    const { farmId, data } = JSON.parse(request.body);
    expect([request.url, farmId, data.record.farmId]).toEqual([url, farm.id, farm.id]);
    await service.close();
  });
});
