import { expect, test } from 'vitest';
import { nextAttemptAt, RETRY_DELAYS_MILLIS, retryAfterMillis } from '../../src/tools/retry.ts';

const NOW = Date.UTC(2026, 10, 21, 9);
const HOUR = 3_600_000;
const failed = { firstAttemptAt: NOW, now: NOW, retryAfter: undefined, random: 0.5 };

test.each([
  [1, 5],
  [2, 30],
  [3, 120],
  [4, 600],
  [5, 1800],
  [6, 3600],
  [7, 7200],
  [8, 14_400],
  [9, 21_600],
  [10, 36_000],
  [11, 43_200],
  [12, 64_800],
])('the attempt after attempt %i is in %i seconds', (attempts, seconds) => {
  expect(nextAttemptAt({ ...failed, attempts })).toBe(NOW + seconds * 1000);
});

test('there are 14 attempts over 77.7 hours', () => {
  expect(RETRY_DELAYS_MILLIS).toHaveLength(14);
  const hours = RETRY_DELAYS_MILLIS.reduce((sum, delay) => sum + delay, 0) / HOUR;
  expect(Math.round(hours * 10) / 10).toBe(77.7);
  expect(nextAttemptAt({ ...failed, attempts: 14 })).toBeUndefined();
});

test.each([
  [0, 4000],
  [0.25, 4500],
  [0.5, 5000],
  [0.999_999, 6000],
])('a draw of %d makes 5 seconds %i ms', (random, millis) => {
  expect(nextAttemptAt({ ...failed, attempts: 1, random })).toBe(NOW + millis);
});

test('the last attempt with any jitter is after three days', () => {
  for (const random of [0, 0.999_999]) {
    let now = NOW;
    for (let attempts = 1; attempts < 14; attempts++) {
      now = nextAttemptAt({ ...failed, attempts, now, random }) ?? 0;
    }
    expect((now - NOW) / HOUR).toBeGreaterThan(72);
    expect((now - NOW) / HOUR).toBeLessThan(94);
  }
});

test.each([
  [undefined, 0],
  ['', 0],
  ['soon', 0],
  ['120', 120_000],
  [' 120 ', 120_000],
  ['-5', 0],
  ['Sat, 21 Nov 2026 09:10:00 GMT', 600_000],
  ['Sat, 21 Nov 2026 08:00:00 GMT', 0],
  ['86400', 24 * HOUR],
  ['86401', 24 * HOUR],
  ['999999999', 24 * HOUR],
])('Retry-After %j waits %i ms', (header, millis) => {
  expect(retryAfterMillis(header, NOW)).toBe(millis);
});

test('the wait is never shorter than Retry-After, nor than the delay', () => {
  expect(nextAttemptAt({ ...failed, attempts: 1, retryAfter: '60' })).toBe(NOW + 60_000);
  expect(nextAttemptAt({ ...failed, attempts: 3, retryAfter: '60' })).toBe(NOW + 120_000);
});
