import { expect, test } from 'vitest';
import { errorResponses } from '../../../src/http/openapi/operation-object.ts';

test('every status of the catalogue has one response', () => {
  expect(Object.keys(errorResponses)).toEqual([
    'BadRequest',
    'Unauthorized',
    'Forbidden',
    'NotFound',
    'MethodNotAllowed',
    'RequestTimeout',
    'Conflict',
    'PreconditionFailed',
    'PayloadTooLarge',
    'UnsupportedMediaType',
    'RangeNotSatisfiable',
    'UnprocessableEntity',
    'TooManyRequests',
    'InternalServerError',
    'NotImplemented',
    'ServiceUnavailable',
  ]);
});

test.each([
  ['Unauthorized', 'x-request-id WWW-Authenticate'],
  ['NotFound', 'x-request-id x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset'],
  ['MethodNotAllowed', 'x-request-id x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset'],
  [
    'TooManyRequests',
    'x-request-id x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset Retry-After',
  ],
  [
    'PreconditionFailed',
    'x-request-id x-ratelimit-limit x-ratelimit-remaining x-ratelimit-reset ETag',
  ],
])('%s has %s', (name, headers) => {
  expect(Object.keys(errorResponses[name]?.headers ?? {}).join(' ')).toBe(headers);
});

test('a 403 shows both of its errors', () => {
  const examples = errorResponses['Forbidden']?.content?.['application/json']?.examples;
  expect(examples).toEqual({
    insufficient_scope: {
      value: {
        error: 'insufficient_scope',
        message: 'The key needs the scope write:tasks; it holds read:*.',
        code: 'insufficient_scope',
        requestId: 'req_01K9ZZZZZZZZZZZZZZZZZZZZZZ',
      },
    },
    farm_forbidden: {
      value: {
        error: 'farm_forbidden',
        message: 'The key may not touch this farm.',
        requestId: 'req_01K9ZZZZZZZZZZZZZZZZZZZZZZ',
      },
    },
  });
});
