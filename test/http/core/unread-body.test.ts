import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { applicationRoutes } from '../../../src/model/routes/application-routes.ts';
import { platformOperations } from '../../../src/model/routes/operations.ts';
import { create, createFarm } from '../../support/farm.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const PATIENCE_MILLIS = 8000;
const FOLLOW_UP = 'GET /livez HTTP/1.1\r\nhost: x\r\nx-request-id: follow-up\r\n\r\n';
const SIZES = [0, 1000, 700_000, 1_500_000, 5_000_000] as const;
const FRAMINGS = ['length', 'chunked', 'expect'] as const;
type Framing = (typeof FRAMINGS)[number];

/** Every route with a body, as `METHOD path`. */
const routes = [
  ...[...platformOperations, ...applicationRoutes]
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path }) => `${method} /v1/platform${path.replaceAll(/\{\w+\}/g, 'none_1')}`),
  'POST /v1/os-ingest/integration_1/vision',
  'POST /v1/platform/nothing/here',
  'POST /nothing',
  'DELETE /v1/platform/me',
  'GET /v1/platform/tasks',
  'POST /v1/platform/%zz',
];

let service: TestService;
let port: number;
let narrow: string;
let limited: string;
let mediaId: string;
beforeAll(async () => {
  service = await startTestService();
  const { farmId } = await createFarm(service);
  mediaId = (await create(service, 'media', { kind: 'image', title: 'Gate' }, { farmId })).id;
  narrow = await service.createKey({ scopes: ['read:weather'] });
  limited = await service.createKey({ rateLimitPerMinute: 1 });
  await service.service.app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = service.service.app.server.address() as { port: number });
});
afterAll(() => service.close());

interface Sent {
  readonly line: string;
  readonly size: number;
  readonly framing: Framing;
  readonly headers?: readonly string[];
}

interface Answer {
  readonly status: number;
  readonly head: string;
}

/**
 * Sends the whole body regardless of the response, and only then reads; a further request follows
 * on the same connection. Returns every response.
 */
async function exchange({ line, size, framing, headers = [] }: Sent): Promise<readonly Answer[]> {
  const socket = connect(port, '127.0.0.1');
  const lengths = framing === 'chunked' ? 'transfer-encoding: chunked' : `content-length: ${size}`;
  const expects = framing === 'expect' ? ['expect: 100-continue'] : [];
  const lines = [`${line} HTTP/1.1`, 'host: x', lengths, ...expects, ...headers, '', ''];
  const answered = readAnswers(socket);
  socket.write(lines.join('\r\n'));
  if (framing === 'expect') await answered.first;
  // The caller follows its own request, not the responses: only a response of 100 is waited for.
  const mayGoOn = framing !== 'expect' || answered.sofar()[0]?.status === 100;
  if (mayGoOn) await sendBody(socket, { size, framing });
  await answered.final;
  const last = answered.sofar().at(-1);
  if (last && !isLast(last) && mayGoOn) socket.write(FOLLOW_UP);
  else socket.end();
  return answered.all;
}

async function sendBody(socket: Socket, { size, framing }: Omit<Sent, 'line'>): Promise<void> {
  const chunk = Buffer.alloc(50_000, 'x');
  for (let at = 0; at < size; at += chunk.length) {
    const part = chunk.subarray(0, Math.min(chunk.length, size - at));
    if (framing === 'chunked') socket.write(`${part.length.toString(16)}\r\n`);
    const isTaken = socket.write(part);
    if (framing === 'chunked') socket.write('\r\n');
    if (isTaken || socket.destroyed) continue;
    await new Promise<void>((resolve) => {
      socket.once('drain', resolve);
      socket.once('close', () => resolve());
    });
  }
  if (framing === 'chunked') socket.write('0\r\n\r\n');
}

const isLast = ({ head }: Answer) => /^connection: close$/im.test(head);

