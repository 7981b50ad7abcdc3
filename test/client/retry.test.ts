import { describe, expect, test } from 'vitest';
import { ConnectionFailed, type ConnectionFailureKind } from '../../src/client/errors.ts';
import { type RetryState, retryDelay } from '../../src/client/retry.ts';
import { type ErrorSlug, FarmError } from '../../src/model/core/errors.ts';

const NOW = Date.UTC(2026, 10, 21, 8);
const request = { method: 'GET', path: '/v1/platform/me', server: 'http://farm.test' };

function state(changes: Partial<RetryState> = {}): RetryState {
  return { attempts: 1, waitedMs: 0, maxWaitMs: 60_000, now: NOW, random: 0, ...changes };
}

function unavailable(retryAfter: string): FarmError {
  return new FarmError('unavailable', { headers: { 'retry-after': retryAfter } });
}

describe('retries', () => {
  const again: readonly ErrorSlug[] = ['request_timeout', 'rate_limited', 'unavailable'];
  test.each(again)('include a response %s', (slug) => {
    expect(retryDelay(new FarmError(slug), state())).toBe(125);
  });

  const neverRetried: readonly ErrorSlug[] = [
    'validation_failed',
    'unauthorized',
    'not_found',
    'conflict',
    'action_refused',
    'internal',
  ];
  test.each(neverRetried)('do not include a response %s', (slug) => {
    expect(retryDelay(new FarmError(slug), state())).toBeUndefined();
  });

  test.each<[ConnectionFailureKind, number]>([
    ['refused', 3],
    ['unreachable', 3],
    ['timed_out', 3],
    ['broken', 6],
    ['unknown_host', 1],
    ['not_trusted', 1],
    ['too_large', 1],
    ['not_understood', 1],
  ])('retries after a connection that is %s make %i attempts', (kind, tries) => {
    const error = new ConnectionFailed(kind, request);
    const delays = [1, 2, 3, 4, 5, 6].map((attempts) => retryDelay(error, state({ attempts })));
    expect(delays.filter((delay) => delay !== undefined)).toHaveLength(tries - 1);
  });

  test('do not follow an error of the program', () => {
    expect(retryDelay(new TypeError('x is not a function'), state())).toBeUndefined();
  });
});

describe('the wait before a retry', () => {
  test.each([
    [1, 0, 125],
    [1, 0.5, 188],
    [2, 0, 250],
    [3, 0, 500],
    [4, 0, 1000],
    [5, 0, 2000],
  ])(
    'the wait before a retry after attempt %i with random %d: %i ms',
    (attempts, random, millis) => {
      expect(retryDelay(new FarmError('unavailable'), state({ attempts, random }))).toBe(millis);
    },
  );

  test('is limited to six attempts', () => {
    expect(retryDelay(new FarmError('unavailable'), state({ attempts: 6 }))).toBeUndefined();
  });

  test.each([
    ['7', 7000],
    ['0', 125],
    ['Sat, 21 Nov 2026 08:00:09 GMT', 9000],
    ['Sat, 21 Nov 2026 07:00:00 GMT', 125],
    ['soon', 125],
  ])('is never less than Retry-After %s', (text, millis) => {
    expect(retryDelay(unavailable(text), state())).toBe(millis);
  });

  test.each([
    [60_000, 0, 60_000],
    [59_999, 0, undefined],
    [60_000, 1, undefined],
    [0, 0, undefined],
  ])(
    'the wait before a retry with %i ms allowed and %i waited, Retry-After 60: %s',
    (maxWaitMs, waitedMs, expected) => {
      expect(retryDelay(unavailable('60'), state({ maxWaitMs, waitedMs }))).toBe(expected);
    },
  );
});
