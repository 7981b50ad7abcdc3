import { expect, test } from 'vitest';
import { closedFlocksOf, liveFlocksOf } from '../../../src/farming/core/farm-flocks.ts';
import { aBarn, aFlock, aLog, aSnapshot, row } from '../../support/a-snapshot.ts';

const SMART = {
  flockId: 'flock_2',
  at: '2026-11-21T06:00:00.000Z',
  weightG: 700,
  lowG: 690,
  highG: 710,
  uncalibrated: false,
  sources: [],
} as const;

test('live flocks are those active and selling, each with its rows', () => {
  const snapshot = aSnapshot({
    barns: [aBarn()],
    liveFlocks: [
      aFlock({ status: 'selling' }),
      aFlock({ id: 'flock_2', barnId: 'barn_gone' }),
      aFlock({ id: 'flock_3', status: 'planned' }),
    ],
    liveLogs: [
      aLog('2026-11-02', { mortality: 3 }),
      aLog('2026-11-02', { flockId: 'flock_2', mortality: 5 }),
    ],
    sales: [row('sales', { flockId: 'flock_1', date: '2026-11-20', birdsCount: 100 })],
    smartWeights: [SMART],
  });
  const records = liveFlocksOf(snapshot);
  expect(records.map(({ flock, barn, live }) => [flock.id, barn?.id, live])).toEqual([
    ['flock_1', 'barn_1', 19_897],
    ['flock_2', undefined, 19_995],
  ]);
  expect(records.map(({ weight }) => weight?.g)).toEqual([undefined, 700]);
});

test('closed flocks have their logs and sales, and no camera weight', () => {
  const snapshot = aSnapshot({
    closedFlocks: [
      aFlock({ id: 'flock_2', status: 'closed', closedAt: '2026-11-10T10:00:00.000Z' }),
    ],
    closedLogs: [aLog('2026-11-09', { flockId: 'flock_2', mortality: 4, avgWeightGr: 300 })],
    sales: [row('sales', { flockId: 'flock_2', date: '2026-11-10', birdsCount: 19_000 })],
    smartWeights: [SMART],
  });
  const [record] = closedFlocksOf(snapshot);
  expect(record).toMatchObject({ lastDay: '2026-11-10', ageDays: 9, live: 0 });
  expect(record?.days.at(-1)).toMatchObject({ day: '2026-11-10', closing: 996 });
  expect(record?.weight).toEqual({
    g: 300,
    source: 'manual',
    day: '2026-11-09',
    uncalibrated: false,
  });
});

test('a farm without flocks has an empty list', () => {
  expect(liveFlocksOf(aSnapshot())).toEqual([]);
  expect(closedFlocksOf(aSnapshot())).toEqual([]);
});

test('flocks are computed once per snapshot', () => {
  const snapshot = aSnapshot({ liveFlocks: [aFlock()], closedFlocks: [aFlock({ id: 'flock_2' })] });
  expect(liveFlocksOf(snapshot)).toBe(liveFlocksOf(snapshot));
  expect(closedFlocksOf(snapshot)).toBe(closedFlocksOf(snapshot));
  expect(liveFlocksOf({ ...snapshot })).not.toBe(liveFlocksOf(snapshot));
});
