import { expect, test } from 'vitest';
import { createMovableClock } from '../../src/tools/clock.ts';
import { createCircuitBreaker } from '../../src/tools/retry.ts';

function aBreaker() {
  const clock = createMovableClock(1000);
  return { clock, breaker: createCircuitBreaker({ clock, failures: 3, pauseMillis: 60_000 }) };
}

test('three consecutive failures open it, two do not', () => {
  const { breaker } = aBreaker();
  breaker.fail();
  breaker.fail();
  expect(breaker.tryEnter()).toBe(true);
  breaker.fail();
  expect(breaker.tryEnter()).toBe(false);
});

test('a success between failures resets the count', () => {
  const { breaker } = aBreaker();
  breaker.fail();
  breaker.fail();
  breaker.succeed();
  breaker.fail();
  breaker.fail();
  expect(breaker.tryEnter()).toBe(true);
});

test('after the pause one call may try, others wait for its result', () => {
  const { breaker, clock } = aBreaker();
  for (let count = 0; count < 3; count++) breaker.fail();
  clock.advance(59_999);
  expect(breaker.tryEnter()).toBe(false);
  clock.advance(1);
  expect([breaker.tryEnter(), breaker.tryEnter()]).toEqual([true, false]);
  breaker.succeed();
  expect([breaker.tryEnter(), breaker.tryEnter()]).toEqual([true, true]);
});

test('a failed trial opens it for another pause', () => {
  const { breaker, clock } = aBreaker();
  for (let count = 0; count < 3; count++) breaker.fail();
  clock.advance(60_000);
  expect(breaker.tryEnter()).toBe(true);
  breaker.fail();
  clock.advance(59_999);
  expect(breaker.tryEnter()).toBe(false);
  clock.advance(1);
  expect(breaker.tryEnter()).toBe(true);
});

test('a trial without a result allows the next one', () => {
  const { breaker, clock } = aBreaker();
  for (let count = 0; count < 3; count++) breaker.fail();
  clock.advance(60_000);
  expect(breaker.tryEnter()).toBe(true);
  breaker.leave();
  expect(breaker.tryEnter()).toBe(true);
});
