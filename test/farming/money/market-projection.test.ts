import { expect, test } from 'vitest';
import { marketProjection } from '../../../src/farming/accounting/market-projection.ts';
import { liveFlocksOf } from '../../../src/farming/core/farm-flocks.ts';
import type { FarmSnapshot } from '../../../src/farming/core/farm-snapshot.ts';
import type { FlockRecord } from '../../../src/farming/core/flock-record.ts';
import { expectedRevenue } from '../../../src/farming/money/flock-profit.ts';
import { aBarn, aFlock, aLog, aSnapshot, row } from '../../support/a-snapshot.ts';

const soldAt750 = row('sales', {
  flockId: 'flock_0',
  date: '2026-11-01',
  totalWeightKg: 1000,
  totalAmount: 7500,
});

function aFarm(flock: object, parts: Partial<FarmSnapshot> = {}) {
  const liveFlocks = [aFlock({ chicksReceived: 10_000, ...flock })];
  return aSnapshot({ barns: [aBarn()], liveFlocks, sales: [soldAt750], ...parts });
}

function recordOf(snapshot: FarmSnapshot): FlockRecord {
  const [record] = liveFlocksOf(snapshot);
  if (!record) throw new Error('The farm has no flock.');
  return record;
}

test.each([
  ['the planned day', { plannedMarketDate: '2026-12-11' }, '2026-12-11', 'planned_date'],
  ['today if that has passed', { plannedMarketDate: '2026-11-11' }, '2026-11-21', 'planned_date'],
  // The standard is 1999 g at 32 days and 2097 g at 33: placed on 1 November, that is 4 December.
  ['the day of the target weight', { targetWeightKg: 2 }, '2026-12-04', 'target_weight'],
  ['the usual age if the weight is not reached', { targetWeightKg: 9 }, '2026-12-13', 'usual_age'],
  ['the usual age', {}, '2026-12-13', 'usual_age'],
  ['the usual age, older at placement', { arrivalAgeDays: 10 }, '2026-12-03', 'usual_age'],
])('the sale of a flock is on %s', (_, flock, day, basis) => {
  const snapshot = aFarm(flock);
  expect(marketProjection(recordOf(snapshot), snapshot)).toMatchObject({ day, basis });
});

test('birds below the standard reach their target later', () => {
  // 841.5 g at 20 days is 0.9 of 935 g; 2 kg is reached where the standard is 2222.2 g: at 34.3 days.
  const liveLogs = [aLog('2026-11-21', { avgWeightGr: 841.5 })];
  const snapshot = aFarm({ targetWeightKg: 2 }, { liveLogs });
  expect(marketProjection(recordOf(snapshot), snapshot)).toMatchObject({
    day: '2026-12-06',
    ageDays: 35,
    // 0.9 × 2296 g
    weightKg: expect.closeTo(2.0664, 6),
  });
});

test('hens have no sale date except a planned one, and no known revenue', () => {
  const hens = { breed: 'Lohmann Brown', placementDate: '2026-03-01', arrivalAgeDays: 120 };
  const unplanned = aFarm(hens);
  expect(marketProjection(recordOf(unplanned), unplanned)).toBeNull();
  const planned = aFarm({ ...hens, plannedMarketDate: '2026-12-31' });
  expect(marketProjection(recordOf(planned), planned)).toMatchObject({
    day: '2026-12-31',
    revenue: null,
  });
});

test('a flock of an unknown breed or without a price has no expected revenue', () => {
  const unknown = aFarm({ breed: 'Heritage' });
  expect(marketProjection(recordOf(unknown), unknown)).toMatchObject({
    day: '2026-12-13',
    weightKg: null,
    kg: null,
    revenue: null,
  });
  const priceless = aFarm({}, { sales: [] });
  expect(marketProjection(recordOf(priceless), priceless)).toMatchObject({
    weightKg: 2.998,
    revenue: null,
  });
});

test('expected revenue is revenue so far plus the remaining birds', () => {
  const ownSale = row('sales', {
    id: 'sale_2',
    flockId: 'flock_1',
    date: '2026-11-21',
    birdsCount: 4000,
    totalWeightKg: 4000,
    totalAmount: 30_000,
  });
  const snapshot = aFarm({ plannedMarketDate: '2026-11-21' }, { sales: [soldAt750, ownSale] });
  // 30,000 + 6000 birds × 0.935 kg × 7.50 (37,500 / 5000 kg)
  expect(expectedRevenue(recordOf(snapshot), snapshot)).toBeCloseTo(30_000 + 42_075, 6);
});

test('expected revenue is unknown while a sale has no amount', () => {
  const ownSale = row('sales', {
    id: 'sale_2',
    flockId: 'flock_1',
    date: '2026-11-20',
    birdsCount: 9,
  });
  const snapshot = aFarm({}, { sales: [soldAt750, ownSale] });
  expect(expectedRevenue(recordOf(snapshot), snapshot)).toBeNull();
});
