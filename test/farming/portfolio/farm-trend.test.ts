import { expect, test } from 'vitest';
import { farmTrend } from '../../../src/farming/portfolio/portfolio.ts';
import type {
  PortfolioFarm,
  PortfolioFlock,
} from '../../../src/farming/portfolio/portfolio-farm.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { row } from '../../support/a-snapshot.ts';

const TODAY = '2026-11-21';

/** A flock placed so many days ago, with the deaths of days that are so many days ago. */
function aFlock(placedDaysAgo: number, deaths: Readonly<Record<number, number | null>>) {
  const recentDays = Object.entries(deaths).map(([daysAgo, mortality]) => ({
    day: addDays(TODAY, -Number(daysAgo)),
    mortality,
  }));
  return { placementDate: addDays(TODAY, -placedDaysAgo), recentDays } as unknown as PortfolioFlock;
}

function deathsOf(...liveFlocks: readonly PortfolioFlock[]) {
  const farm = row('farms', { id: 'farm_1', name: 'North' });
  return farmTrend({ farm, today: TODAY, liveFlocks } as unknown as PortfolioFarm);
}

/** Fourteen days without a value, except those so many days ago. */
function days(known: Readonly<Record<number, number>>) {
  return Array.from({ length: 14 }, (_, index) => known[13 - index] ?? null);
}

test.each([
  ['no flocks: unknown', [], {}],
  ['one flock', [aFlock(30, { 14: 5, 13: 7, 1: 0, 0: 3 })], { 13: 7, 1: 0, 0: 3 }],
  [
    'two flocks are added',
    [aFlock(30, { 1: 4, 0: 3 }), aFlock(20, { 1: 6, 0: 1 })],
    { 1: 10, 0: 4 },
  ],
  ['a day is unknown if a flock was not logged', [aFlock(30, { 0: 3 }), aFlock(20, {})], {}],
  ['a log without deaths does not count', [aFlock(30, { 1: null, 0: 3 })], { 0: 3 }],
  [
    'a flock counts from its placement',
    [aFlock(30, { 2: 4, 0: 3 }), aFlock(1, { 0: 1 })],
    { 2: 4, 0: 4 },
  ],
] as const)('%s', (_, flocks, known) => {
  expect(deathsOf(...flocks)).toEqual({
    farmId: 'farm_1',
    from: '2026-11-08',
    deaths: days(known),
  });
});
