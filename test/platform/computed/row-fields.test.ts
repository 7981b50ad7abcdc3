import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/storage/core/database.ts';
import { openTestDatabase } from '../../support/databases.ts';
import { computePage } from './compute-page.ts';

// It is 2026-11-02 on the farm.
let database: Database;
beforeAll(async () => {
  database = await openTestDatabase('sqlite');
});
afterAll(() => database.close());

describe('a task', () => {
  test.each([
    ['due yesterday is overdue', { dueDate: '2026-11-01', status: 'open' }, true, null],
    ['due today is not overdue', { dueDate: '2026-11-02', status: 'open' }, false, null],
    ['that is blocked is overdue', { dueDate: '2026-11-01', status: 'blocked' }, true, null],
    ['that is completed is not overdue', { dueDate: '2026-11-01', status: 'done' }, false, null],
    [
      'that is cancelled is not overdue',
      { dueDate: '2026-11-01', status: 'cancelled' },
      false,
      null,
    ],
    ['without a day is not overdue', { status: 'open' }, false, null],
    [
      'that recurs weekly is due again in a week',
      { dueDate: '2026-11-02', frequency: 'weekly' },
      false,
      '2026-11-09',
    ],
    [
      'that recurs monthly and was cancelled is not due again',
      { dueDate: '2026-11-02', frequency: 'monthly', status: 'cancelled' },
      false,
      null,
    ],
    ['that recurs daily without a day is not due again', { frequency: 'daily' }, false, null],
  ])('%s', async (_, values, overdue, nextDueDate) => {
    expect(await computePage(database, 'tasks', [values])).toEqual([{ overdue, nextDueDate }]);
  });

  test('is overdue by the time zone of the farm', async () => {
    const task = { dueDate: '2026-11-01', status: 'open' };
    const [there] = await computePage(database, 'tasks', [task], { zone: 'America/New_York' });
    expect(there).toMatchObject({ overdue: false });
  });
});

describe('lateness of a feed order', () => {
  test.each([
    ['that did not arrive yesterday', { dueDate: '2026-11-01', status: 'in_transit' }, true],
    ['that may still arrive today', { dueDate: '2026-11-02', status: 'ordered' }, false],
    [
      'that arrived a day later',
      { dueDate: '2026-10-20', deliveredAt: '2026-10-21', status: 'delivered' },
      true,
    ],
    [
      'that arrived on the day',
      { dueDate: '2026-10-20', deliveredAt: '2026-10-20', status: 'delivered' },
      false,
    ],
    ['that arrived at an unknown time', { dueDate: '2026-10-20', status: 'delivered' }, null],
    ['that was cancelled', { dueDate: '2026-10-20', status: 'cancelled' }, false],
    ['that is a draft', { dueDate: '2026-10-20', status: 'draft' }, false],
    ['without a due date', { status: 'ordered' }, false],
  ])('%s', async (_, values, late) => {
    expect(await computePage(database, 'feed-orders', [values])).toEqual([{ late }]);
  });
});

describe('medicine', () => {
  test.each([
    ['of yesterday is expired', { expiryDate: '2026-11-01' }, true, -1, null],
    ['of today is not expired', { expiryDate: '2026-11-02' }, false, 0, null],
    ['of next month is not expired', { expiryDate: '2026-12-02' }, false, 30, null],
    ['below the minimum is low', { quantity: 9.5, minQuantity: 10 }, null, null, true],
    ['at the minimum is not low', { quantity: 10, minQuantity: 10 }, null, null, false],
    ['of unknown stock has an unknown state', { minQuantity: 10 }, null, null, null],
  ])('%s', async (_, values, ...[expired, daysToExpiry, lowStock]) => {
    expect(await computePage(database, 'medicine', [values])).toEqual([
      { expired, daysToExpiry, lowStock },
    ]);
  });
});

describe('a regulation item', () => {
  const dates = { dueDate: '2026-10-31', expiryDate: '2027-10-31' };

  test.each([
    ['that was due is overdue', { ...dates, status: 'due' }, -2, true],
    ['with an overdue status is overdue', { status: 'overdue' }, null, true],
    ['that was submitted is not overdue', { ...dates, status: 'submitted' }, -2, false],
    [
      'with a day of completion is not overdue',
      { ...dates, status: 'due', completedAt: '2026-10-30' },
      -2,
      false,
    ],
    ['that was granted counts days to its end', { ...dates, status: 'approved' }, 363, false],
    ['that ended continues to count', { expiryDate: '2026-10-31', status: 'expired' }, -2, false],
    [
      'with only an end counts days to it',
      { expiryDate: '2026-11-12', status: 'upcoming' },
      10,
      false,
    ],
    ['that does not apply has no count', { ...dates, status: 'not_applicable' }, null, false],
  ])('%s', async (_, values, daysLeft, overdue) => {
    expect(await computePage(database, 'reg-items', [values])).toEqual([{ daysLeft, overdue }]);
  });
});

test('a sale has the weight of the birds and the number rejected', async () => {
  const sale = { birdsCount: 9600, totalWeightKg: 25_447, condemnedCount: 131 };
  // 2.65072… kg and 1.36458… %.
  expect(await computePage(database, 'sales', [sale, {}])).toEqual([
    { avgWeightKg: 2.651, condemnationPct: 1.36, suspect: [] },
    { avgWeightKg: null, condemnationPct: null, suspect: [] },
  ]);
});

test('the amount of a market order is its quantity times its price', async () => {
  const orders = [{ quantity: 120.5, price: 37.99 }, { quantity: 120 }, { price: 38 }];
  expect(await computePage(database, 'market-orders', orders)).toEqual([
    { total: 4577.8 },
    { total: null },
    { total: null },
  ]);
});

test('a media item has an address once it has content', async () => {
  const items = [{ id: 'media_a', sizeBytes: 12_345 }, { id: 'media_b' }];
  expect(await computePage(database, 'media', items)).toEqual([
    { url: '/v1/platform/os/media/media_a/content' },
    { url: null },
  ]);
});
