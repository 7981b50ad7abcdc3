import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { DATABASES } from '../../support/databases.ts';
import { createFarm } from '../../support/farm.ts';
import { type NoticeStage, startNoticeStage } from '../../support/notice-stage.ts';
import { type PushedMessage, subscribeBrowser } from '../../support/push-browser.ts';
import type { TestService } from '../../support/service.ts';
import { createUser, signInUser } from '../../support/signed-in.ts';

const MINUTE = 60_000;
const CHANNELS = '/os/notices/channels';

describe.each(DATABASES)('%s: web push', (database) => {
  let stage: NoticeStage;
  let service: TestService;
  let farmId: string;
  let dana: string;
  let publicKey: string;
  let browser: ReturnType<typeof subscribeBrowser>;
  let channelId: string;

  beforeAll(async () => {
    stage = await startNoticeStage(database);
    ({ service } = stage);
    ({ farmId } = await createFarm(service, { name: 'North' }));
    dana = await createUser(service, 'Dana', [{ role: 'owner' }]);
    ({ publicKey } = (await service.send('GET', '/os/notices/push-key')).body);
    stage.answer(() => ({ status: 201 }));
    browser = subscribeBrowser(`${stage.providerUrl}/push/dana-secret-endpoint`);
    channelId = await subscribe(browser, dana);
  });
  afterEach(async () => {
    stage.answer(() => ({ status: 201 }));
    await stage.acknowledgeAll();
    await stage.pass(40 * MINUTE);
    stage.requests();
  });
  afterAll(() => stage.close());

  const arrived = (at = browser): readonly PushedMessage[] =>
    stage.requests().map((request) => at.read(request, publicKey));
  const add = (body: object) => service.send('POST', CHANNELS, { body });
  const verify = (id: string, code: string | undefined) =>
    service.send('POST', `${CHANNELS}/${id}/verify`, { body: { code } });
  async function subscribe(at: typeof browser, userId: string): Promise<string> {
    const { body } = await add({ ...at.channel, userId });
    await stage.pass();
    const [message] = arrived(at);
    expect(message?.payload).toMatchObject({ kind: 'verification', channelId: body.id });
    expect((await verify(body.id, message?.payload.code)).body.verified).toBe(true);
    return body.id;
  }
  const channelOf = async (id: string) =>
    (await service.send('GET', CHANNELS)).body.data.find((one: { id: string }) => one.id === id);

  test('the key is a point of P-256 and does not change', async () => {
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
    const again = await service.send('GET', '/os/notices/push-key');
    expect(again.body).toEqual({ publicKey });
  });

  test('a critical alert is urgent, encrypted, and replaces the earlier message of its cause', async () => {
    const { id } = await stage.raise(farmId, 'Heat in barn 1');
    await stage.pass();
    const [first, ...others] = arrived();
    expect(others).toEqual([]);
    expect(first?.path).toBe('/push/dana-secret-endpoint');
    expect(first?.headers).toMatchObject({ urgency: 'high', ttl: '3600' });
    expect(first?.headers['topic']).toMatch(/^[\w-]{32}$/);
    expect(first?.payload).toMatchObject({ kind: 'alert', severity: 'critical', channelId });
    expect(first?.payload.title).toContain('Heat in barn 1');
    expect(first?.payload.text).not.toContain('http');
    // A reader of a locked screen must not acknowledge: the console requires a signed-in user.
    expect(first?.payload.path).toBe(`records/alerts/${id}`);
    expect(JSON.stringify(first?.payload)).not.toContain('acknowledge');
    expect(first?.payload).not.toHaveProperty('code');
    await stage.pass(5 * MINUTE);
    const [second] = arrived();
    expect(second?.headers['topic']).toBe(first?.headers['topic']);
    const sent = await service.send('GET', `/os/notices?channelId=${channelId}&kind=alert&limit=1`);
    expect(sent.body.data).toMatchObject([{ state: 'sent', status: 201 }]);
  });

  test('a warning is sent with normal urgency for twelve hours', async () => {
    const body = { warnings: true };
    expect((await service.send('PUT', `/os/duties/${farmId}`, { body })).status).toBe(200);
    await stage.raise(farmId, 'Humid', 'warning');
    await stage.pass();
    expect(arrived()).toMatchObject([{ headers: { urgency: 'normal', ttl: '43200' } }]);
    await service.send('DELETE', `/os/duties/${farmId}`);
  });

  test('twelve alerts with long titles in Hebrew fit into one message', async () => {
    for (let count = 1; count <= 12; count++) {
      await stage.raise(farmId, `${'חום בלול "צפון" '.repeat(12)}${count}`);
    }
    await stage.pass();
    const [message, ...others] = arrived();
    expect(others).toEqual([]);
    expect(message?.payload.path).toBe(`alerts?farm=${farmId}`);
    expect(message?.bytes).toBeGreaterThan(3000);
    expect(message?.bytes).toBeLessThanOrEqual(4096);
    expect(message?.payload.text.endsWith('…')).toBe(true);
  });

  test('the morning briefing arrives as a message of normal urgency', async () => {
    const path = `/os/notices/digest?userId=${dana}`;
    const chosen = await service.send('PUT', path, { body: { hour: 6, via: 'push' } });
    expect(chosen.body).toMatchObject({ via: 'push', hasChannel: true });
    await stage.pass(Date.parse(chosen.body.nextAt) - service.clock.now());
    const [message, ...others] = arrived();
    expect(others).toEqual([]);
    expect(message?.headers).toMatchObject({ urgency: 'normal', ttl: '43200' });
    expect(message?.payload).toMatchObject({ kind: 'digest', path: '' });
    expect(message?.payload.text).toContain('North\n');
    expect(message?.payload.text).not.toContain('http');
    await service.send('PUT', path, { body: { hour: null } });
  });

  test('a failing push service is retried', async () => {
    stage.answer(({ path }) => ({ status: 503, body: `${path} later` }));
    await stage.raise(farmId, 'Fan stopped');
    await stage.pass();
    expect(arrived()).toHaveLength(1);
    const tried = await service.send('GET', `/os/notices?channelId=${channelId}&limit=1`);
    // Anyone who knows the endpoint could send to the browser.
    expect(tried.body.data).toMatchObject([{ state: 'pending', response: '/push/*** later' }]);
    stage.answer(() => ({ status: 201 }));
    await stage.pass(10_000);
    expect(arrived()).toHaveLength(1);
    expect(await channelOf(channelId)).toMatchObject({ consecutiveFailures: 0, disabledAt: null });
  });

  test('private addresses, foreign keys and fields of other kinds are rejected', async () => {
    const { keys } = browser.channel;
    const point = Buffer.from(keys.p256dh, 'base64url');
    point[64] = (point[64] ?? 0) ^ 1;
    const address = 'https://push.example.com/1';
    const bodies = [
      { kind: 'push', keys, address: 'https://169.254.169.254/latest' },
      { kind: 'push', keys, address: 'https://10.0.0.1/push' },
      { kind: 'push', keys, address: 'http://push.example.com/1' },
      { kind: 'push', address },
      { kind: 'push', address, keys: { ...keys, auth: 'short' } },
      { kind: 'push', address, keys: { ...keys, p256dh: point.toString('base64url') } },
      { kind: 'push', address, keys, body: '{}' },
      { kind: 'email', address: 'dana@example.com', keys },
    ];
    const answers = await Promise.all(bodies.map((body) => add({ ...body, userId: dana })));
    expect(answers.map(({ status }) => status)).toEqual(bodies.map(() => 400));
  });

  test('subscribing again replaces the channel; another user of the browser takes it over', async () => {
    const shared = subscribeBrowser(`${stage.providerUrl}/push/shared-tablet`);
    const noa = await createUser(service, 'Noa', [{ role: 'manager' }]);
    const first = await subscribe(shared, dana);
    const second = await subscribe(shared, dana);
    expect(await channelOf(first)).toBeUndefined();
    const manager = await signInUser(service, noa);
    const added = await manager.send('POST', CHANNELS, { body: shared.channel });
    expect(added.status, added.text).toBe(201);
    // Before the browser has confirmed it, nobody loses a channel.
    expect(await channelOf(second)).toMatchObject({ verified: true });
    await stage.pass();
    const [message] = arrived(shared);
    expect((await verify(added.body.id, message?.payload.code)).status).toBe(200);
    expect(await channelOf(second)).toBeUndefined();
    await service.send('DELETE', `${CHANNELS}/${added.body.id}`);
  });

  test.each([404, 410])(
    'a web push subscription is deleted after %s and never used again',
    async (status) => {
      const expiredSubscription = subscribeBrowser(`${stage.providerUrl}/push/gone-${status}`);
      const id = await subscribe(expiredSubscription, dana);
      stage.answer(({ path }) => ({ status: path.includes('gone') ? status : 201 }));
      await stage.raise(farmId, 'Water off');
      await stage.pass();
      await stage.pass();
      const requests = stage.requests();
      // The other browser of the user is informed.
      const [own, other] = ['gone', 'dana'].map((name) =>
        requests.filter(({ path }) => path.includes(name)),
      );
      expect(own).toHaveLength(1);
      const kinds = other?.map((request) => browser.read(request, publicKey).payload.kind);
      expect(kinds?.sort()).toEqual(['alert', 'channel_disabled']);
      expect(await channelOf(id)).toMatchObject({ disabledReason: 'gone' });
      const resent = await service.send('POST', `${CHANNELS}/${id}/send-code`);
      expect(resent.body.code).toBe('subscription_ended');
      const next = subscribeBrowser(`${stage.providerUrl}/push/next-${status}`);
      const nextId = await subscribe(next, dana);
      expect(await channelOf(id)).toBeUndefined();
      await service.send('DELETE', `${CHANNELS}/${nextId}`);
    },
  );

  test('web push prints neither endpoints nor codes nor private keys', async () => {
    const texts = [
      stage.log(),
      (await service.send('GET', CHANNELS)).text,
      (await service.send('GET', '/os/notices?limit=200')).text,
      (await service.send('GET', '/os/audit?limit=200')).text,
    ].join();
    expect(texts).not.toContain('dana-secret-endpoint');
    expect(texts).not.toContain(browser.channel.keys.auth);
    expect(texts).not.toContain(browser.channel.keys.p256dh);
  });
});
