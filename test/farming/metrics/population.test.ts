import { assert, integer, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { ageDays } from '../../../src/farming/metrics/dates.ts';
import {
  cumulativeMortalityPct,
  dailyMortalityPct,
} from '../../../src/farming/metrics/mortality.ts';
import {
  dailyPopulation,
  flockLiveBirds,
  liveBirds,
  placedBirds,
} from '../../../src/farming/metrics/population.ts';

test.each([
  ['those received', { chicksOrdered: 20_000, chicksReceived: 19_950 }, 19_950],
  ['those ordered if none are counted', { chicksOrdered: 20_000, chicksReceived: null }, 20_000],
  ['none if none arrived', { chicksOrdered: 20_000, chicksReceived: 0 }, 0],
  ['unknown without both', { chicksOrdered: null, chicksReceived: null }, null],
])('the initial number of birds of a flock is %s', (_, placement, expected) => {
  expect(placedBirds(placement)).toBe(expected);
});

test.each([
  ['chicks on the day they are placed', '2026-11-01', 0, 0],
  ['chicks 20 days later', '2026-11-21', 0, 20],
  ['pullets that came at 16 weeks, a week later', '2026-11-08', 112, 119],
  ['chicks that are not placed yet', '2026-10-30', 0, -2],
  ['chicks across a clock change', '2026-10-26', null, -6],
])('the age of %s', (_, day, arrivalAgeDays, expected) => {
  expect(ageDays({ placementDate: '2026-11-01', arrivalAgeDays }, day)).toBe(expected);
});

describe('birds alive', () => {
  test.each([
    [20_000, 420, 19_580],
    [20_000, 20_000, 0],
    [20_000, 20_010, null],
    [null, 10, null],
  ])('the birds alive of %s placed and %s removed are %s', (placed, removed, expected) => {
    expect(liveBirds(placed, removed)).toBe(expected);
  });

  test('are never negative nor more than were placed, and unknown if more left', () =>
    assert(
      property(integer({ min: 0, max: 1e6 }), integer({ min: 0, max: 2e6 }), (placed, removed) => {
        const live = liveBirds(placed, removed);
        return live === null ? removed > placed : live >= 0 && live <= placed;
      }),
    ));
});

describe('the population of a day', () => {
  test('starts with the birds alive the day before and ends without those that left', () => {
    expect(dailyPopulation({ placed: 20_000, removedBefore: 100, removedOn: 15 })).toEqual({
      opening: 19_900,
      closing: 19_885,
      average: 19_892.5,
    });
  });

  test('is unknown if more left than were placed', () => {
    expect(dailyPopulation({ placed: 1000, removedBefore: 990, removedOn: 11 })).toBeNull();
  });

  test('is unknown without the number placed', () => {
    expect(dailyPopulation({ placed: null, removedBefore: 0, removedOn: 1 })).toBeNull();
  });
});

describe('the birds of a flock', () => {
  const flock = {
    status: 'active',
    placementDate: '2026-11-01',
    chicksOrdered: 20_000,
    chicksReceived: 19_950,
  };
  const losses = { mortality: 120, culls: 30, sold: 9600 };

  test.each([
    ['are those placed less dead, culled and sold ones', flock, '2026-12-11', 10_200],
    ['are none before the placement', flock, '2026-10-31', 0],
    ['are none if it was cancelled', { ...flock, status: 'cancelled' }, '2026-12-11', 0],
    ['are none once it is closed', { ...flock, status: 'closed' }, '2026-12-11', 0],
    ['are none while it is planned', { ...flock, status: 'planned' }, '2026-12-11', 0],
    [
      'are unknown without the number placed',
      { ...flock, chicksOrdered: null, chicksReceived: null },
      '2026-12-11',
      null,
    ],
  ])('%s', (_, input, day, expected) => {
    expect(flockLiveBirds(input, losses, day)).toBe(expected);
  });
});

describe('mortality', () => {
  test('mortality of a day is related to the birds of the morning', () => {
    expect(dailyMortalityPct(30, 15_000)).toBeCloseTo(0.2, 10);
  });

  test('is 0 if no bird died and unknown if deaths were not recorded', () => {
    expect(dailyMortalityPct(0, 15_000)).toBe(0);
    expect(dailyMortalityPct(null, 15_000)).toBeNull();
  });

  test('is unknown in an empty barn', () => {
    expect(dailyMortalityPct(0, 0)).toBeNull();
  });

  test('mortality since placement is related to the birds placed', () => {
    expect(cumulativeMortalityPct(640, 20_000)).toBeCloseTo(3.2, 10);
    expect(cumulativeMortalityPct(640, null)).toBeNull();
  });
});
