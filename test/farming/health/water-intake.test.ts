import { expect, test } from 'vitest';
import { liveFlocksOf } from '../../../src/farming/core/farm-flocks.ts';
import { waterDropOn } from '../../../src/farming/health/water-intake.ts';
import { aBarn, aFlock, aSnapshot, logsFrom, TODAY } from '../../support/a-snapshot.ts';

const DAYS = 13;

/**
 * The deficit in water of 10,000 birds of 13 days today, by ml of each day and ml per g of feed.
 */
function dropOf(mlOn: (age: number) => number, mlPerG: (age: number) => number): number | null {
  const ages = Array.from({ length: DAYS }, (_, index) => index + 1);
  const snapshot = aSnapshot({
    barns: [aBarn()],
    liveFlocks: [
      aFlock({ placementDate: '2026-11-08', chicksReceived: 10_000, breed: 'Cobb 500' }),
    ],
    liveLogs: logsFrom(
      '2026-11-09',
      ages.map((age) => ({
        mortality: 0,
        waterL: mlOn(age) * 10,
        feedKg: (mlOn(age) / mlPerG(age)) * 10,
      })),
    ),
  });
  const [record] = liveFlocksOf(snapshot);
  return record ? waterDropOn(record, TODAY) : null;
}

/** 20 ml on the first day, 126 ml on the thirteenth; chicks grow faster by the standard. */
const rising = (age: number) => 20 + ((126 - 20) / 12) * (age - 1);

test('water intake in proportion to feed is not too low', () => {
  expect(dropOf(rising, () => 1.8)).toBeLessThan(5);
});

test('a decreasing water intake with constant feed is too low', () => {
  // Down by 6 % a day on the last four days: 22 % less than on the fifth day before.
  const remainingShare = (age: number) => 0.94 ** Math.max(0, age - 9);
  const drop = dropOf(
    (age) => rising(age) * remainingShare(age),
    (age) => 1.8 * remainingShare(age),
  );
  expect(drop).toBeGreaterThan(15);
});
