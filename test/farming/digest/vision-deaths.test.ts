import { expect, test } from 'vitest';
import { visionDeaths } from '../../../src/farming/digest/digest.ts';
import { aBarn, aFlock, aLog, aSnapshot, row } from '../../support/a-snapshot.ts';
import { ago } from '../../support/a-tidy-farm.ts';

const HOUR = 3_600_000;

function observation(hoursAgo: number, value: number | null, meta: unknown = null) {
  const id = `vision_${hoursAgo}_${value}`;
  const about = { kind: 'mortality', barnId: 'barn_1', source: 'east' };
  return row('vision-events', { id, ...about, value, ts: ago(hoursAgo * HOUR), meta });
}

function farmWith(seenDeaths: ReturnType<typeof observation>[], logged: number | null = 10) {
  return aSnapshot({
    barns: [aBarn()],
    liveFlocks: [aFlock()],
    liveLogs: [aLog('2026-11-20', { mortality: logged })],
    seenDeaths,
  });
}

test('without cameras that report deaths there is no comparison', () => {
  expect(visionDeaths(farmWith([]))).toEqual({ mortality24h: null, crossCheck: [] });
});

test('cameras whose last reports of deaths are older than a day have seen none', () => {
  expect(visionDeaths(farmWith([observation(24.01, 5)])).mortality24h).toBe(0);
  expect(visionDeaths(farmWith([observation(24, 5)])).mortality24h).toBe(5);
});

test('a bird tracked by one camera with a number counts once', () => {
  const events = [
    observation(1, 1, { trackId: 7 }),
    observation(2, 1, { trackId: 7 }),
    observation(3, 1, { trackId: 8 }),
  ];
  expect(visionDeaths(farmWith(events)).mortality24h).toBe(2);
});

test.each([
  ['3 birds apart, few died', 10, 7, false],
  ['4 birds apart, few died', 10, 14, true],
  ['a fifth apart, many died', 100, 80, false],
  ['more than a fifth apart, many died', 100, 121, true],
])('%s', (_what, logged, vision, mismatch) => {
  // 20 hours before noon it was 16:00 of 2026-11-20.
  const events = [observation(60, 0), observation(20, vision)];
  const [check] = visionDeaths(farmWith(events, logged)).crossCheck;
  expect(check).toEqual({
    flockId: 'flock_1',
    barnId: 'barn_1',
    date: '2026-11-20',
    vision,
    logged,
    difference: vision - logged,
    mismatch,
  });
});

test('cameras that started in the middle of the day cannot have too few', () => {
  const mismatchOf = (vision: number) =>
    visionDeaths(farmWith([observation(20, vision)], 8)).crossCheck[0]?.mismatch;
  expect([mismatchOf(3), mismatchOf(13)]).toEqual([false, true]);
});

test('an unlogged day is not checked', () => {
  expect(visionDeaths(farmWith([observation(20, 4)], null)).crossCheck).toEqual([]);
});

test('a day before cameras started to report deaths is not checked', () => {
  expect(visionDeaths(farmWith([observation(2, 1)]))).toEqual({ mortality24h: 1, crossCheck: [] });
});
