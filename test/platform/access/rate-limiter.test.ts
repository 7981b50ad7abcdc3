import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRateLimiter } from '../../../src/platform/access/rate-limiter.ts';

const MINUTE = 60_000;

/** A limiter with a manually advanced clock. */
function aLimiter(start = 0) {
  let now = start;
  const limiter = createRateLimiter(() => now);
  return {
    take: limiter.take,
    /** Counts one request at a given time. */
    takeAt(millis: number, limit: number, subject = 'key') {
      now = millis;
      return limiter.take(subject, limit);
    },
  };
}

test('the first request returns the remaining limit', async () => {
  expect(await aLimiter().takeAt(0, 240)).toEqual({
    isAllowed: true,
    limit: 240,
    remaining: 239,
    resetSeconds: 60,
  });
});

test('exactly as many requests pass as the limit allows', async () => {
  const limiter = aLimiter();
  const passed: boolean[] = [];
  for (let index = 0; index < 500; index++) {
    passed.push((await limiter.takeAt(index, 240)).isAllowed);
  }
  expect(passed.lastIndexOf(true)).toBe(239);
  expect(passed.filter(Boolean)).toHaveLength(240);
});

test('a request passes again one minute after the one that blocked it, and not before', async () => {
  const limiter = aLimiter();
  await limiter.takeAt(1000, 2);
  await limiter.takeAt(5000, 2);
  expect(await limiter.takeAt(60_999, 2)).toMatchObject({ isAllowed: false, resetSeconds: 1 });
  expect(await limiter.takeAt(61_000, 2)).toMatchObject({ isAllowed: true, remaining: 0 });
  expect(await limiter.takeAt(64_999, 2)).toMatchObject({ isAllowed: false });
  expect(await limiter.takeAt(65_000, 2)).toMatchObject({ isAllowed: true });
});

test('a request sent after Retry-After passes', async () => {
  const limiter = aLimiter();
  await limiter.takeAt(400, 1);
  const { isAllowed, resetSeconds } = await limiter.takeAt(20_600, 1);
  expect([isAllowed, resetSeconds]).toEqual([false, 40]);
  expect((await limiter.takeAt(20_600 + resetSeconds * 1000, 1)).isAllowed).toBe(true);
});

test('the wait is never longer than a minute, whatever the fraction of the clock', async () => {
  const instant = fc.double({ min: 0, max: 1e9, noNaN: true });
  await fc.assert(
    fc.asyncProperty(instant, async (millis) => {
      const { resetSeconds } = await aLimiter().takeAt(millis, 5);
      expect(resetSeconds).toBe(60);
    }),
    { examples: [[74943.335], [1.1]], numRuns: 1000 },
  );
});

test('rejected requests do not count', async () => {
  const limiter = aLimiter();
  await limiter.takeAt(0, 1);
  for (let millis = 1; millis < MINUTE; millis += 100) await limiter.takeAt(millis, 1);
  expect((await limiter.takeAt(MINUTE, 1)).isAllowed).toBe(true);
});

test('subjects have separate limits', async () => {
  const limiter = aLimiter();
  await limiter.takeAt(0, 1, 'one');
  expect((await limiter.takeAt(0, 1, 'one')).isAllowed).toBe(false);
  expect((await limiter.takeAt(0, 1, 'other')).isAllowed).toBe(true);
});

test('a lowered limit takes effect on the next request', async () => {
  const limiter = aLimiter();
  for (let index = 0; index < 10; index++) await limiter.takeAt(index * 1000, 10);
  expect(await limiter.takeAt(10_000, 5)).toMatchObject({
    isAllowed: false,
    limit: 5,
    remaining: 0,
    // The sixth of the ten, at 5 s, must expire before four remain.
    resetSeconds: 55,
  });
  expect((await limiter.takeAt(64_999, 5)).isAllowed).toBe(false);
  expect((await limiter.takeAt(65_000, 5)).isAllowed).toBe(true);
});

test('more subjects than are cached at once do not lose the limit of an active one', async () => {
  const limiter = aLimiter();
  await limiter.takeAt(MINUTE, 1, 'active');
  for (let index = 0; index < 50_100; index++) await limiter.takeAt(0, 1, `stranger ${index}`);
  expect((await limiter.takeAt(MINUTE + 1, 1, 'active')).isAllowed).toBe(false);
});

describe('against a simple model', () => {
  const steps = fc.array(
    fc.record({
      after: fc.oneof(fc.integer({ min: 0, max: 20_000 }), fc.constantFrom(0, 1, 59_999, 60_000)),
      subject: fc.constantFrom('one', 'two'),
    }),
    { minLength: 1, maxLength: 150 },
  );

  test('never more requests pass than the limit in any window of a minute, and none is rejected needlessly', async () => {
    await fc.assert(
      fc.asyncProperty(steps, fc.integer({ min: 1, max: 12 }), async (requests, limit) => {
        const limiter = aLimiter();
        const passed: Record<string, number[]> = { one: [], two: [] };
        let now = 0;
        for (const { after, subject } of requests) {
          now += after;
          const times = passed[subject] ?? [];
          const recent = times.filter((time) => time > now - MINUTE);
          const decision = await limiter.takeAt(now, limit, subject);
          expect(decision.isAllowed).toBe(recent.length < limit);
          if (decision.isAllowed) times.push(now);
          const counted = times.filter((time) => time > now - MINUTE).length;
          expect(counted).toBeLessThanOrEqual(limit);
          expect(decision.remaining).toBe(limit - counted);
        }
      }),
    );
  });
});
