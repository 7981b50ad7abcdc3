import { describe, expect, test } from 'vitest';
import { attemptDump, attemptLine } from '../../src/cli/session/transports.ts';
import { ConnectionFailed } from '../../src/client/errors.ts';
import type { Attempt } from '../../src/client/retry.ts';

const KEY = 'fk_live_a1b2c3d4e5f6_0123456789abcdefghijABCDEFGHIJ42xyzABC';

const attempt: Attempt = {
  request: {
    method: 'POST',
    path: '/v1/platform/webhooks?note=cam_abc_0123456789',
    headers: {
      authorization: `Bearer ${KEY}`,
      'content-type': 'application/json',
      'idempotency-key': 'key-1',
      cookie: 'session=1',
    },
    body: `{"url":"rtsp://admin:pw@10.0.0.1/1","secret":"hidden","nested":{"apiKey":"x","text":"${KEY}"}}`,
  },
  response: {
    status: 201,
    headers: { 'x-request-id': 'req-1', 'set-cookie': 'session=2', 'retry-after': '3' },
    body: '{"id":"wh_1","secret":"whsec_abcdefghijklmnop","key":{"id":"k","name":"n"},"token":"t"}',
  },
  number: 1,
  durationMs: 12,
};

describe('one line', () => {
  test('logs the request, the response and the duration', () => {
    expect(attemptLine(attempt)).toBe(
      'POST /v1/platform/webhooks?note=cam_*** -> 201 (request req-1) in 12 ms',
    );
  });

  test('gives the reason for a missing response, and the time of the next attempt', () => {
    const { request, number, durationMs } = attempt;
    const error = new ConnectionFailed('refused', { method: 'GET', path: '/', server: 'x' });
    expect(attemptLine({ request, number, durationMs, error, retryInMs: 250 })).toBe(
      'POST /v1/platform/webhooks?note=cam_*** -> refused in 12 ms, again in 250 ms',
    );
  });

  test('is one line whatever the server sends', () => {
    const response = { status: 200, headers: { 'x-request-id': 'a\n\u001b[2J' }, body: '' };
    expect(attemptLine({ ...attempt, response })).toContain('(request a\\n\\x1b[2J)');
  });
});

test('the full log shows everything except secrets', () => {
  expect(attemptDump(attempt).split('\n')).toEqual([
    '> POST /v1/platform/webhooks?note=cam_***',
    '> authorization: ***',
    '> content-type: application/json',
    '> idempotency-key: key-1',
    '> cookie: ***',
    '> ',
    '> {"url":"rtsp://***@10.0.0.1/1","secret":"***","nested":{"apiKey":"***","text":"fk_live_***"}}',
    '< 201',
    '< x-request-id: req-1',
    '< set-cookie: ***',
    '< retry-after: 3',
    '< ',
    '< {"id":"wh_1","secret":"***","key":{"id":"k","name":"n"},"token":"***"}',
    '* POST /v1/platform/webhooks?note=cam_*** -> 201 (request req-1) in 12 ms',
  ]);
});

test('a secret in a body that is not JSON is masked by its form', () => {
  const response = { status: 200, headers: {}, body: `key: ${KEY}\n\u001b[2J` };
  const dump = attemptDump({ ...attempt, response });
  expect(dump).toContain('< key: fk_live_***\n< \\x1b[2J');
  expect(dump).not.toContain(KEY.slice(8, 30));
});
