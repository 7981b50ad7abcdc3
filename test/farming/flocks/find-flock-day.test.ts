import { expect, test } from 'vitest';
import { buildFlockRecord } from '../../../src/farming/core/build-flock-record.ts';
import { findFlockDay, recentDays } from '../../../src/farming/core/flock-days.ts';
import { aFlock, logsFrom } from '../../support/a-snapshot.ts';

const logs = logsFrom('2026-11-01', [{ mortality: 1 }, { mortality: 2 }, { mortality: 3 }]).filter(
  ({ date }) => date !== '2026-11-02',
);
const record = buildFlockRecord(
  { flock: aFlock(), barn: undefined, logs, sales: [], smartWeight: undefined },
  { today: '2026-11-20', zone: 'UTC' },
);

test.each([
  ['2026-10-31', undefined],
  ['2026-11-01', 1],
  ['2026-11-02', undefined],
  ['2026-11-03', 3],
  ['2026-11-04', undefined],
])('on %s the log has %s dead birds', (day, dead) => {
  expect(findFlockDay(record, day)?.log?.mortality).toBe(dead);
});

test.each([
  ['2026-10-31', 7, []],
  ['2026-11-01', 1, [1]],
  ['2026-11-02', 1, []],
  ['2026-11-02', 2, [1]],
  ['2026-11-03', 1, [3]],
  ['2026-11-03', 3, [1, 3]],
  ['2026-11-09', 7, [3]],
  ['2026-11-10', 7, []],
])('up to %s, the last %i days have %j', (until, count, dead) => {
  expect(recentDays(record, until, count).map(({ log }) => log?.mortality)).toEqual(dead);
});
