import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { SMTPServer } from 'smtp-server';
import { createMailer } from '../../src/platform/notices/mail.ts';
import {
  NoticeDispatcher,
  type NoticeDispatcherOptions,
} from '../../src/platform/notices/notice-dispatcher.ts';
import { strictPolicy } from '../../src/platform/outbound/check-target.ts';
import { createSecretBox } from '../../src/platform/webhooks/webhook-secrets.ts';
import { secureRandom } from '../../src/tools/ids.ts';
import type { DatabaseName } from './databases.ts';
import { create } from './farm.ts';
import { startTestService, type TestAnswer, type TestService } from './service.ts';

/** An e-mail as received by the mail server. */
export interface ReceivedMail {
  readonly to: string;
  /** With its headers; folded lines are unfolded. */
  readonly text: string;
}

/** A request as received by a provider. */
export interface ReceivedRequest {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: Buffer;
}

/** A provider's response; by default it repeats the request. */
export interface ProviderReply {
  readonly status: number;
  readonly body?: string;
}

/** Secrets of a stage's providers, none of which may be printed. */
export const providerSecrets = {
  telegram: '4711:AbCdEf-telegram',
  sms: 'sms-password-0815',
} as const;

/** A service with a local mail server, HTTP providers and a Telegram API. */
export interface NoticeStage {
  readonly service: TestService;
  readonly dispatcher: NoticeDispatcher;
  readonly providerUrl: string;
  /** Mails received since the last call. */
  mails(): readonly ReceivedMail[];
  requests(): readonly ReceivedRequest[];
  /** Sets the responses of the providers. */
  answer(reply: (request: ReceivedRequest) => ProviderReply | Promise<ProviderReply>): void;
  /** Another worker on the same database. */
  another(options?: Partial<NoticeDispatcherOptions>): NoticeDispatcher;
  /** Advances the clock, sends due messages and waits for it. */
  pass(millis?: number): Promise<void>;
  /** Adds a channel and verifies it with the received code. */
  verified(body: Readonly<Record<string, unknown>>): Promise<string>;
  raise(farmId: string, title: string, severity?: string): Promise<TestAnswer['body']>;
  acknowledgeAll(): Promise<void>;
  /** The codes received so far. */
  readonly codes: readonly string[];
  /** All lines of the log so far. */
  log(): string;
  close(): Promise<void>;
}

/** Starts a stage. */
export async function startNoticeStage(database: DatabaseName): Promise<NoticeStage> {
  const mails: ReceivedMail[] = [];
  const mailServer = await startMailServer(mails);
  const provider = await startProvider();
  const secrets = createSecretBox(() => new Uint8Array(32).fill(7), secureRandom);
  const lines: string[] = [];
  const log = new Writable({
    write(chunk, _, done) {
      lines.push(String(chunk));
      done();
    },
  });
  const service = await startTestService(database, {
    webhooks: { policy: { ...strictPolicy, allowLoopback: true }, secrets },
    log: pino({ level: 'trace' }, log),
    secretPlaces: {
      environment: {
        FARMCTL_SECRET_TELEGRAM: `host=127.0.0.1 ${providerSecrets.telegram}`,
        FARMCTL_SECRET_SMS: `host=127.0.0.1 ${providerSecrets.sms}`,
      },
      folder: undefined,
    },
  });
  const { runtime, connections } = service.service;
  const mailer = createMailer({ url: mailServer.url, from: 'Farm <farm@example.com>' });
  const options: NoticeDispatcherOptions = {
    runtime,
    mailer,
    connections,
    secrets,
    publicUrl: 'https://farm.example.com',
    telegramUrl: provider.url,
    random: () => 0.5,
    onError: (error) => lines.push(String(error)),
  };
  const dispatcher = new NoticeDispatcher(options);
  const pass = async (millis = 1000) => {
    service.clock.advance(millis);
    dispatcher.wake();
    await dispatcher.settled();
  };
  const codes: string[] = [];
  const stage: NoticeStage = {
    service,
    codes,
    dispatcher,
    providerUrl: provider.url,
    mails: () => mails.splice(0),
    requests: () => provider.received.splice(0),
    answer: provider.answer,
    another: (changes) => new NoticeDispatcher({ ...options, ...changes }),
    pass,
    async verified(body) {
      const channel = await service.send('POST', '/os/notices/channels', { body });
      if (channel.status !== 201) throw new Error(channel.text);
      await pass();
      const arrived = [...stage.mails(), ...stage.requests()].map(({ text }) => text).join();
      const [code = ''] = /\d{4}-\d{4}/.exec(arrived) ?? [];
      codes.push(code);
      const path = `/os/notices/channels/${channel.body.id}/verify`;
      const answer = await service.send('POST', path, { body: { code } });
      if (answer.body.verified !== true) throw new Error(answer.text);
      return channel.body.id;
    },
    raise: (farmId, title, severity = 'critical') =>
      create(service, 'alerts', { title, severity }, { farmId }),
    async acknowledgeAll() {
      const { body } = await service.send('GET', '/alerts?status=open');
      for (const { id } of body.data) {
        await service.send('PATCH', `/alerts/${id}`, { body: { status: 'acknowledged' } });
      }
    },
    log: () => lines.join(''),
    async close() {
      await dispatcher.stop();
      mailer.close();
      await service.close();
      await Promise.all([mailServer.close(), provider.close()]);
    },
  };
  return stage;
}

async function startMailServer(mails: ReceivedMail[]) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address).join();
        // Encoded words of headers also end with ?=.
        const text = Buffer.concat(chunks)
          .toString()
          .replaceAll(/(?<!\?)=\r\n/g, '');
        mails.push({ to, text });
        done();
      });
    },
  });
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

async function startProvider() {
  const received: ReceivedRequest[] = [];
  let reply: Parameters<NoticeStage['answer']>[0] = ({ text }) => ({ status: 200, body: text });
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const bytes = Buffer.concat(chunks);
    const text = bytes.toString();
    const one = { path: request.url ?? '', headers: request.headers, text, bytes };
    received.push(one);
    const { status, body } = await reply(one);
    response.writeHead(status).end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    answer: (next: typeof reply) => {
      reply = next;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
