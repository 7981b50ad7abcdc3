import { expect, test } from 'vitest';
import { createMovableClock, createShiftedClock, systemClock } from '../../src/tools/clock.ts';

test('a manual clock does not move until it is set', () => {
  const clock = createMovableClock(1000);
  expect(clock.now()).toBe(1000);
  clock.advance(500);
  expect(clock.now()).toBe(1500);
  clock.set(200);
  expect(clock.now()).toBe(200);
});

test('a shifted clock runs on from where it was set', () => {
  const base = createMovableClock(0);
  const clock = createShiftedClock(1_000_000, base);
  expect(clock.now()).toBe(1_000_000);
  base.advance(10);
  expect(clock.now()).toBe(1_000_010);
  clock.advance(90);
  expect(clock.now()).toBe(1_000_100);
  clock.set(5);
  base.advance(1);
  expect(clock.now()).toBe(6);
});

test('the system clock returns the time of the machine', () => {
  const before = Date.now();
  const now = systemClock.now();
  expect(now).toBeGreaterThanOrEqual(before);
  expect(now).toBeLessThanOrEqual(Date.now());
});
