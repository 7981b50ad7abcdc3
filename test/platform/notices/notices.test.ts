import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createMailer, type Mailer } from '../../../src/platform/notices/mail.ts';
import { NoticeDispatcher } from '../../../src/platform/notices/notice-dispatcher.ts';
import { strictPolicy } from '../../../src/platform/outbound/check-target.ts';
import { createSecretBox } from '../../../src/platform/webhooks/webhook-secrets.ts';
import { secureRandom } from '../../../src/tools/ids.ts';
import { DATABASES } from '../../support/databases.ts';
import { create, createFarm } from '../../support/farm.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import { createUser } from '../../support/signed-in.ts';

const MINUTE = 60_000;

describe.each(DATABASES)('%s: notices by e-mail', (database) => {
  const mails: { readonly to: string; readonly text: string }[] = [];
  const secrets = createSecretBox(() => new Uint8Array(32).fill(7), secureRandom);
  let server: SMTPServer;
  let service: TestService;
  let mailer: Mailer;
  let dispatcher: NoticeDispatcher;
  let farmId: string;
  let owner: string;
  let manager: string;

  beforeAll(async () => {
    server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['STARTTLS'],
      onData(stream, session, done) {
        const chunks: Buffer[] = [];
        stream.on('data', (chunk: Buffer) => chunks.push(chunk));
        stream.on('end', () => {
          const to = session.envelope.rcptTo.map(({ address }) => address).join();
          mails.push({ to, text: Buffer.concat(chunks).toString() });
          done();
        });
      },
    });
    server.listen(0, '127.0.0.1');
    await once(server.server, 'listening');
    const { port } = server.server.address() as AddressInfo;
    service = await startTestService(database, { webhooks: { policy: strictPolicy, secrets } });
    const { runtime, connections } = service.service;
    mailer = createMailer({ url: `smtp://127.0.0.1:${port}`, from: 'Farm <farm@example.com>' });
    dispatcher = new NoticeDispatcher({
      runtime,
      mailer,
      connections,
      secrets,
      publicUrl: 'https://farm.example.com',
      random: () => 0.5,
      onError: (error) => {
        throw error;
      },
    });
    ({ farmId } = await createFarm(service, { name: 'North' }));
    owner = await createUser(service, 'Dana', [{ role: 'owner' }]);
    manager = await createUser(service, 'Noa', [{ role: 'manager', farmIds: [farmId] }]);
  });
  afterAll(async () => {
    await dispatcher.stop();
    mailer.close();
    await service.close();
    await new Promise<void>((resolve) => server.close(() => resolve()));
  });

  const deliver = async (millis = 1000) => {
    service.clock.advance(millis);
    dispatcher.wake();
    await dispatcher.settled();
  };
  const received = () => mails.splice(0);
  const verified = async (userId: string, address: string) => {
    const channel = await service.send('POST', '/os/notices/channels', {
      body: { kind: 'email', address, userId },
    });
    expect(channel.status, channel.text).toBe(201);
    await deliver();
    const [code] = /\d{4}-\d{4}/.exec(received().at(-1)?.text ?? '') ?? [];
    const path = `/os/notices/channels/${channel.body.id}/verify`;
    const wrong = await service.send('POST', path, { body: { code: '0' } });
    expect(wrong).toMatchObject({ status: 422, body: { code: 'wrong_code' } });
    const answer = await service.send('POST', path, { body: { code } });
    expect(answer.body).toMatchObject({ verified: true });
  };
  const raise = (title: string) =>
    create(service, 'alerts', { title, severity: 'critical' }, { farmId });

  const acknowledgeAll = async () => {
    const { body } = await service.send('GET', '/alerts?status=open');
    for (const { id } of body.data) {
      await service.send('PATCH', `/alerts/${id}`, { body: { status: 'acknowledged' } });
    }
  };

  test('a critical alert reaches the owner, then all managers, until it is acknowledged by a press of the button', async () => {
    await verified(owner, 'dana@example.com');
    await verified(manager, 'noa@example.com');
    const alert = await raise('Heat in barn 1');
    await deliver();
    const [first, ...others] = received();
    expect(others).toEqual([]);
    expect(first?.to).toBe('dana@example.com');
    expect(first?.text).toContain('Auto-Submitted: auto-generated');
    await deliver(4 * MINUTE);
    expect(received()).toEqual([]);
    await deliver(MINUTE);
    const second = received();
    expect(second.map(({ to }) => to).sort()).toEqual(['dana@example.com', 'noa@example.com']);
    const plain = String(second[0]?.text).replaceAll('=\r\n', '');
    const [token] = /(?<=\/acknowledge\/)[\w-]+/.exec(plain) ?? [];
    const { app } = service.service;
    const url = `/acknowledge/${token}`;
    const statusOf = async () => (await service.send('GET', `/alerts/${alert.id}`)).body.status;
    const page = await app.inject({ method: 'GET', url });
    expect(page.statusCode).toBe(200);
    expect(page.body).toContain('<form method="post">');
    await app.inject({ method: 'HEAD', url });
    await app.inject({ method: 'OPTIONS', url });
    expect(await statusOf()).toBe('open');
    // As a browser sends it from a page that keeps its address to itself.
    const press = {
      method: 'POST',
      url,
      payload: '',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': '0',
        origin: 'null',
        'sec-fetch-site': 'same-origin',
      },
    } as const;
    const pressed = await app.inject(press);
    expect(pressed.statusCode, pressed.body).toBe(200);
    expect(await statusOf()).toBe('acknowledged');
    expect((await app.inject(press)).statusCode).toBe(410);
    await deliver(11 * MINUTE);
    expect(received()).toEqual([]);
  });

  test('a stream of alerts does not put off the next step', async () => {
    for (let minute = 0; minute < 5; minute++) {
      await raise(`Heat in barn ${minute}`);
      await deliver(MINUTE);
      expect(received().map(({ to }) => to)).toEqual(['dana@example.com']);
    }
    await raise('Heat in barn 6');
    await deliver(MINUTE);
    expect(
      received()
        .map(({ to }) => to)
        .sort(),
    ).toEqual(['dana@example.com', 'noa@example.com']);
    await acknowledgeAll();
    await deliver(11 * MINUTE);
    expect(received()).toEqual([]);
  });

  test('an alert that is opened again is told of within a minute, to those who were told before', async () => {
    const { id } = await raise('Water off');
    await deliver();
    expect(received()).toHaveLength(1);
    await service.send('PATCH', `/alerts/${id}`, { body: { status: 'resolved' } });
    await service.send('PATCH', `/alerts/${id}`, { body: { status: 'open' } });
    await deliver(MINUTE);
    expect(received().map(({ to }) => to)).toEqual(['dana@example.com']);
    await deliver(4 * MINUTE);
    expect(received()).toHaveLength(2);
    await acknowledgeAll();
    await deliver(11 * MINUTE);
    expect(received()).toEqual([]);
  });

  test('forty alerts are one message with their count', async () => {
    for (let count = 1; count <= 40; count++) await raise(`Power failure ${count}`);
    await deliver();
    const [message, ...others] = received();
    expect(others).toEqual([]);
    expect(message?.to).toBe('dana@example.com');
    const { body } = await service.send('GET', '/os/notices?state=sent&kind=alert&limit=1');
    expect(body.data[0].alertIds).toHaveLength(40);
  });
});
