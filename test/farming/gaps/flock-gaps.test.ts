import { describe, expect, test } from 'vitest';
import { contextOf } from '../../../src/farming/context/build-context.ts';
import { findGaps } from '../../../src/farming/gaps/find-gaps.ts';
import { standardWeightG } from '../../../src/farming/standards/standard-values.ts';
import { addDays, daysBetween } from '../../../src/tools/calendar.ts';
import { aFlock, aLog, NOON, row, TODAY } from '../../support/a-snapshot.ts';
import { ago, aPhoto, aTidyFarm, gapsWith, weighedDaysAgo } from '../../support/a-tidy-farm.ts';

const HOUR = 3_600_000;
const MINUTE = 60_000;

test('a farm of layers requires eggs in the log', () => {
  const flock = aFlock({ breed: 'Lohmann Brown' });
  // Of 19 days.
  const liveLogs = weighedDaysAgo(1).map((log) => ({ ...log, avgWeightGr: 190 }));
  const [gap] = findGaps(aTidyFarm({ liveFlocks: [flock], liveLogs }));
  expect(gap?.fix.body).toEqual({
    flockId: 'flock_1',
    date: TODAY,
    mortality: null,
    feedKg: null,
    waterL: null,
    eggs: null,
  });
});

describe('a flock without a log of today', () => {
  test.each([
    ['at 11:59', NOON - MINUTE, 1, 'info'],
    ['at 12:00', NOON, 1, 'warning'],
    ['at 11:59 when yesterday is missing too', NOON - MINUTE, 2, 'critical'],
    ['at 12:00 when yesterday is missing too', NOON, 2, 'critical'],
  ])('%s is reported accordingly', (_when, now, lastLogDaysAgo, severity) => {
    expect(gapsWith({ now, liveLogs: weighedDaysAgo(lastLogDaysAgo) })).toEqual([
      `flock_no_log_today ${severity}`,
    ]);
  });

  test('states since when, how many days, and how to close it', () => {
    expect(findGaps(aTidyFarm({ liveLogs: weighedDaysAgo(3) }))).toEqual([
      {
        kind: 'flock_no_log_today',
        key: 'flock_no_log_today:flock_1',
        severity: 'critical',
        title: {
          text: 'gap.flock_no_log_today.title',
          params: {
            flock: 'B1-2611',
            day: { day: '2026-11-18' },
            days: { quantity: 3, unit: 'days' },
            count: 3,
          },
        },
        message: {
          text: 'gap.flock_no_log_today.last',
          params: {
            flock: 'B1-2611',
            day: { day: '2026-11-18' },
            days: { quantity: 3, unit: 'days' },
            count: 3,
          },
        },
        ids: { flockId: 'flock_1', barnId: 'barn_1' },
        count: 3,
        since: '2026-11-19',
        fix: {
          method: 'POST',
          path: '/daily-logs',
          // The first of the missing days; a file adds all of them.
          body: {
            ...{ flockId: 'flock_1', date: '2026-11-19' },
            ...{ mortality: null, feedKg: null, waterL: null },
          },
          action: 'log_daily',
          import: '/os/import/daily-logs',
        },
      },
    ]);
  });

  test('placed today causes only a warning: no log was due yesterday', () => {
    const liveFlocks = [aFlock({ placementDate: TODAY })];
    expect(gapsWith({ liveFlocks, liveLogs: [] })).toEqual(['flock_no_log_today warning']);
  });

  test.each([
    ['yesterday', '2026-11-20', 1, 'warning', '2026-11-21'],
    ['five days ago', '2026-11-16', 5, 'critical', '2026-11-17'],
  ])('placed %s and never logged lacks the days after it', (_, placementDate, ...expected) => {
    const liveFlocks = [aFlock({ placementDate })];
    const [gap] = findGaps(aTidyFarm({ liveFlocks, liveLogs: [] }));
    expect([gap?.count, gap?.severity, gap?.since]).toEqual(expected);
    expect(gap?.message.params).toMatchObject({ day: { day: placementDate } });
  });

  test('a flock that is not placed yet, or has a log of today, is not a gap', () => {
    expect(gapsWith({ liveFlocks: [aFlock({ status: 'planned' })], liveLogs: [] })).toEqual([]);
    expect(
      gapsWith({ liveFlocks: [aFlock({ placementDate: '2026-11-22' })], liveLogs: [] }),
    ).toEqual([]);
  });
});

