import { expect, test } from 'vitest';
import { closedFlocksOf, liveFlocksOf } from '../../../src/farming/core/farm-flocks.ts';
import { usualMortality } from '../../../src/farming/health/mortality.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { aBarn, aFlock, aLog, aSnapshot } from '../../support/a-snapshot.ts';

/** Logs of a closed flock of 10,000 over 42 days with these deaths a day. */
function closedLogs(flockId: string, placementDate: string, mortality: number) {
  return Array.from({ length: 42 }, (_, index) => {
    const day = addDays(placementDate, index + 1);
    return aLog(day, { id: `${flockId}_${day}`, flockId, mortality });
  });
}

function closed(id: string, placementDate: string, values = {}) {
  const chicks = { chicksOrdered: 10_000, chicksReceived: 10_000 };
  return aFlock({ id, status: 'closed', placementDate, ...chicks, ...values });
}

function expectedAt(ageDays: number, values = {}, mine = {}) {
  const snapshot = aSnapshot({
    barns: [aBarn()],
    liveFlocks: [aFlock(mine)],
    closedFlocks: [
      closed('flock_a', '2026-08-01', values),
      closed('flock_b', '2026-06-01', values),
    ],
    closedLogs: [
      ...closedLogs('flock_a', '2026-08-01', 10),
      ...closedLogs('flock_b', '2026-06-01', 4),
    ],
  });
  const [record] = liveFlocksOf(snapshot);
  if (!record) throw new Error('there is no flock');
  return usualMortality(record, ageDays, { history: closedFlocksOf(snapshot), flocksNeeded: 2 });
}

test('two closed flocks give the median of their losses at that age', () => {
  // 20 days of 10 and of 4 in 10,000: 2 % and 0.8 %.
  const { pct, basis } = expectedAt(20);
  expect([pct, basis]).toEqual([1.4, 'farm']);
});

test('flocks that did not live as long are excluded', () => {
  expect(expectedAt(43).basis).toBe('curve');
});

test('flocks placed at another age are excluded', () => {
  expect(expectedAt(20, { arrivalAgeDays: 112 }).basis).toBe('curve');
});

test('flocks with few recorded deaths are excluded', () => {
  expect(expectedAt(20, { placementDate: '2026-09-01' }).basis).toBe('curve');
});

test('the curve counts from placement on', () => {
  // 0.66 % in the first week; hens placed at 112 days have no such losses here.
  expect(expectedAt(7, { arrivalAgeDays: 112 }).pct).toBeCloseTo(0.66, 6);
  const hens = { breed: 'Hy-Line Brown', arrivalAgeDays: 112 };
  expect(expectedAt(112, {}, hens)).toEqual({ pct: 0, basis: 'curve' });
  // 0.07 % a week.
  expect(expectedAt(126, {}, hens).pct).toBeCloseTo(0.14, 6);
});
