import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, test } from 'vitest';
import type { ComposedNotice } from '../../../src/platform/notices/compose-notice.ts';
import {
  createMailer,
  type Mailer,
  type MailSettings,
} from '../../../src/platform/notices/mail.ts';
import { testAuthority, testCertificate } from '../../support/test-certificates.ts';

const notice: ComposedNotice = {
  id: 'notice_1',
  title: 'Critical: Heat – North',
  text: 'Heat in barn 1',
  brief: 'Heat in barn 1',
  kind: 'alert',
  cause: null,
  link: '',
  path: 'alerts',
  severity: 'critical',
  language: 'en',
};

let server: SMTPServer | undefined;
let mailer: Mailer | undefined;
let received: { readonly text: string; readonly isSecure: boolean; readonly to: string[] }[] = [];

afterEach(async () => {
  mailer?.close();
  await new Promise<void>((done) => (server ? server.close(done) : done()));
  received = [];
});

/** A mail server of this machine, and a mailer that reaches it at an address. */
async function start(
  { host, ...options }: SMTPServerOptions & { readonly host: string },
  settings: Partial<MailSettings> = {},
): Promise<Mailer> {
  server = new SMTPServer({
    authOptional: true,
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({ text: Buffer.concat(chunks).toString(), isSecure: session.secure, to });
        done();
      });
    },
    ...options,
  });
  server.on('error', () => {});
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const scheme = options.secure === true ? 'smtps' : 'smtp';
  mailer = createMailer({
    url: `${scheme}://user:p%40ss@${host}:${port}`,
    from: 'Farm <farm@example.com>',
    ...settings,
  });
  return mailer;
}

const encrypted = { ...testCertificate, authOptional: false } as const;
const letIn: SMTPServerOptions['onAuth'] = ({ username, password }, _, done) => {
  const isKnown = username === 'user' && password === 'p@ss';
  return isKnown ? done(null, { user: 'farm' }) : done(new Error('Invalid login'));
};
const ca = testAuthority;

describe('the mail server accepts a connection', () => {
  test.each([
    ['by STARTTLS', { ...encrypted, host: 'localhost' }],
    ['by TLS', { ...encrypted, host: 'localhost', secure: true }],
  ])('%s, and signed in to', async (_, options) => {
    const sender = await start({ ...options, onAuth: letIn }, { ca });
    const outcome = await sender.send('dana@example.com', notice);
    expect(outcome).toMatchObject({ isSent: true, status: 250 });
    expect(received).toMatchObject([{ isSecure: true, to: ['dana@example.com'] }]);
  });

  test.each([
    ['with an untrusted certificate', 'connect', { ...encrypted, host: 'localhost' }],
    [
      'with TLS and such a certificate',
      'connect',
      { ...encrypted, host: 'localhost', secure: true },
    ],
    // A local address, but not one that the service recognises as such.
    ['remotely without STARTTLS', 'tls', { disabledCommands: ['STARTTLS'], host: '127.1' }],
  ])('no message is sent %s', async (_, failure, options) => {
    const sender = await start({ ...options, onAuth: letIn });
    const outcome = await sender.send('dana@example.com', notice);
    expect(outcome).toMatchObject({ isSent: false, failure, isPermanent: false });
    expect(outcome).toMatchObject({ isOfChannel: false });
    expect(received).toEqual([]);
  });
});

describe('a rejection by the mail server', () => {
  const plain = { host: '127.0.0.1', disabledCommands: ['STARTTLS', 'AUTH'] };
  const refusing = (responseCode: number, text: string) =>
    start({
      ...plain,
      onRcptTo: (_address, _session, done) =>
        done(Object.assign(new Error(text), { responseCode })),
    });
  test.each([
    [550, 'no such mailbox', { isPermanent: true }],
    [451, 'try again later', { isPermanent: false }],
  ])(
    'a rejection by the mail server with %s is the fault of the channel',
    async (status, text, expected) => {
      const sender = await refusing(status, text);
      expect(await sender.send('dana@example.com', notice)).toMatchObject({
        isSent: false,
        ...{ status, failure: 'refused', isOfChannel: true },
        response: expect.stringContaining(text),
        ...expected,
      });
    },
  );

  test('a rejection by the mail server of the sender is not the fault of the channel, and is tried again', async () => {
    const sender = await start({
      ...plain,
      onMailFrom: (_address, _session, done) =>
        done(Object.assign(new Error('not allowed to send'), { responseCode: 550 })),
    });
    const outcome = await sender.send('dana@example.com', notice);
    expect(outcome).toMatchObject({ status: 550, failure: 'refused', isPermanent: false });
    expect(outcome).toMatchObject({ isOfChannel: false });
  });

  test('a rejection by the mail server of a message for its content is the fault of the channel', async () => {
    const sender = await start({
      ...plain,
      onData(stream, _session, done) {
        stream.resume();
        stream.on('end', () => done(Object.assign(new Error('spam'), { responseCode: 554 })));
      },
    });
    const outcome = await sender.send('dana@example.com', notice);
    expect(outcome).toMatchObject({ status: 554, isPermanent: true, isOfChannel: true });
  });

  test('a rejection by the mail server of a wrong password is not the fault of the channel, and is not repeated', async () => {
    const sender = await start(
      {
        ...encrypted,
        host: 'localhost',
        onAuth: (_auth, _, done) => done(new Error('Invalid login')),
      },
      { ca },
    );
    const outcome = await sender.send('dana@example.com', notice);
    expect(outcome).toMatchObject({ isSent: false, failure: 'sign_in', isOfChannel: false });
    expect(JSON.stringify(outcome)).not.toContain('p@ss');
  });
});

test('titles and addresses add no headers and no recipients', async () => {
  const sender = await start({ host: '127.0.0.1', disabledCommands: ['STARTTLS', 'AUTH'] });
  const title = 'Heat\r\nBcc: eve@example.com\r\n\r\n<script>\u0085X-Other: 1';
  await sender.send('dana@example.com', {
    ...notice,
    title,
    text: 'a\r\n.\r\nRCPT TO:<eve@example.com>',
  });
  await sender.send('dana@example.com, eve@example.com', notice);
  const [first, ...others] = received;
  expect(others).toEqual([]);
  expect(first?.to).toEqual(['dana@example.com']);
  const [headers = ''] = first?.text.split('\r\n\r\n') ?? [];
  expect(headers).not.toMatch(/^(?:bcc|x-other)/im);
  expect(headers).toContain('Message-ID: <notice_1@example.com>');
});