function readAnswers(socket: Socket) {
  let bytes = Buffer.alloc(0);
  let error: unknown;
  const sofar = () => takeApart(bytes);
  const until = (isMet: (answers: readonly Answer[]) => boolean) =>
    new Promise<void>((resolve) => {
      const check = () => isMet(sofar()) && resolve();
      socket.on('data', check);
      socket.on('close', () => resolve());
    });
  socket.on('data', (chunk) => {
    bytes = Buffer.concat([bytes, chunk]);
  });
  socket.setTimeout(PATIENCE_MILLIS, () => socket.destroy(new Error('no answer')));
  socket.on('error', (socketError) => {
    error = socketError;
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const isFinal = ({ status }: Answer) => status !== 100;
  const first = until((answers) => answers.length > 0);
  const final = until((answers) => answers.some(isFinal));
  const followUp = until((answers) => answers.filter(isFinal).length > 1);
  const all = Promise.race([closed, followUp]).then(() => {
    socket.destroy();
    if (error) throw error;
    return sofar().filter(isFinal);
  });
  // Awaited at the end only.
  all.catch(() => {});
  return { sofar, first, final, all };
}

function takeApart(bytes: Buffer): Answer[] {
  const end = bytes.indexOf('\r\n\r\n');
  if (end === -1) return [];
  const head = bytes.toString('latin1', 0, end);
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1] ?? 0);
  const stop = end + 4 + length;
  if (stop > bytes.length) return [];
  return [{ status: Number(head.split(' ')[1]), head }, ...takeApart(bytes.subarray(stop))];
}

/** The statuses of an exchange whose connection is used again, or closed as the response states. */
async function statusesOf(sent: Sent): Promise<readonly number[]> {
  const answers = await exchange(sent);
  const [answer, followUp] = answers;
  if (!answer) throw new Error(`${sent.line}, ${sent.size} ${sent.framing}: no answer`);
  // After a rejection without 100 the caller of `expect` has sent no body and disconnects.
  const isUsedAgain = !isLast(answer);
  expect([sent, followUp !== undefined]).toEqual([sent, isUsedAgain]);
  return answers.map(({ status }) => status);
}

const authorization = (key: string) => `authorization: Bearer ${key}`;
const refusals = [400, 401, 403, 404, 405, 409, 412, 413, 415, 422, 429, 501, 503];

describe.each(FRAMINGS)('a request whose body is sent with %s', (framing) => {
  test.each([
    ['without a key', () => []],
    ['with a key without the scope', () => [authorization(narrow)]],
    ['with a body that is rejected', () => [authorization(service.admin), 'content-type: a/b']],
  ] as const)('%s is answered by every route, and the connection stays usable', async (_, head) => {
    // Sizes alternate, so that every route gets a large one.
    for (const [index, line] of routes.entries()) {
      const size = SIZES[2 + (index % 3)] ?? 0;
      const [status, after = 200] = await statusesOf({ line, size, framing, headers: head() });
      const expected = line.startsWith('GET ') ? [200, ...refusals] : refusals;
      expect([line, expected.includes(status ?? 0), after]).toEqual([line, true, 200]);
    }
  });

  test.each(SIZES)('of %s bytes at the limit of its key is answered with 429', async (size) => {
    const line = 'POST /v1/platform/tasks';
    const headers = [authorization(limited), 'content-type: application/json'];
    // Uses up the limit, which a minute of the tests before may have restored.
    await service.send('GET', '/me', { key: limited });
    expect((await statusesOf({ line, size, framing, headers }))[0]).toBe(429);
  });

  test.each(SIZES)('of %s bytes as a file of a wrong type is answered with 415', async (size) => {
    const line = `PUT /v1/platform/os/media/${mediaId}/content`;
    const headers = [authorization(service.admin), 'content-type: image/png'];
    const [status] = await statusesOf({ line, size, framing, headers });
    expect([400, 415]).toContain(status);
  });
});

test('a caller that sends Expect: 100-continue is rejected before it sends the body', async () => {
  const sent = { line: 'POST /v1/platform/tasks', size: 100, framing: 'expect' } as const;
  const answers = await exchange(sent);
  expect(answers.map((answer) => [answer.status, isLast(answer)])).toEqual([[401, true]]);
});

test('a long body that is rejected and never arrives does not block its connection', async () => {
  const socket = connect(port, '127.0.0.1');
  const { all } = readAnswers(socket);
  socket.write('POST /v1/platform/tasks HTTP/1.1\r\nhost: x\r\ncontent-length: 100000000\r\n\r\n');
  socket.write(Buffer.alloc(50_000, 'x'));
  expect((await all).map((answer) => [answer.status, isLast(answer)])).toEqual([[401, true]]);
});

test('a header that is too long is answered, whatever its length', async () => {
  const socket = connect(port, '127.0.0.1');
  const { all } = readAnswers(socket);
  socket.write('GET /livez HTTP/1.1\r\nhost: x\r\na: ');
  for (let sent = 0; sent < 40; sent++) {
    socket.write(Buffer.alloc(50_000, 'x'));
    await new Promise(setImmediate);
  }
  socket.end();
  expect((await all).map(({ status }) => status)).toEqual([413]);
});
