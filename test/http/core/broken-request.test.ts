import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answerBrokenRequest } from '../../../src/http/core/errors.ts';
import { startTestService, type TestService } from '../../support/service.ts';

/** The raw response, split into its parts. */
function takeApart(text: string) {
  const [head = '', body = ''] = text.split('\r\n\r\n');
  const [statusLine = '', ...lines] = head.split('\r\n');
  const headers = Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 2)]),
  );
  return { statusLine, headers, body: JSON.parse(body) };
}

describe('a malformed request', () => {
  test.each([
    ['ERR_HTTP_REQUEST_TIMEOUT', 'HTTP/1.1 408 Request Timeout', 'request_timeout'],
    ['HPE_HEADER_OVERFLOW', 'HTTP/1.1 413 Payload Too Large', 'payload_too_large'],
    ['HPE_INVALID_METHOD', 'HTTP/1.1 400 Bad Request', 'validation_failed'],
  ])('a malformed request of %s is answered with %s', (code, statusLine, error) => {
    let sent = '';
    const socket = { writable: true, end: (text: string) => (sent = text) } as unknown as Socket;
    answerBrokenRequest(Object.assign(new Error('broken'), { code }), socket);
    const answer = takeApart(sent);
    expect(answer.statusLine).toBe(statusLine);
    expect(answer.body).toEqual({
      error,
      message: expect.any(String),
      requestId: answer.headers['x-request-id'],
    });
    expect(Number(answer.headers['content-length'])).toBe(
      Buffer.byteLength(JSON.stringify(answer.body)),
    );
  });

  test('is not answered if the socket is closed', () => {
    let isDestroyed = false;
    const socket = { writable: false, destroy: () => (isDestroyed = true) } as unknown as Socket;
    answerBrokenRequest(new Error('gone'), socket);
    expect(isDestroyed).toBe(true);
  });
});

describe('over a socket', () => {
  let service: TestService;
  let port: number;
  beforeAll(async () => {
    service = await startTestService();
    await service.service.app.listen({ host: '127.0.0.1', port: 0 });
    port = (service.service.app.server.address() as { port: number }).port;
  });
  afterAll(() => service.close());

  const send = (bytes: string) =>
    new Promise<string>((resolve, reject) => {
      let received = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(bytes));
      socket.setTimeout(5000, () => socket.destroy(new Error('no answer')));
      socket.on('data', (chunk) => {
        received += chunk;
      });
      socket.on('close', () => resolve(received));
      socket.on('error', reject);
    });

  test.each([
    ['not HTTP', 'hello\r\n\r\n', 400, 'validation_failed'],
    ['an unknown method', 'BREW /livez HTTP/1.1\r\nhost: x\r\n\r\n', 400, 'validation_failed'],
    [
      'a NUL in a header',
      'GET /livez HTTP/1.1\r\nhost: x\r\na: b\0c\r\n\r\n',
      400,
      'validation_failed',
    ],
    [
      'two lengths',
      'POST /livez HTTP/1.1\r\nhost: x\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\n',
      400,
      'validation_failed',
    ],
    [
      'headers of 20 kB',
      `GET /livez HTTP/1.1\r\nhost: x\r\na: ${'x'.repeat(20_000)}\r\n\r\n`,
      413,
      'payload_too_large',
    ],
  ])('%s is answered in the standard error shape', async (_, bytes, status, error) => {
    const answer = takeApart(await send(bytes));
    expect(answer.statusLine).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(answer.body).toMatchObject({ error, requestId: answer.headers['x-request-id'] });
  });
});
