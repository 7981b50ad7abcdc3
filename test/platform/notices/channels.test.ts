import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../src/model/core/limits.ts';
import { parseChannel } from '../../../src/platform/notices/channel-body.ts';
import { planIncidents } from '../../../src/platform/notices/incidents.ts';
import { claimNotices, returnNotices } from '../../../src/storage/system/notices.ts';
import { formatInstant } from '../../../src/tools/calendar.ts';
import { DATABASES } from '../../support/databases.ts';
import { createFarm } from '../../support/farm.ts';
import { whileNobodyWrites } from '../../support/held-writes.ts';
import { type NoticeStage, startNoticeStage } from '../../support/notice-stage.ts';
import { subscribeBrowser } from '../../support/push-browser.ts';
import type { TestService } from '../../support/service.ts';
import { createUser, signInUser } from '../../support/signed-in.ts';

const MINUTE = 60_000;
const CHANNELS = '/os/notices/channels';

describe.each(DATABASES)('%s: channels', (database) => {
  let stage: NoticeStage;
  let service: TestService;
  let farmId: string;
  let dana: string;

  beforeAll(async () => {
    stage = await startNoticeStage(database);
    ({ service } = stage);
    ({ farmId } = await createFarm(service, { name: 'North' }));
    dana = await createUser(service, 'Dana', [{ role: 'owner' }]);
    await service.send('PATCH', `/users/${dana}`, { body: { lang: 'en' } });
  });
  afterEach(async () => {
    stage.answer(({ text }) => ({ status: 200, body: text }));
    await stage.acknowledgeAll();
    // Limits by the hour count from the beginning again.
    await stage.pass(61 * MINUTE);
    stage.mails();
    stage.requests();
    for (const { id } of (await service.send('GET', CHANNELS)).body.data) {
      await service.send('DELETE', `${CHANNELS}/${id}`);
    }
  });
  afterAll(() => stage.close());

  const add = (body: object = {}) =>
    service.send('POST', CHANNELS, {
      body: { kind: 'email', address: 'dana@example.com', userId: dana, ...body },
    });
  const codeIn = (text = '') => /\d{4}-\d{4}/.exec(text)?.[0];
  const verify = (id: string, code: string | undefined) =>
    service.send('POST', `${CHANNELS}/${id}/verify`, { body: { code } });
  const sendTest = (channelId: string) =>
    service.send('POST', '/os/notices/test', { body: { channelId } });
  const listed = async (query: string) =>
    (await service.send('GET', `/os/notices?${query}`)).body.data;

  test('get nothing but their code before they are verified', async () => {
    const { body } = await add();
    await stage.raise(farmId, 'Heat');
    await stage.pass();
    await stage.pass(5 * MINUTE);
    const [code, ...others] = stage.mails();
    expect(others).toEqual([]);
    expect(code?.text).toContain('Subject: Verification code for farmctl');
    expect(await listed('kind=alert')).toEqual([]);
    expect((await sendTest(body.id)).body.code).toBe('channel_not_verified');
    expect((await verify(body.id, codeIn(code?.text))).status).toBe(200);
    await stage.pass(10 * MINUTE);
    expect(stage.mails().map(({ text }) => text)).toEqual([expect.stringContaining('Heat')]);
  });

  test('are verified within half an hour, with five attempts, once', async () => {
    const { body } = await add();
    await stage.pass();
    const late = codeIn(stage.mails()[0]?.text);
    service.clock.advance(limits.noticeCodeMinutes * MINUTE);
    expect((await verify(body.id, late)).body.message).toContain('expired');
    await service.send('POST', `${CHANNELS}/${body.id}/send-code`);
    await stage.pass();
    const code = codeIn(stage.mails()[0]?.text);
    // The code before is void.
    for (const wrong of [late, '0', '', '1234-5678', '00000000']) {
      expect((await verify(body.id, wrong || 'x')).status).toBe(422);
    }
    expect((await verify(body.id, code)).body.message).toContain('too often');
    await service.send('POST', `${CHANNELS}/${body.id}/send-code`);
    await stage.pass();
    const last = codeIn(stage.mails()[0]?.text);
    expect((await verify(body.id, last)).body.verified).toBe(true);
    expect((await verify(body.id, last)).status).toBe(422);
  });

  test('send ten codes and twenty tests an hour to a user, over all channels together', async () => {
    const { body: channel } = await add();
    const { body: other } = await add({ kind: 'telegram', address: '42' });
    const ask = (id: string) => service.send('POST', `${CHANNELS}/${id}/send-code`);
    await stage.pass();
    const code = codeIn(stage.mails()[0]?.text);
    await verify(channel.id, code);
    for (let sent = 2; sent < 9; sent += 1) expect((await ask(channel.id)).status).toBe(200);
    const codes = await whileNobodyWrites(service.service.runtime.database, 'notices', () =>
      [channel.id, other.id].map(ask),
    );
    expect(codes.map(({ status, body }) => body.code ?? status).sort()).toEqual([
      200,
      'too_many_codes',
    ]);
    // Neither another channel nor a new one allows more.
    await service.send('DELETE', `${CHANNELS}/${other.id}`);
    expect((await add({ address: 'other@example.com' })).body.code).toBe('too_many_codes');

    const tests = await Promise.all(Array.from({ length: 22 }, () => sendTest(channel.id)));
    expect(tests.filter(({ status }) => status === 201)).toHaveLength(20);
    expect(tests.find(({ status }) => status === 422)?.body.code).toBe('too_many_tests');
    await stage.pass(61 * MINUTE);
    expect((await sendTest(channel.id)).status).toBe(201);
  });

  test('are limited to ten for each user, even if several are added concurrently', async () => {
    const addOne = (index: number) => add({ address: `dana${index}@example.com` });
    for (let index = 0; index < limits.noticeChannelsPerUser - 2; index++) await addOne(index);
    await stage.pass(61 * MINUTE);
    const added = await Promise.all([11, 12, 13, 14, 15].map(addOne));
    expect(added.map(({ status, body }) => body.code ?? status).sort()).toEqual([
      201,
      201,
      ...Array(3).fill('too_many_channels'),
    ]);
  });

  test('channels of other people can be neither seen nor verified, tested or removed', async () => {
    const noa = await createUser(service, 'Noa', [{ role: 'manager', farmIds: [farmId] }]);
    const manager = await signInUser(service, noa);
    const { body } = await add();
    await stage.pass();
    const code = codeIn(stage.mails()[0]?.text);
    const answers = [
      await manager.send('POST', `${CHANNELS}/${body.id}/verify`, { body: { code } }),
      await manager.send('POST', `${CHANNELS}/${body.id}/send-code`),
      await manager.send('POST', '/os/notices/test', { body: { channelId: body.id } }),
      await manager.send('DELETE', `${CHANNELS}/${body.id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    // The address of somebody else can be added; only the reader of its messages can verify it.
    const ownChannel = await manager.send('POST', CHANNELS, {
      body: { kind: 'email', address: 'dana@example.com' },
    });
    await stage.pass();
    expect(stage.mails()[0]?.to).toBe('dana@example.com');
    expect((await manager.send('GET', CHANNELS)).body.data).toMatchObject([
      { id: ownChannel.body.id, verified: false },
    ]);
    const wrong = await manager.send('POST', `${CHANNELS}/${ownChannel.body.id}/verify`, {
      body: { code },
    });
    expect(wrong.body.code).toBe('wrong_code');
  });

  test('retry after 5 s, 30 s, 2, 10 and 30 minutes, with 20% jitter, and then no more', async () => {
    const id = await stage.verified({
      ...{ kind: 'http', userId: dana },
      address: `${stage.providerUrl}/sms`,
    });
    stage.answer(() => ({ status: 503 }));
    for (const [random, factor] of [
      [0, 0.8],
      [0.5, 1],
      [0.75, 1.1],
    ] as const) {
      await sendTest(id);
      const worker = stage.another({ random: () => random });
      const waited: number[] = [];
      for (let attempt = 1; ; attempt++) {
        worker.wake();
        await worker.settled();
        const [notice] = await listed(`channelId=${id}&kind=test&limit=1`);
        expect(notice).toMatchObject({ attempts: attempt, status: 503 });
        if (notice.state === 'failed') break;
        const wait = Date.parse(notice.nextAttemptAt) - service.clock.now();
        waited.push(wait / 1000);
        service.clock.advance(wait);
      }
      await worker.stop();
      const seconds = [5, 30, 120, 600, 1800].map((delay) => delay * factor);
      expect(waited).toEqual(seconds.map((delay) => Math.round(delay * 1000) / 1000));
      // A message that is delivered ends the row of failures.
      stage.answer(() => ({ status: 200 }));
      await sendTest(id);
      await stage.pass();
      stage.answer(() => ({ status: 503 }));
    }
  });

  test('send critical messages before others that have waited longer, and many at a time', async () => {
    const id = await stage.verified({ kind: 'telegram', address: '42', userId: dana });
    for (let count = 0; count < 12; count++) await sendTest(id);
    await stage.raise(farmId, 'Heat');
    service.clock.advance(10 * MINUTE);
    const { runtime } = service.service;
    const now = runtime.clock.now();
    const period = { now: formatInstant(now), latest: formatInstant(now + MINUTE) };
    const claimed = await runtime.database.transaction(async (transaction) => {
      await planIncidents(runtime, transaction);
      return claimNotices(transaction, { ...period, limit: 1, leaseMillis: MINUTE });
    });
    expect(claimed).toMatchObject([{ kind: 'alert', severity: 'critical' }]);
    await returnNotices(runtime.database, claimed);

    const warnings: Error[] = [];
    const listen = (warning: Error) => void warnings.push(warning);
    process.on('warning', listen);
    await stage.pass();
    process.off('warning', listen);
    expect(stage.requests()).toHaveLength(13);
    expect(warnings).toEqual([]);
  });

  test('get warnings once: only the oldest channel of a user', async () => {
    await stage.verified({ kind: 'email', address: 'dana@example.com', userId: dana });
    await stage.verified({ kind: 'telegram', address: '42', userId: dana });
    const path = `/os/duties/${farmId}`;
    await service.send('PUT', path, { body: { warnings: true } });
    await stage.raise(farmId, 'Humid', 'warning');
    await stage.pass();
    expect(stage.mails()).toHaveLength(1);
    expect(stage.requests()).toEqual([]);
    await service.send('DELETE', path);
  });

  test('channels of Telegram keep the links of a long message', async () => {
    await stage.verified({ kind: 'telegram', address: '42', userId: dana });
    const message = '😀'.repeat(2400);
    const { status } = await service.send('POST', `/alerts?farmId=${farmId}`, {
      body: { title: 'Heat', message, severity: 'critical' },
    });
    expect(status).toBe(201);
    await stage.pass();
    const { text } = JSON.parse(stage.requests()[0]?.text ?? '{}');
    expect(text.length).toBeLessThanOrEqual(4000);
    expect(text.length).toBeGreaterThan(3990);
    expect(text.isWellFormed()).toBe(true);
    expect(text).toMatch(/😀…\n\nOpen the alert: https:.*\nAcknowledge: https:\/\/.{60,}$/);
  });
});

describe('a web push channel', () => {
  const policy = { allowedHosts: ['erp.example.com', '10.0.0.5'], allowLoopback: false };
  const { channel } = subscribeBrowser('https://push.example.com/device');
  const parse = (address: string) => parseChannel({ ...channel, address }, policy);

  test.each([
    'https://erp.example.com/push',
    'https://10.0.0.5/push',
    'http://10.0.0.5/push',
    'https://push.example.com:6379/device',
  ])('may not use %s, which the operator has allowed for others or nobody', (address) => {
    expect(() => parse(address)).toThrow(/address/);
  });

  test('may use push services', () => {
    expect(parse(channel.address)).toMatchObject({ kind: 'push', address: channel.address });
  });
});
