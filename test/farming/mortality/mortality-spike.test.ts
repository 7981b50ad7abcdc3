import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { liveFlocksOf } from '../../../src/farming/core/farm-flocks.ts';
import {
  isSpike,
  mayBeSpike,
  mortalitySpike,
} from '../../../src/farming/health/mortality-spike.ts';
import { defaultThresholds } from '../../../src/model/thresholds.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { aBarn, aFlock, aSnapshot, logsFrom, TODAY } from '../../support/a-snapshot.ts';

/** The spike of today in a flock whose newest logs have these deaths, the last of them today's. */
function spikeAfter(deaths: readonly (number | null)[], flock: Record<string, unknown> = {}) {
  return mortalitySpike(recordAfter(deaths, flock), TODAY, defaultThresholds);
}

function recordAfter(deaths: readonly (number | null)[], flock: Record<string, unknown> = {}) {
  const first = addDays(TODAY, 1 - deaths.length);
  const liveLogs = logsFrom(
    first,
    deaths.map((mortality) => ({ mortality })),
  );
  const snapshot = aSnapshot({ barns: [aBarn()], liveFlocks: [aFlock(flock)], liveLogs });
  const [record] = liveFlocksOf(snapshot);
  if (!record) throw new Error('there is no flock');
  return record;
}

const week = (deaths: number) => Array.from({ length: 7 }, () => deaths);

describe('a warning', () => {
  test('is raised at 2.5 times the mean of the seven days before', () => {
    // 20,000 placed, 63 dead before; 24 − 9 = 15 is above 3.5·√9 = 10.5.
    expect(spikeAfter([...week(9), 24])).toEqual({
      flag: true,
      severity: 'warning',
      ratio: 24 / 9,
      baseline: '7d',
      avg7: 9,
      basisDays: 7,
      deaths: 24,
      pct: (24 / 19_937) * 100,
    });
  });

  test.each([
    // Deaths of the seven days before, deaths of today, flagged.
    [9, 23, true],
    // Not 2.5 times the mean.
    [9, 22, false],
    // 2.5 times the mean, but 10 − 4 is below 3.5·√4 = 7.
    [4, 10, false],
    [4, 11, true],
    // Far more than the least of 0.5, but fewer than five birds.
    [0, 4, false],
    [0, 5, true],
    [1, 4, false],
  ])('a warning after %d deaths a day, %d deaths today: %s', (usual, today, flag) => {
    const spike = spikeAfter([...week(usual), today]);
    expect([spike.flag, spike.severity]).toEqual([flag, flag ? 'warning' : null]);
  });

  test('takes the mean of the recorded days only', () => {
    // (8 + 10 + 9) / 3 = 9.
    const spike = spikeAfter([8, null, 10, null, 9, null, null, 24]);
    expect(spike).toMatchObject({ flag: true, avg7: 9, basisDays: 3, baseline: '7d' });
  });

  test('requires three recorded days among the seven before', () => {
    const spike = spikeAfter([50, 8, null, 10, null, null, null, null, 24]);
    expect(spike).toMatchObject({
      flag: false,
      avg7: null,
      basisDays: 2,
      ratio: null,
      baseline: 'insufficient',
    });
  });
});

describe('critical', () => {
  test('is half a percent of the birds in a day, whatever the days before', () => {
    expect(spikeAfter([100])).toMatchObject({
      flag: true,
      severity: 'critical',
      baseline: 'insufficient',
      ratio: null,
      pct: 0.5,
    });
    expect(spikeAfter([99]).flag).toBe(false);
  });

  test('is a quarter of a percent on two consecutive days', () => {
    // 50 of 20,000, then 50 of 19,950.
    expect(spikeAfter([50, 50])).toMatchObject({ flag: true, severity: 'critical' });
    expect(spikeAfter([49, 50]).flag).toBe(false);
    expect(spikeAfter([50, null, 50]).flag).toBe(false);
  });

  test('is 2.9 times the previous mean on two consecutive days', () => {
    // 2.9 × 8 = 23.2; the mean that counts is that before the first of the two days.
    expect(spikeAfter([...week(8), 24, 24])).toMatchObject({ severity: 'critical' });
    expect(spikeAfter([...week(8), 23, 24])).toMatchObject({ severity: 'warning' });
    expect(spikeAfter([...week(8), 24, 23])).toMatchObject({ severity: 'warning' });
  });

  test('is not raised by five deaths in a flock without losses before', () => {
    expect(spikeAfter([...week(0), 0, 5])).toMatchObject({ flag: true, severity: 'warning' });
  });
});

