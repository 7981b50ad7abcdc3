import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';
import { watchWrites } from '../support/watch-writes.ts';

/** Bytes for a socket, and the statuses of the responses; `{…}` is replaced by usual lines. */
type Raw = readonly [name: string, bytes: string | Buffer, statuses: readonly number[]];

const PATIENCE_MILLIS = 5000;
const BODY = '{"title":"x"}';
const CHUNKS = `d\r\n${BODY}\r\n0\r\n\r\n`;
const PIPELINED = 50;

const brokenChunks: readonly Raw[] = [
  ['a size that is no number', post('{chunked}', `zz\r\n${BODY}\r\n0\r\n\r\n`), [400]],
  ['a size below nothing', post('{chunked}', `-1\r\n${BODY}\r\n0\r\n\r\n`), [400]],
  ['a size beyond every number', post('{chunked}', `fffffffffffffffff\r\n${BODY}`), [400]],
  ['more than its size', post('{chunked}', `2\r\n${BODY}0\r\n\r\n`), [400]],
  ['bare line feeds', post('{chunked}', CHUNKS.replaceAll('\r\n', '\n')), [400]],
  ['an extension of 20 kB', post('{chunked}', `d;a=${'x'.repeat(20_000)}\r\n${BODY}\r\n`), [400]],
  ['a trailer that names another key', post('{chunked}', trailed()), [201]],
  ['all in order', post('{chunked}', CHUNKS), [201]],
];

const smuggling: readonly Raw[] = [
  ['chunks and a length', post('{chunked}content-length: 3\r\n', CHUNKS), [400]],
  ['chunks that are none', post('transfer-encoding: xchunked\r\n', CHUNKS), [400]],
  ['chunks, then none', post('transfer-encoding: chunked, identity\r\n', CHUNKS), [400]],
  ['chunks twice', post('{chunked}{chunked}', CHUNKS), [400]],
  ['a space before the colon', post('transfer-encoding : chunked\r\n', CHUNKS), [400]],
  ['a length with a sign', post('content-length: +13\r\n', BODY), [400]],
  ['a negative length', post('content-length: -1\r\n', BODY), [400]],
  ['a length in hexadecimal', post('content-length: 0xd\r\n', BODY), [400]],
  ['a list of lengths', post('content-length: 13, 13\r\n', BODY), [400]],
  ['the length twice', post('{length}{length}', BODY), [400]],
  ['a length beyond every number', post('content-length: 99999999999999999999\r\n', BODY), [400]],
  ['a length of two gigabytes', post('content-length: 2000000000\r\n', BODY), [413]],
  ['a length that is too short', post('content-length: 5\r\n', BODY), [400]],
  ['a request behind a body', `${post('{length}', BODY)}${get('{close}')}`, [201, 200]],
  ['a request as a body', post(`content-length: ${get('').length}\r\n`, get('')), [400]],
];

const headers: readonly Raw[] = [
  ['a folded line', get('a: b\r\n c\r\n{close}'), [400]],
  ['line feeds alone', get('{close}').replaceAll('\r\n', '\n'), [400]],
  ['a space in a name', get('a b: c\r\n{close}'), [400]],
  ['no colon', get('abc\r\n{close}'), [400]],
  ['no name', get(': c\r\n{close}'), [400]],
  ['a carriage return in a value', get('a: b\rc\r\n{close}'), [400]],
  ['a NUL in a value', get('a: b\0c\r\n{close}'), [400]],
  ['20 kB of them', get(`a: ${'x'.repeat(20_000)}\r\n{close}`), [413]],
  ['an offer of WebSocket', get('connection: upgrade, close\r\nupgrade: websocket\r\n'), [200]],
  ['two keys', get('{key}{close}'), [401]],
  ['an If-Match behind 3,000 lines', patched('a:\r\n'.repeat(3000)), [412]],
  ['an expectation nobody has', get('expect: tea\r\n{close}'), [200]],
  ['no host', 'GET /livez HTTP/1.1\r\n{close}\r\n', [400]],
  ['a body to wait for', post('expect: 100-continue\r\n{close}{length}', BODY), [100, 201]],
];

