import { describe, expect, test } from 'vitest';
import {
  ConnectionFailed,
  connectionFailureOf,
  errorOfResponse,
  failedRequestOf,
} from '../../src/client/errors.ts';
import { FarmError } from '../../src/model/core/errors.ts';

const request = { method: 'GET', path: '/v1/platform/flocks', server: 'http://farm.test' };

function failure(code: string): Error {
  return Object.assign(new Error(code), { code });
}

describe('a network error', () => {
  test.each([
    ['ECONNREFUSED', 'refused'],
    ['ENOTFOUND', 'unknown_host'],
    ['EAI_AGAIN', 'unknown_host'],
    ['EHOSTUNREACH', 'unreachable'],
    ['ECONNRESET', 'broken'],
    ['ETIMEDOUT', 'timed_out'],
    ['HPE_HEADER_OVERFLOW', 'too_large'],
    ['EPROTO', 'not_understood'],
    ['HPE_INVALID_HEADER_TOKEN', 'not_understood'],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'not_trusted'],
    ['CERT_HAS_EXPIRED', 'not_trusted'],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'not_understood'],
  ])('%s is %s', (code, kind) => {
    expect(connectionFailureOf(failure(code), request)).toMatchObject({ kind, request });
  });

  test('has the address, the code and the cause', () => {
    expect(connectionFailureOf(failure('ECONNREFUSED'), request)?.message).toBe(
      'no answer from http://farm.test: nothing listens there (ECONNREFUSED)',
    );
  });

  test('is found inside another error as well', () => {
    const wrapped = new Error('fetch failed', { cause: failure('ECONNRESET') });
    expect(connectionFailureOf(wrapped, request)?.kind).toBe('broken');
  });

  test('a network error of a host with several addresses is that of the first address', () => {
    const all = new AggregateError([failure('ECONNREFUSED'), failure('EHOSTUNREACH')]);
    expect(connectionFailureOf(all, request)?.kind).toBe('refused');
  });

  test.each([[new TypeError('x')], [failure('ENOENT')], ['text'], [undefined]])(
    '%s is not one',
    (error) => {
      expect(connectionFailureOf(error, request)).toBeUndefined();
    },
  );
});

describe('an error response', () => {
  test('becomes the error thrown by the service', () => {
    const issues = [{ path: 'breed', code: 'too_long', message: 'breed is too long.' }];
    const error = errorOfResponse(
      {
        status: 400,
        headers: { 'x-request-id': 'req-7', 'retry-after': '3' },
        body: JSON.stringify({
          error: 'validation_failed',
          message: 'breed is too long.',
          code: 'too_long',
          issues,
          requestId: 'req-7',
        }),
      },
      request,
    );
    expect(error).toBeInstanceOf(FarmError);
    expect(error).toMatchObject({
      slug: 'validation_failed',
      status: 400,
      message: 'breed is too long.',
      code: 'too_long',
      issues,
      headers: { 'retry-after': '3' },
    });
    expect(failedRequestOf(error)).toEqual({ ...request, requestId: 'req-7' });
  });

  test.each([
    [502, '<html>Bad gateway</html>', 'unavailable'],
    [504, '', 'unavailable'],
    [503, 'busy', 'unavailable'],
    [500, '{"error":', 'internal'],
    [520, '', 'internal'],
    [404, '[]', 'not_found'],
    [418, '{"error":"teapot"}', 'action_refused'],
    [429, 'null', 'rate_limited'],
  ])('%i with the body %s keeps its meaning: %s', (status, body, slug) => {
    expect(errorOfResponse({ status, headers: {}, body }, request).slug).toBe(slug);
  });

  test('an error response of a later version keeps its original name as its code', () => {
    const body = '{"error":"teapot","message":"I am a teapot."}';
    expect(errorOfResponse({ status: 418, headers: {}, body }, request)).toMatchObject({
      code: 'teapot',
      message: 'I am a teapot.',
    });
  });

  test.each([['[1]'], ['[{"path":"a"}]'], ['"all"']])('omits issues %s', (issues) => {
    const body = `{"error":"validation_failed","message":"No.","issues":${issues}}`;
    expect(errorOfResponse({ status: 400, headers: {}, body }, request).issues).toBeUndefined();
  });
});

test('an error without a request has none', () => {
  expect(failedRequestOf(new FarmError('not_found'))).toBeUndefined();
  expect(failedRequestOf(new Error('x'))).toBeUndefined();
  expect(failedRequestOf(new ConnectionFailed('refused', request))).toEqual(request);
});
