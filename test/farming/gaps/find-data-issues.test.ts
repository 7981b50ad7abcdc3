import { describe, expect, test } from 'vitest';
import type { FarmSnapshot } from '../../../src/farming/core/farm-snapshot.ts';
import { findDataIssues } from '../../../src/farming/gaps/data-issues.ts';
import { aBarn, aFlock, aLog, aSnapshot, logsFrom, row } from '../../support/a-snapshot.ts';

/** Code and row of each issue of a farm with one flock and these parts. */
function issues(parts: Partial<FarmSnapshot>): string[] {
  const snapshot = aSnapshot({ barns: [aBarn()], liveFlocks: [aFlock()], ...parts });
  return findDataIssues(snapshot).map(({ code, resource, id }) => `${code} ${resource} ${id}`);
}

test('more birds removed than placed are reported', () => {
  const liveLogs = [aLog('2026-11-10', { mortality: 20_001 })];
  expect(issues({ liveLogs })).toEqual(['negative_population flocks flock_1']);
});

test('two logs of one day are both reported', () => {
  const liveLogs = [
    aLog('2026-11-10', { id: 'log_a', mortality: 1 }),
    aLog('2026-11-10', { id: 'log_b', mortality: 2 }),
  ];
  expect(issues({ liveLogs })).toEqual([
    'duplicate_log daily-logs log_a',
    'duplicate_log daily-logs log_b',
  ]);
});

describe('a log of 2026-11-10, day 9,', () => {
  test.each([
    [{ ageDays: 8 }, []],
    [{ ageDays: 10 }, []],
    [{ ageDays: 11 }, ['age_mismatch']],
    [{ ageDays: 7 }, ['age_mismatch']],
    [{ eggs: 10, eggsBroken: 10 }, []],
    [{ eggs: 10, eggsBroken: 11 }, ['eggs_broken_gt_eggs']],
    [{ eggsBroken: 11 }, []],
    [{ tempMin: 20, tempAvg: 20, tempMax: 20 }, []],
    [{ tempMin: 21, tempAvg: 20 }, ['temp_order']],
    [{ tempAvg: 21, tempMax: 20 }, ['temp_order']],
    [{ tempMin: 21, tempMax: 20 }, ['temp_order']],
    [{ date: '2026-11-21' }, []],
    [{ date: '2026-11-22' }, ['future_date']],
    [{ date: '2026-11-01' }, []],
    [{ date: '2026-10-31' }, ['log_before_placement']],
  ])('%j', (values, codes) => {
    const { date = '2026-11-10', ...rest } = values as Readonly<Record<string, unknown>>;
    const liveLogs = [aLog(String(date), { id: 'log_1', ...rest })];
    expect(issues({ liveLogs })).toEqual(codes.map((code) => `${code} daily-logs log_1`));
  });
});

test('records dated tomorrow are reported', () => {
  const date = '2026-11-22';
  expect(
    issues({
      sales: [row('sales', { id: 'sale_1', flockId: 'flock_1', date })],
      treatments: [row('treatments', { id: 'treatment_1', flockId: 'flock_1', date })],
      feedDeliveries: [row('feed-deliveries', { id: 'delivery_1', date })],
      expenses: [
        row('expenses', { id: 'expense_1', date }),
        row('expenses', { id: 'expense_2', date: '2026-11-21' }),
      ],
    }),
  ).toEqual([
    'future_date sales sale_1',
    'future_date treatments treatment_1',
    'future_date feed-deliveries delivery_1',
    'future_date expenses expense_1',
  ]);
});

describe('days without deaths', () => {
  const days = (count: number) => Array.from({ length: count }, () => ({ mortality: 0 }));

  test.each([
    ['9 of 20,000 birds', 9, 20_000, []],
    ['10 of 20,000 birds', 10, 20_000, ['zero_streak flocks flock_1']],
    ['10 of 5,001 birds', 10, 5001, ['zero_streak flocks flock_1']],
    ['10 of 5,000 birds', 10, 5000, []],
  ])('%s', (_what, count, chicksReceived, expected) => {
    const liveFlocks = [aFlock({ chicksReceived })];
    expect(issues({ liveFlocks, liveLogs: logsFrom('2026-11-05', days(count)) })).toEqual(expected);
  });

  test('do not continue across an unlogged day', () => {
    const liveLogs = [...logsFrom('2026-11-02', days(6)), ...logsFrom('2026-11-09', days(6))];
    expect(issues({ liveLogs })).toEqual([]);
  });
});

describe('identical figures', () => {
  const same = { mortality: 3, feedKg: 1500, waterL: 2600 };

  test.each([
    ['on 3 days', [same, same, same], []],
    ['on 4 days', [same, same, same, same], ['identical_values flocks flock_1']],
    ['with one exception', [same, same, { ...same, waterL: 2610 }, same], []],
    [
      'of deaths alone are ignored',
      [{ mortality: 3 }, { mortality: 3 }, { mortality: 3 }, { mortality: 3 }],
      [],
    ],
  ])('%s', (_what, entries, expected) => {
    expect(issues({ liveLogs: logsFrom('2026-11-10', entries) })).toEqual(expected);
  });
});

describe('weights', () => {
  test.each([
    ['up by a quarter in a day', '2026-11-11', 500, []],
    ['up by more', '2026-11-11', 501, ['weight_jump daily-logs log_2026-11-11']],
    // The weight is implausible and excluded, and so is the jump.
    ['down to half in a day', '2026-11-11', 200, ['suspect_value daily-logs log_2026-11-11']],
    ['more than doubled in a week', '2026-11-17', 900, []],
  ])('%s', (_what, day, avgWeightGr, expected) => {
    const liveLogs = [aLog('2026-11-10', { avgWeightGr: 400 }), aLog(day, { avgWeightGr })];
    expect(issues({ liveLogs })).toEqual(expected);
  });

  test('weights may grow fast in the first days', () => {
    const liveLogs = logsFrom('2026-11-01', [{ avgWeightGr: 44 }, { avgWeightGr: 62 }]);
    expect(issues({ liveLogs })).toEqual([]);
  });
});