describe('the usual deaths', () => {
  test('are not raised by an outbreak that began slowly', () => {
    // 10 a day until six days ago, then a fifth more every day: 12, 14, 17, 21, 25, 30.
    const rising = [...week(10), 12, 14, 17, 21, 25];
    expect(spikeAfter([...rising, 30])).toMatchObject({ severity: 'warning', avg7: 109 / 7 });
    // By the mean of the seven days before, 15.57, that would be less than twice as many.
    expect(spikeAfter([...rising, 24])).toMatchObject({ severity: null });
  });

  test('rise with the mortality curve at the end of the life of broilers', () => {
    // By the curve 0.18 % die on day 42, and 0.14 % on the mean of days 35 to 41: 1.2857 times.
    const old = { placementDate: addDays(TODAY, -42) };
    expect(spikeAfter([...week(20), 64], old)).toMatchObject({ severity: null });
    expect(spikeAfter([...week(20), 65], old)).toMatchObject({ severity: 'warning' });
  });

  test('critical shares of the birds are above 3.5 times the curve', () => {
    // 0.63 % of 20,000 at 42 days are 126; at 20 days 0.5 % are 100.
    const old = { placementDate: addDays(TODAY, -42) };
    expect(spikeAfter([100])).toMatchObject({ severity: 'critical' });
    expect(spikeAfter([125], old)).toMatchObject({ severity: null });
    expect(spikeAfter([126], old)).toMatchObject({ severity: 'critical' });
  });

  test('few deaths on two days may be chance, however far above the usual', () => {
    // 2 × 1 are usual, ± √(2 + 4/7): chance changes the mean of the week as well. 7·√2.57 = 11.2
    // above it is far beyond chance.
    expect(spikeAfter([...week(1), 6, 7])).toMatchObject({ severity: 'warning' });
    expect(spikeAfter([...week(1), 7, 7])).toMatchObject({ severity: 'critical' });
  });

  test('two bad days after a good week of a small flock are not a critical spike', () => {
    // 8 deaths in a week and 14 in two days, of 5,000: 14 − 2.29 = 11.7 is below 7·√2.94 = 12.
    const small = { chicksOrdered: 5000, chicksReceived: 5000 };
    const deaths = [4, 1, 4, 2, 4, 2, 3, 2, 2, 2, 1, 1, 0, 1, 1, 5, 9];
    expect(spikeAfter(deaths, small)).toMatchObject({ severity: 'warning' });
  });

  test('half a percent of the birds is critical if it is 3.5 times the usual losses of the flock', () => {
    // 30 a day, 0.15 %, of 20,000: 100 are 0.51 % and 3.3 times as many, 106 are 3.5 times as many.
    expect(spikeAfter([...week(30), 100])).toMatchObject({ severity: 'warning' });
    expect(spikeAfter([...week(30), 106])).toMatchObject({ severity: 'critical' });
    expect(spikeAfter([...week(20), 100])).toMatchObject({ severity: 'critical' });
  });
});

describe('in the first four days', () => {
  // 0.13 % of 20,000 chicks are expected on days 3 and 4: 26.
  const chicks = { placementDate: addDays(TODAY, -4) };

  test('deaths are compared with the mortality curve', () => {
    expect(spikeAfter([10, 20, 22, 26, 26], chicks)).toMatchObject({
      flag: false,
      ratio: 1,
      baseline: 'curve',
    });
    expect(spikeAfter([10, 20, 22, 26, 66], chicks)).toMatchObject({
      severity: 'warning',
      baseline: 'curve',
    });
    expect(spikeAfter([10, 20, 22, 26, 65], chicks)).toMatchObject({ severity: null });
  });

  test('deaths on the day of placement count for the first day', () => {
    // 0.1 % of 20,000 are 20; more than 2.5 times that is a warning.
    const placed = { placementDate: TODAY };
    expect(spikeAfter([50], placed)).toMatchObject({ flag: false, ratio: 2.5 });
    expect(spikeAfter([51], placed)).toMatchObject({ severity: 'warning' });
  });

  test('hens placed at 112 days are not chicks', () => {
    const hens = { placementDate: addDays(TODAY, -3), arrivalAgeDays: 112, breed: 'Hy-Line Brown' };
    expect(spikeAfter([1, 2, 1, 30], hens)).toMatchObject({ baseline: '7d', severity: 'warning' });
  });
});

test('without a log of the day there is no spike', () => {
  expect(spikeAfter([...week(9), null])).toMatchObject({
    flag: false,
    severity: null,
    ratio: null,
    deaths: null,
    pct: null,
    avg7: 9,
  });
});

test('without the number placed, only the days before are compared', () => {
  const flock = { chicksReceived: null, chicksOrdered: null };
  expect(spikeAfter([...week(9), 24], flock)).toMatchObject({ severity: 'warning', pct: null });
});

test('more deaths never lower the severity of a spike', () => {
  const rank = { critical: 2, warning: 1 };
  const deaths = fc.integer({ min: 0, max: 300 });
  fc.assert(
    fc.property(fc.array(deaths, { maxLength: 9 }), deaths, deaths, (before, one, other) => {
      const [fewer, more] = [Math.min(one, other), Math.max(one, other)].map((today) => {
        const { severity } = spikeAfter([...before, today]);
        return severity === null ? 0 : rank[severity];
      });
      expect(more).toBeGreaterThanOrEqual(fewer ?? 0);
    }),
    { numRuns: 60 },
  );
});

test('a day whose deaths alone rule out a spike is not one', () => {
  const deaths = fc.oneof(fc.constant(null), fc.integer({ min: 0, max: 40 }));
  const birds = fc.integer({ min: 20, max: 20_000 });
  fc.assert(
    fc.property(fc.array(deaths, { minLength: 1, maxLength: 12 }), birds, (logged, placed) => {
      const record = recordAfter(logged, { chicksReceived: placed });
      const spike = mortalitySpike(record, TODAY, defaultThresholds);
      const mayBe = mayBeSpike(
        { deaths: spike.deaths ?? 0, pct: spike.pct ?? 0 },
        defaultThresholds,
      );
      expect(mayBe || !spike.flag).toBe(true);
      expect(isSpike(record, TODAY, defaultThresholds)).toBe(spike.flag);
    }),
  );
});

test('a few deaths in a large flock are not a spike, whatever the days before; in a small one they may be', () => {
  expect(mayBeSpike({ deaths: 4, pct: 0.02 }, defaultThresholds)).toBe(false);
  expect(mayBeSpike({ deaths: 4, pct: 0.25 }, defaultThresholds)).toBe(true);
  expect(mayBeSpike({ deaths: 5, pct: 0.02 }, defaultThresholds)).toBe(true);
});
