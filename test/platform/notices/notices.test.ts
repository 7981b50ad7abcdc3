import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { createMailer } from '../../../src/platform/notices/mail.ts';
import { claimNotices, finishNotice } from '../../../src/storage/system/notices.ts';
import { formatInstant } from '../../../src/tools/calendar.ts';
import { DATABASES } from '../../support/databases.ts';
import { createFarm } from '../../support/farm.ts';
import {
  type NoticeStage,
  providerSecrets,
  type ReceivedRequest,
  startNoticeStage,
} from '../../support/notice-stage.ts';
import type { TestService } from '../../support/service.ts';
import { createUser, signInUser } from '../../support/signed-in.ts';

const MINUTE = 60_000;
const DANA = 'dana@example.com';
const NOA = 'noa@example.com';

/** A press of the button, as a browser sends it from a page with no referrer. */
const PRESS = {
  method: 'POST',
  payload: '',
  headers: {
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': '0',
    origin: 'null',
    'sec-fetch-site': 'same-origin',
  },
} as const;

describe.each(DATABASES)('%s: notices', (database) => {
  let stage: NoticeStage;
  let service: TestService;
  let farmId: string;
  let dana: string;
  let noa: string;

  beforeAll(async () => {
    stage = await startNoticeStage(database);
    ({ service } = stage);
    ({ farmId } = await createFarm(service, { name: 'North' }));
    dana = await createUser(service, 'Dana', [{ role: 'owner' }]);
    noa = await createUser(service, 'Noa', [{ role: 'manager', farmIds: [farmId] }]);
    await stage.verified({ kind: 'email', address: DANA, userId: dana });
    await stage.verified({ kind: 'email', address: NOA, userId: noa });
  });
  afterEach(async () => {
    stage.answer(({ text }) => ({ status: 200, body: text }));
    await stage.acknowledgeAll();
    await stage.pass(11 * MINUTE);
    expect(stage.mails()).toEqual([]);
    expect(stage.requests()).toEqual([]);
  });
  afterAll(() => stage.close());

  const raise = (title: string, severity?: string) => stage.raise(farmId, title, severity);
  const reported = () =>
    stage
      .mails()
      .map(({ to }) => to)
      .sort();
  const tokenIn = (text = '') => String(/(?<=\/acknowledge\/)[\w-]+/.exec(text)?.[0]);
  const statusOf = async ({ id }: { readonly id: string }) =>
    (await service.send('GET', `/alerts/${id}`)).body.status;
  const listed = async (query: string) =>
    (await service.send('GET', `/os/notices?${query}`)).body.data;

  test('a critical alert reaches the owner, then all managers, until the button is pressed', async () => {
    const alert = await raise('Heat in barn 1');
    await stage.pass();
    const [first, ...others] = stage.mails();
    expect(others).toEqual([]);
    expect(first?.to).toBe(DANA);
    expect(first?.text).toContain('Auto-Submitted: auto-generated');
    await stage.pass(4 * MINUTE);
    expect(reported()).toEqual([]);
    await stage.pass(MINUTE);
    const second = stage.mails();
    expect(second.map(({ to }) => to).sort()).toEqual([DANA, NOA]);
    await stage.pass(10 * MINUTE);
    expect(reported()).toEqual([DANA, NOA]);

    const { app } = service.service;
    const url = `/acknowledge/${tokenIn(second[0]?.text)}`;
    const page = await app.inject({ method: 'GET', url });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<form method="post">');
    // Scanners fetch every link of a message in any way but by a form.
    for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) await app.inject({ method, url });
    expect(await statusOf(alert)).toBe('open');
    const pressed = await app.inject({ ...PRESS, url });
    expect(pressed.statusCode, pressed.body).toBe(200);
    expect(await statusOf(alert)).toBe('acknowledged');
    expect((await app.inject({ ...PRESS, url })).statusCode).toBe(410);
  });

  test('the second of two concurrent editors of a duty plan gets a conflict', async () => {
    const path = `/os/duties/${farmId}`;
    const put = (body: object, etag: string) =>
      service.send('PUT', path, { body, headers: { 'if-match': etag } });
    const read = await service.send('GET', path);
    const before = String(read.headers['etag']);
    expect(read.body.people).toEqual([
      { userId: dana, name: 'Dana' },
      { userId: noa, name: 'Noa' },
    ]);
    const both = await Promise.all([
      put({ warnings: true }, before),
      put({ quietHours: { from: '21:00', to: '06:00' } }, before),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual([200, 412]);
    const [won, lost] = both[0].status === 200 ? both : [both[1], both[0]];
    expect(lost.body.code).toBe('version_changed');
    expect(lost.headers['etag']).toBe(won.headers['etag']);
    const clear = (etag: string) => service.send('DELETE', path, { headers: { 'if-match': etag } });
    expect((await clear(before)).status).toBe(412);
    expect((await clear(String(won.headers['etag']))).status).toBe(200);
    expect((await service.send('GET', path)).headers['etag']).toBe(before);
  });

  test('concurrent presses by several people acknowledge once', async () => {
    const alert = await raise('Fan stopped');
    await stage.pass();
    await stage.pass(5 * MINUTE);
    const tokens = stage.mails().map(({ text }) => tokenIn(text));
    expect(tokens).toHaveLength(3);
    const { app } = service.service;
    const answers = await Promise.all(
      [...tokens, ...tokens].map((token) => app.inject({ ...PRESS, url: `/acknowledge/${token}` })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([
      ...[200, 200, 200],
      ...[410, 410, 410],
    ]);
    expect(await statusOf(alert)).toBe('acknowledged');
    const history = await service.send('GET', `/os/history/alerts/${alert.id}`);
    expect(history.body.data).toHaveLength(2);
  });

  test('a link that is changed, expired or of a suspended user acknowledges nothing', async () => {
    const alert = await raise('Water off');
    await stage.pass();
    await stage.pass(5 * MINUTE);
    const mail = stage.mails().find(({ to }) => to === NOA);
    const token = tokenIn(mail?.text);
    const press = async (text: string) =>
      (await service.service.app.inject({ ...PRESS, url: `/acknowledge/${text}` })).statusCode;
    expect(await press(`${token.slice(0, -4)}AAAA`)).toBe(410);
    const suspend = (status: string) =>
      service.send('PATCH', `/users/${noa}`, { body: { status } });
    expect((await suspend('disabled')).status).toBe(200);
    expect(await press(token)).toBe(410);
    await suspend('active');
    service.clock.advance(24 * 60 * MINUTE);
    expect(await press(token)).toBe(410);
    expect(await statusOf(alert)).toBe('open');
    service.clock.advance(-MINUTE);
    expect(await press(token)).toBe(200);
    service.clock.advance(-24 * 60 * MINUTE + MINUTE);
    const { body } = await service.send('GET', `/os/audit?keyId=${noa}&limit=1`);
    expect(body.data).toMatchObject([{ keyId: noa, farmId, code: 'acknowledged_by_link' }]);
  });

  test('forty alerts are one message with their count', async () => {
    for (let count = 1; count <= 40; count++) await raise(`Power failure ${count}`);
    await stage.pass();
    expect(reported()).toEqual([DANA]);
    const [notice] = await listed('state=sent&kind=alert&limit=1');
    expect(notice.alertIds).toHaveLength(40);
  });

  // Calculated manually: three messages immediately, the fourth 30 s after the first, then one
  // every 30 s.
  test('further critical alerts are sent immediately; from the fourth message on they are delayed', async () => {
    const openingMinutes = [0, 5, 10, 15, 20, 32, 58, 200];
    const sent: number[] = [];
    for (let half = 0; half <= 430; half++) {
      if (openingMinutes.includes(half / 2)) await raise(`Alert ${half}`);
      if (half < 70 || half > 110) await stage.pass(500);
      else service.clock.advance(500);
      if (reported().length > 0) sent.push((half + 1) / 2);
    }
    expect(sent).toEqual([0.5, 5.5, 10.5, 30.5, 60.5, 200.5]);
  });

  test('a stream of alerts does not delay the next step', async () => {
    for (let minute = 0; minute < 5; minute++) {
      await raise(`Heat in barn ${minute}`);
      await stage.pass(MINUTE);
      expect(reported()).toEqual([DANA]);
    }
    await raise('Heat in barn 6');
    await stage.pass(MINUTE);
    expect(reported()).toEqual([DANA, NOA]);
  });

  test('a reopened alert is sent immediately, and the next step remains due', async () => {
    const { id } = await raise('Water off');
    await stage.pass();
    expect(reported()).toEqual([DANA]);
    await service.send('PATCH', `/alerts/${id}`, { body: { status: 'resolved' } });
    await service.send('PATCH', `/alerts/${id}`, { body: { status: 'open' } });
    await stage.pass(MINUTE);
    expect(reported()).toEqual([DANA]);
    await stage.pass(4 * MINUTE);
    expect(reported()).toEqual([DANA, NOA]);
  });

  test('warnings wait for the morning, once, if the plan says so', async () => {
    const body = { warnings: true, quietHours: { from: '08:00', to: '22:00' } };
    await raise('Humid', 'warning');
    await stage.pass();
    expect(reported()).toEqual([]);
    expect((await service.send('PUT', `/os/duties/${farmId}`, { body })).status).toBe(200);
    await raise('Very humid', 'warning');
    await stage.pass();
    expect(reported()).toEqual([]);
    const [, hour = 0] = /T(\d\d)/.exec(formatInstant(service.clock.now())) ?? [];
    // 22:00 in Israel is 20:00 UTC.
    await stage.pass((20 - Number(hour)) * 60 * MINUTE);
    expect(reported()).toEqual([DANA]);
    await stage.pass(60 * MINUTE);
    expect(reported()).toEqual([]);
    expect((await service.send('DELETE', `/os/duties/${farmId}`)).body.isDefault).toBe(true);
  });

  test('people who are suspended or lost their role between planning and sending get nothing', async () => {
    const gil = await createUser(service, 'Gil', [{ role: 'owner' }]);
    await stage.verified({ kind: 'email', address: 'gil@example.com', userId: gil });
    const changes = [
      () => service.send('PATCH', `/users/${gil}`, { body: { status: 'disabled' } }),
      () => service.send('DELETE', `/os/users/${gil}/access`),
    ];
    for (const change of changes) {
      await raise('Heat');
      // The mail server is away when the message is planned and sent first.
      const away = stage.another({
        mailer: createMailer({ url: 'smtp://127.0.0.1:1', from: 'farm@example.com' }),
      });
      service.clock.advance(1000);
      away.wake();
      await away.settled();
      const pending = await listed(`userId=${gil}&state=pending`);
      expect(pending).toMatchObject([{ failure: 'connect', attempts: 1 }]);
      expect((await change()).status).toBe(200);
      await stage.pass(MINUTE);
      expect(reported()).toEqual([DANA]);
      expect(await listed(`userId=${gil}&kind=alert&limit=1`)).toMatchObject([
        { state: 'cancelled', failure: 'not_needed' },
      ]);
      await stage.acknowledgeAll();
      await stage.pass(11 * MINUTE);
      await service.send('PATCH', `/users/${gil}`, { body: { status: 'active' } });
    }
  });

  test('two workers send each message once; messages of a killed worker are sent by another', async () => {
    await raise('Heat in the north');
    const others = [stage.another(), stage.another()];
    service.clock.advance(1000);
    for (const one of [stage.dispatcher, ...others]) one.wake();
    await Promise.all([stage.dispatcher, ...others].map((one) => one.settled()));
    expect(reported()).toEqual([DANA]);

    service.clock.advance(5 * MINUTE);
    const planner = stage.another({ mailer: undefined });
    planner.wake();
    await planner.settled();
    // A worker that dies with its leases: it claims the messages and is heard of no more.
    const { database: opened } = service.service.runtime;
    const now = service.clock.now() + 10_000;
    const period = { now: formatInstant(now), latest: formatInstant(now + 100 * 60 * MINUTE) };
    service.clock.advance(10_000);
    const locked = await opened.transaction((transaction) =>
      claimNotices(transaction, { ...period, limit: 100, leaseMillis: 0 }),
    );
    expect(locked).toHaveLength(2);
    await stage.pass(0);
    expect(reported()).toEqual([DANA, NOA]);
    // It was still running: its result arrives too late.
    const [late] = locked;
    const after = { ...late, state: 'failed', at: formatInstant(now) } as const;
    expect(late && (await finishNotice(opened, late, after as never))).toBe(false);
    expect(await listed(`state=failed`)).toEqual([]);
  });

  describe('through an HTTP provider', () => {
    let channelId: string;
    beforeAll(async () => {
      channelId = await stage.verified({
        kind: 'http',
        userId: dana,
        address: `${stage.providerUrl}/sms?token=in-the-address`,
        contentType: 'application/x-www-form-urlencoded',
        body: 'to=972501234567&apikey=in-the-body&text={title}: {text}&id={id}',
        authRef: 'env:FARMCTL_SECRET_SMS',
      });
    });

    test('the template prevents injection, and the secret is sent', async () => {
      await raise('Heat & "fire"&to=666');
      await stage.pass();
      const [request, ...others] = stage.requests();
      expect(others).toEqual([]);
      expect(request?.headers).toMatchObject({
        authorization: `Bearer ${providerSecrets.sms}`,
        'content-type': 'application/x-www-form-urlencoded',
      });
      expect(request?.path).toBe('/sms?token=in-the-address');
      const form = new URLSearchParams(request?.text);
      expect(form.getAll('to')).toEqual(['972501234567']);
      expect(form.get('text')).toContain('Heat & "fire"&to=666');
      expect(form.get('id')).toBe(request?.headers['idempotency-key']);
      expect(reported()).toEqual([DANA]);
    });

    test('secrets repeated by the provider are masked', async () => {
      const { sms } = providerSecrets;
      const repeat = ({ path, headers, text }: ReceivedRequest) => ({
        status: 400,
        body: `Cannot POST ${path} ${headers.authorization} ${sms} ${text}`,
      });
      stage.answer(repeat);
      await raise('Heat');
      await stage.pass();
      const [notice] = await listed(`channelId=${channelId}&limit=1`);
      expect(notice).toMatchObject({ state: 'failed', status: 400, failure: 'refused' });
      expect(notice.response).toContain(
        'Cannot POST /sms?token=*** *** *** to=972501234567&apikey=***&text=',
      );
      expect(stage.requests()).toHaveLength(1);
      expect(reported()).toEqual([DANA]);
      // A message that is delivered ends the row of failures.
      stage.answer(() => ({ status: 200 }));
      await service.send('POST', '/os/notices/test', { body: { channelId } });
      await stage.pass();
      expect(stage.requests()).toHaveLength(1);
    });

    test('ten consecutive failures disable the channel, and another one reports it', async () => {
      stage.answer(() => ({ status: 500, body: 'out of order' }));
      await raise('Heat');
      let minutes = 0;
      const isDisabled = async () => {
        const { body } = await service.send('GET', '/os/notices/channels');
        const one = body.data.find(({ id }: { readonly id: string }) => id === channelId);
        return one.disabledReason === 'failures' && one.consecutiveFailures === 10;
      };
      const mails: string[] = [];
      while (!(await isDisabled()) && minutes++ < 60) {
        await stage.pass(MINUTE);
        mails.push(...stage.mails().map(({ text }) => text));
      }
      expect(stage.requests()).toHaveLength(10);
      await stage.pass();
      mails.push(...stage.mails().map(({ text }) => text));
      const kinds = await listed(`userId=${dana}&kind=channel_disabled`);
      expect(kinds).toMatchObject([{ state: 'sent' }]);
      await stage.acknowledgeAll();
      await stage.pass(40 * MINUTE);
      expect(stage.requests()).toEqual([]);
      stage.mails();
      // A new code enables it again.
      stage.answer(({ text }) => ({ status: 200, body: text }));
      await service.send('POST', `/os/notices/channels/${channelId}/send-code`);
      await stage.pass();
      const [code] = /\d{4}-\d{4}/.exec(stage.requests()[0]?.text ?? '') ?? [];
      const path = `/os/notices/channels/${channelId}/verify`;
      expect((await service.send('POST', path, { body: { code: '0' } })).status).toBe(422);
      const verified = await service.send('POST', path, { body: { code } });
      expect(verified.body).toMatchObject({ verified: true, disabledAt: null });
    });

    test('private addresses and people without rights are rejected', async () => {
      const { status: taken } = await service.send('POST', '/os/notices/channels', {
        body: { kind: 'http', address: 'https://169.254.169.254/latest', userId: dana },
      });
      expect(taken).toBe(400);
      const manager = await signInUser(service, noa);
      const add = async (body: object) =>
        (await manager.send('POST', '/os/notices/channels', { body })).status;
      expect(await add({ kind: 'http', address: 'https://sms.example.com/' })).toBe(403);
      expect(await add({ kind: 'email', address: DANA, userId: dana })).toBe(403);
      expect(await add({ kind: 'telegram', address: '1', authRef: 'env:FARMCTL_SECRET_SMS' })).toBe(
        403,
      );
      const ownChannels = await manager.send('GET', '/os/notices/channels');
      expect(ownChannels.body.data).toMatchObject([{ userId: noa }]);
      const others = await manager.send('GET', `/os/notices?userId=${dana}&kind=alert`);
      expect(others.body.data.length).toBeGreaterThan(0);
      expect(
        others.body.data.filter(({ response }: { response: unknown }) => response !== null),
      ).toEqual([]);
      const simulated = await manager.send('GET', `/os/notices/simulation?farmId=${farmId}`);
      expect(simulated.body.steps[0].recipients).toMatchObject([{ userId: dana }]);
      expect(simulated.text).not.toContain('@');
      await service.send('DELETE', `/os/notices/channels/${channelId}`);
    });
  });

  test('Telegram gets the message from the bot of the service', async () => {
    stage.answer(() => ({ status: 200, body: '{"ok":true}' }));
    const channelId = await stage.verified({ kind: 'telegram', address: '-100200', userId: dana });
    const alert = await raise('Heat');
    await stage.pass();
    const [request] = stage.requests();
    expect(request?.path).toBe(`/bot${providerSecrets.telegram}/sendMessage`);
    const { chat_id, text } = JSON.parse(request?.text ?? '');
    expect(chat_id).toBe('-100200');
    expect(text).toContain(`https://farm.example.com/records/alerts/${alert.id}`);
    expect(reported()).toEqual([DANA]);
    // A bot that was blocked disables the channel at once.
    stage.answer(() => ({ status: 403, body: '{"ok":false,"description":"blocked"}' }));
    await stage.pass(5 * MINUTE);
    const { body } = await service.send('GET', '/os/notices/channels');
    const one = body.data.find(({ id }: { readonly id: string }) => id === channelId);
    expect(one.disabledReason).toBe('gone');
    stage.requests();
    stage.mails();
    await service.send('DELETE', `/os/notices/channels/${channelId}`);
  });

  test('secrets, codes and links are not in any list, log or audit entry', async () => {
    const lists = await Promise.all(
      ['/os/notices?limit=200', '/os/notices/channels', '/os/audit?limit=200'].map((path) =>
        service.send('GET', path),
      ),
    );
    expect(lists.map(({ status }) => status)).toEqual([200, 200, 200]);
    const printed = [stage.log(), ...lists.map(({ text }) => text)];
    expect(printed[1]).toContain('***');
    for (const text of printed) {
      expect(text).not.toContain(providerSecrets.telegram);
      expect(text).not.toContain(providerSecrets.sms);
      expect(text).not.toContain('in-the-address');
      expect(text).not.toContain('in-the-body');
      expect(text).not.toMatch(/acknowledge\/[\w-]{30}/);
      for (const code of stage.codes) expect(text).not.toContain(code);
    }
  });
});