describe('a flock that is not weighed', () => {
  const logged = aLog(TODAY, { id: 'log_today', mortality: 1 });

  // Nothing is logged between the weighing and today.
  const hole = 'flock_days_unlogged warning';

  test.each([
    [6, [hole]],
    [7, [hole, 'flock_not_weighed_7d warning']],
    [10, [hole, 'flock_not_weighed_7d warning']],
    [11, ['flock_not_weighed_7d critical', hole]],
  ])('a flock that is not weighed for %i days', (days, gaps) => {
    const weighingGaps = gapsWith({ liveLogs: [...weighedDaysAgo(days), logged] });
    expect(weighingGaps.toSorted()).toEqual(gaps.toSorted());
  });

  test('is not reported as never weighed if its weighings are implausible', () => {
    // 5,200 g at 13 days; Ross 308 weighs about a tenth of that.
    const doubted = aLog(addDays(TODAY, -7), { id: 'log_7', mortality: 1, avgWeightGr: 5200 });
    const gap = findGaps(aTidyFarm({ liveLogs: [doubted, logged] })).find(
      ({ kind }) => kind === 'flock_not_weighed_7d',
    );
    expect(gap?.message.text).toBe('gap.flock_not_weighed_7d.doubted');
  });

  test.each([
    [6, []],
    [7, ['flock_not_weighed_7d warning']],
    [11, ['flock_not_weighed_7d critical']],
  ])('a flock that is not weighed since it was placed %i days ago', (days, gaps) => {
    const liveFlocks = [aFlock({ placementDate: addDays(TODAY, -days) })];
    expect(gapsWith({ liveFlocks, liveLogs: [logged] })).toEqual(gaps);
  });

  test('manually but by cameras is a note', () => {
    const smartWeights = [
      {
        ...{ flockId: 'flock_1', at: ago(HOUR), weightG: 950, lowG: 930, highG: 970 },
        ...{ uncalibrated: false, sources: [] },
      },
    ];
    expect(gapsWith({ liveLogs: [...weighedDaysAgo(12), logged], smartWeights })).toEqual([
      hole,
      'flock_not_weighed_7d info',
    ]);
  });

  test('gets its weight into the log of today, or into a new one', () => {
    const liveFlocks = [aFlock(), aFlock({ id: 'flock_2', barnId: 'barn_2' })];
    const fixes = findGaps(aTidyFarm({ liveFlocks, liveLogs: [logged] }))
      .filter(({ kind }) => kind === 'flock_not_weighed_7d')
      .map(({ fix }) => fix);
    expect(fixes).toEqual([
      {
        method: 'PATCH',
        path: '/daily-logs/log_today',
        body: { avgWeightGr: null },
        action: 'log_daily',
      },
      {
        method: 'POST',
        path: '/daily-logs',
        body: { flockId: 'flock_2', date: TODAY, avgWeightGr: null },
        action: 'log_daily',
      },
    ]);
  });
});

describe('pictures', () => {
  test.each([
    ['of the flock', [aPhoto], '2026-11-01', []],
    ['of its barn', [row('media', { kind: 'image', barnId: 'barn_1' })], '2026-11-01', []],
    [
      'of another flock in the same barn',
      [row('media', { kind: 'image', barnId: 'barn_1', flockId: 'flock_2' })],
      '2026-11-01',
      ['no_recent_photos info'],
    ],
    ['missing, the flock came 7 days ago', [], '2026-11-14', ['no_recent_photos info']],
    ['missing, the flock came 6 days ago', [], '2026-11-15', []],
  ])('%s', (_what, recentPhotos, placementDate, gaps) => {
    const liveFlocks = [aFlock({ placementDate })];
    // As Ross 308 weighs on that day.
    const avgWeightGr = standardWeightG('ross_308', daysBetween(placementDate, TODAY));
    const liveLogs = [aLog(TODAY, { mortality: 3, avgWeightGr })];
    expect(gapsWith({ recentPhotos, liveFlocks, liveLogs })).toEqual(gaps);
  });
});

describe('a day without a log within the life of a flock', () => {
  // Placed on 1 November; today is the 21st, so the 2nd to the 20th are due: 19 days.
  const logOf = (day: string, values: object = {}) =>
    aLog(day, { id: `log_${day}`, mortality: 3, ...values });
  const everyDay = Array.from({ length: 19 }, (_, index) => addDays('2026-11-02', index));
  const foundWith = (days: readonly string[], values: Record<string, object> = {}) =>
    findGaps({
      ...aTidyFarm(),
      liveLogs: days.map((day) => logOf(day, values[day])),
    }).filter(({ kind }) => kind === 'flock_days_unlogged');
  const without = (...missing: readonly string[]) =>
    everyDay.filter((day) => !missing.includes(day));

  test('is a gap with the day, the count and the log to write', () => {
    expect(foundWith(without('2026-11-15'))).toMatchObject([
      {
        severity: 'warning',
        count: 1,
        since: '2026-11-15',
        message: { params: { count: 1, days: 19, day: { day: '2026-11-15' } } },
        fix: {
          method: 'POST',
          path: '/daily-logs',
          body: { flockId: 'flock_1', date: '2026-11-15', mortality: null },
        },
      },
    ]);
  });

  test('counts as in the deaths of the flock elsewhere', () => {
    const days = without('2026-11-10', '2026-11-15', '2026-11-20');
    const [gap] = foundWith(days);
    const snapshot = aTidyFarm({ liveLogs: days.map((day) => logOf(day)) });
    const [flock] = contextOf(snapshot, { depth: 'summary' }).flocks;
    expect([gap?.count, flock?.mortalityDaysUnlogged, flock?.mortalityDays]).toEqual([3, 3, 19]);
  });

  test('includes a log without deaths, which its fix completes', () => {
    const log = { mortality: null, feedKg: 900 };
    expect(foundWith(everyDay, { '2026-11-15': log })).toMatchObject([
      { since: '2026-11-15', fix: { method: 'PATCH', path: '/daily-logs/log_2026-11-15' } },
    ]);
  });

  test('includes the days before the first log', () => {
    expect(foundWith(everyDay.slice(5))).toMatchObject([
      { count: 5, since: '2026-11-02', fix: { body: { date: '2026-11-02' } } },
    ]);
  });

  test('does not include days after the last log, which another gap reports', () => {
    expect(foundWith(everyDay)).toEqual([]);
    expect(foundWith(everyDay.slice(0, -3))).toEqual([]);
    expect(foundWith([])).toEqual([]);
  });
});