const requestLines: readonly Raw[] = [
  ['HTTP/1.2', 'GET /livez HTTP/1.2\r\nhost: x\r\n\r\n', [400]],
  ['HTTP/0.9', 'GET /livez\r\n\r\n', [200]],
  ['the preface of HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400]],
  ['a hello of TLS', Buffer.from('16030100a5010000a10303', 'hex'), [400]],
  ['no slash', 'GET livez HTTP/1.1\r\nhost: x\r\n\r\n', [400]],
  ['backslashes', 'GET \\livez HTTP/1.1\r\nhost: x\r\n\r\n', [400]],
  ['letters that are not encoded', Buffer.from('GET /é HTTP/1.1\r\nhost: x\r\n\r\n'), [400]],
  ['bytes that are no text', Buffer.from('GET /\xff HTTP/1.1\r\n\r\n', 'latin1'), [400]],
  ['20 kB', `GET /${'x'.repeat(20_000)} HTTP/1.1\r\nhost: x\r\n\r\n`, [413]],
  ['another host in full', get('{close}', 'GET http://evil.example'), [200]],
  ['no path', 'OPTIONS * HTTP/1.1\r\nhost: x\r\n{key}{close}\r\n', [404]],
  ['TRACE', get('{close}', 'TRACE '), [405]],
  ['PROPFIND', get('{close}', 'PROPFIND '), [405]],
  ['nothing', '', []],
  ['empty lines', '\r\n\r\n\r\n', []],
];

function get(lines: string, start = 'GET '): string {
  return `${start}/v1/platform/tasks?limit=1 HTTP/1.1\r\nhost: x\r\n{key}${lines}\r\n`;
}

function post(lines: string, body: string): string {
  const start = 'POST /v1/platform/tasks?farmId={farm} HTTP/1.1\r\nhost: x\r\n{key}';
  return `${start}content-type: application/json\r\n${lines}\r\n${body}`;
}

function patched(lines: string): string {
  const start = 'PATCH /v1/platform/farms/{farm} HTTP/1.1\r\nhost: x\r\n{key}{close}{length}';
  return `${start}content-type: application/json\r\n${lines}if-match: "v9"\r\n\r\n${BODY}`;
}

function trailed(): string {
  return CHUNKS.replace(/\r\n$/, 'authorization: Bearer x\r\n\r\n');
}

describe('over a socket', () => {
  let service: TestService;
  let written: () => Promise<number>;
  let port: number;
  let farmId: string;
  beforeAll(async () => {
    service = await startTestService();
    ({ farmId } = await createFarm(service));
    await service.service.app.listen({ host: '127.0.0.1', port: 0 });
    port = (service.service.app.server.address() as { port: number }).port;
    written = await watchWrites(service);
  });
  afterAll(() => service.close());

  const fillIn = (text: string) =>
    text
      .replaceAll('{key}', `authorization: Bearer ${service.admin}\r\n`)
      .replaceAll('{farm}', farmId)
      .replaceAll('{chunked}', 'transfer-encoding: chunked\r\n')
      .replaceAll('{length}', `content-length: ${BODY.length}\r\n`)
      .replaceAll('{close}', 'connection: close\r\n');
  const dial = () => openSocket(port);

  const ask = async (_: string, bytes: string | Buffer, statuses: readonly number[]) => {
    const before = await written();
    const { socket, answers } = await dial();
    const sent = typeof bytes === 'string' ? fillIn(bytes) : bytes;
    // A stored row may be answered after the caller's half was closed: the server closes.
    if (statuses.includes(201) && sent.includes('connection: close')) socket.write(sent);
    else socket.end(sent);
    const received = await answers;
    expect(received.map(({ status }) => status)).toEqual(statuses);
    for (const answer of received) expectWellFormed(answer);
    if (!statuses.includes(201)) expect(await written()).toBe(before);
    expect((await service.send('GET', '/tasks?limit=1')).status).toBe(200);
  };

  test.each(brokenChunks)('chunks with %s', ask);
  test.each(smuggling)('%s', ask);
  test.each(headers)('headers with %s', ask);
  test.each(requestLines)('a request line with %s', ask);

  test('pipelined requests are answered in order, each with its id', async () => {
    const { socket, answers } = await dial();
    const names = Array.from({ length: PIPELINED }, (_, index) => `request-${index}`);
    const requests = names.map((name) => get(`x-request-id: ${name}\r\n`));
    socket.end(fillIn(requests.join('')));
    expect((await answers).map((answer) => answer.headers['x-request-id'])).toEqual(names);
  });

  test('a body sent byte by byte does not delay other requests', async () => {
    const { socket, answers } = await dial();
    const [head = '', body = ''] = fillIn(post('{length}{close}', BODY)).split('\r\n\r\n');
    socket.write(`${head}\r\n\r\n`);
    for (const byte of body) {
      socket.write(byte);
      expect((await service.send('GET', '/tasks?limit=1')).status).toBe(200);
    }
    expect((await answers).map(({ status }) => status)).toEqual([201]);
  });

  test('a client that disconnects within a body leaves nothing behind', async () => {
    const before = await written();
    const { socket, answers } = await dial();
    socket.write(fillIn(post('{length}', BODY)).slice(0, -3));
    await service.send('GET', '/tasks?limit=1');
    socket.destroy();
    expect(await answers).toEqual([]);
    expect(await written()).toBe(before);
  });

  test('a client that stops reading does not block the server', async () => {
    const callers = await Promise.all(Array.from({ length: 20 }, dial));
    for (const { socket } of callers) {
      socket.pause();
      socket.write(fillIn(get('').repeat(20)));
    }
    expect((await service.send('GET', '/tasks?limit=1')).status).toBe(200);
    for (const { socket } of callers) socket.destroy();
  });
});

interface RawAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A connection, and all responses on it until it is closed. */
async function openSocket(port: number) {
  const socket = connect(port, '127.0.0.1');
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject));
  return { socket, answers: readAll(socket).then(takeApart) };
}

function readAll(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = [];
  return new Promise((resolve, reject) => {
    socket.setTimeout(PATIENCE_MILLIS, () => socket.destroy(new Error('no answer')));
    socket.on('data', (chunk) => chunks.push(chunk));
    socket.on('error', reject);
    socket.on('close', () => resolve(Buffer.concat(chunks)));
  });
}

function takeApart(bytes: Buffer): RawAnswer[] {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return [];
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(':', 1)[0]?.toLowerCase(), line.replace(/^[^:]*: */, '')]),
  );
  const stop = end + 4 + Number(headers['content-length'] ?? 0);
  const body = bytes.toString('utf8', end + 4, stop);
  const answer = { status: Number(statusLine.split(' ')[1]), headers, body };
  return [answer, ...takeApart(bytes.subarray(stop))];
}

function expectWellFormed({ status, headers: given, body }: RawAnswer): void {
  // 100 Continue is not a response yet.
  if (status === 100) return;
  expect(given['x-request-id']).toMatch(/^[\x21-\x7e]+$/);
  expect(given['content-type']).toBe('application/json; charset=utf-8');
  const parsed = JSON.parse(body);
  if (status >= 400) expect(parsed.requestId).toBe(given['x-request-id']);
}
