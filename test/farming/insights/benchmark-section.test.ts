import { describe, expect, test } from 'vitest';
import type { FlockResult } from '../../../src/farming/core/farm-snapshot.ts';
import type { OtherSections } from '../../../src/farming/core/section.ts';
import { benchmarkSection } from '../../../src/farming/insights/benchmark-section.ts';
import { message } from '../../../src/model/core/message.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { aBarn, aFlock, aLog, aSnapshot, row, TODAY } from '../../support/a-snapshot.ts';
import { expectToFitSchema } from '../../support/fit-section-schema.ts';
import { logsByStandard } from '../../support/ross-308-flock.ts';

const MORTALITY_CURVE = {
  document: message('standard.curveOfBroilers'),
  edition: '2022',
  interpolated: true,
  confidence: 'medium',
};
const ROSS_308 = {
  document: 'Ross 308 Performance Objectives 2022 (Aviagen)',
  edition: '2022',
  interpolated: false,
  confidence: 'high',
};

interface BenchmarkAnswer {
  readonly status: string;
  readonly missing: readonly { readonly code: string }[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

const compute = (parts: object, others: OtherSections = {}) =>
  benchmarkSection.compute(aSnapshot(parts), others) as unknown as BenchmarkAnswer;
const codes = ({ missing }: BenchmarkAnswer) => missing.map(({ code }) => code);

function closed(flockId: string, placementDate: string, { deaths = 0, g = 0 }) {
  const logs = logsByStandard({ flockId, placementDate, birds: 10_000 });
  return {
    flock: aFlock({
      id: flockId,
      status: 'closed',
      placementDate,
      chicksOrdered: 10_000,
      chicksReceived: 10_000,
    }),
    logs: logs.map((log, index) => ({
      ...log,
      mortality: deaths,
      avgWeightGr: index === 19 ? g : null,
    })),
  };
}

// By day 20: 200 and 80 dead of 10,000, and 10,480 kg of feed each.
const first = closed('flock_a', '2026-08-01', { deaths: 10, g: 900 });
const second = closed('flock_b', '2026-06-01', { deaths: 4, g: 960 });
const ownResult = { flockId: 'flock_1', placementDate: '2026-11-01', birds: 20_000 };

function result(id: string, soldKg: number, values: Partial<FlockResult> = {}): FlockResult {
  return {
    flockId: id,
    farmId: 'farm_2',
    vertical: 'broiler',
    breed: 'Ross 308',
    placementDate: '2026-08-01',
    arrivalAgeDays: 0,
    lastDay: '2026-09-12',
    placed: 10_000,
    mortality: 0,
    firstWeekMortality: 0,
    // Deaths and feed were never logged.
    firstWeekDeathDays: 0,
    deathDays: { due: 41, unlogged: 41 },
    feedDays: { due: 41, unlogged: 41 },
    culls: 0,
    soldBirds: 10_000,
    soldKg,
    feedKg: 0,
    lastWeightG: null,
    lastWeightDay: null,
    ...values,
  };
}

const farm = {
  farm: row('farms', { id: 'farm_1', name: 'Emek Hefer', vertical: 'broiler' }),
  barns: [aBarn()],
  liveFlocks: [aFlock()],
  liveLogs: logsByStandard(ownResult, { 20: { avgWeightGr: 935 } }),
  closedFlocks: [first.flock, second.flock],
  closedLogs: [...first.logs, ...second.logs],
  // Of 42 days, at which the standard is 2,998 g: 0.9, 1.05 and 1.1 times it.
  groupResults: [result('g1', 26_982), result('g2', 31_479), result('g3', 32_978)],
};
const profit = {
  status: 'ok',
  asOf: TODAY,
  missing: [],
  flocks: [{ flockId: 'flock_1', costPerKg: 4.5 }],
} as const;

test('a flock at 20 days is compared with breed, farm and group', () => {
  const section = compute(farm, { profit });
  expect(section).toEqual({
    status: 'ok',
    asOf: TODAY,
    missing: [],
    rows: [
      compared('weight', 935, {
        breedStandard: 935,
        standardBasis: ROSS_308,
        farmMedian: 930,
        // 1.05 × 935; better than one of three.
        groupMedian: 981.8,
        percentileInGroup: 33,
        deltaPct: 0,
        grade: 'B',
      }),
      compared('adg', 46.8, {
        // 935 / 20; (45 + 48) / 2; 1.05 × 46.75.
        breedStandard: 46.8,
        standardBasis: ROSS_308,
        farmMedian: 46.5,
        groupMedian: 49.1,
        percentileInGroup: 33,
        deltaPct: 0,
        grade: 'B',
      }),
      compared('fcr', 1.12, {
        // 20,960 / 18,700 = 1.1209 against 1.123.
        breedStandard: 1.12,
        standardBasis: ROSS_308,
        // 10,480 / (9,800 × 0.9) = 1.1882 and 10,480 / (9,920 × 0.96) = 1.1005.
        farmMedian: 1.14,
        deltaPct: 0.19,
        grade: 'B',
      }),
      compared('epef', 417, {
        // 100 × 0.935 / (20 × 1.12086) × 100 = 417.1; by the livability of the standard below:
        // 98.568 × 0.935 / (20 × 1.123) × 100 = 410.3.
        breedStandard: 410,
        standardBasis: { ...ROSS_308, interpolated: true, confidence: 'medium' },
        // 98 × 0.9 / (20 × 1.18821) = 371.1 and 99.2 × 0.96 / (20 × 1.10047) = 432.7.
        farmMedian: 402,
        deltaPct: 1.65,
        grade: 'B',
      }),
      compared('livability', 100, {
        // The curve has lost 1.432 % by day 20.
        breedStandard: 98.57,
        standardBasis: MORTALITY_CURVE,
        farmMedian: 98.6,
        deltaPct: 1.45,
        grade: 'B',
      }),
      compared('firstWeekMortality', 0, {
        breedStandard: 0.66,
        standardBasis: MORTALITY_CURVE,
        // 0.7 and 0.28.
        farmMedian: 0.49,
        deltaPct: 100,
        grade: 'A',
      }),
      compared('costPerKg', 4.5, { reference: null }),
    ],
  });
  expectToFitSchema('benchmark', section);
});

function compared(metric: string, value: number, values: object) {
  return {
    flockId: 'flock_1',
    metric,
    ageDays: metric === 'firstWeekMortality' ? 7 : 20,
    value,
    certainty: 'exact',
    breedStandard: null,
    standardBasis: null,
    farmMedian: null,
    groupMedian: null,
    percentileInGroup: null,
    reference: 'standard',
    deltaPct: null,
    grade: null,
    ...values,
  };
}

const rowOf = ({ rows }: BenchmarkAnswer, metric: string) =>
  rows.find((each) => each['metric'] === metric);

describe('missing references', () => {
  test('flocks of a breed without a standard are compared with the farm', () => {
    const section = compute({ ...farm, liveFlocks: [aFlock({ breed: null })] });
    expect(codes(section)).toEqual(['breed_unknown']);
    expect(rowOf(section, 'weight')).toMatchObject({
      breedStandard: null,
      farmMedian: 930,
      groupMedian: null,
      reference: 'farm',
      // 935 against 930.
      deltaPct: 0.54,
    });
  });

  test('fewer than two closed flocks are not a farm history', () => {
    const section = compute({ ...farm, closedFlocks: [first.flock] });
    expect([section.status, codes(section)]).toEqual(['partial', ['no_history']]);
    expect(section.missing[0]).toMatchObject({ need: 2, have: 1 });
    expect(rowOf(section, 'weight')).toMatchObject({ farmMedian: null, deltaPct: 0 });
  });

  test('fewer than three flocks of others are not a group; the comparison is still complete', () => {
    const section = compute({ ...farm, groupResults: farm.groupResults.slice(1) });
    expect([section.status, codes(section)]).toEqual(['ok', ['group_too_small']]);
    expect(rowOf(section, 'weight')).toMatchObject({ groupMedian: null, percentileInGroup: null });
  });

  test('a flock without a weight has no growth figures', () => {
    const liveLogs = logsByStandard(ownResult);
    const section = compute({ ...farm, liveLogs });
    expect(codes(section)).toEqual(['no_weight_7d']);
    expect(rowOf(section, 'fcr')).toMatchObject({ value: null, deltaPct: null, grade: null });
    expect(rowOf(section, 'livability')).toMatchObject({ value: 100 });
  });

  test('a farm without flocks has no comparison', () => {
    const section = compute({ barns: [aBarn()] });
    expect([section.status, codes(section), section.rows]).toEqual([
      'not_enough_data',
      ['no_live_flocks'],
      [],
    ]);
  });
});

describe('unlogged days of other farms', () => {
  const LOGGED = { due: 40, unlogged: 0 };
  // At 42 days birds of 2,998 g have eaten 1.53 times as much by the standard of the breed.
  const GOOD = {
    ...{ mortality: 300, firstWeekMortality: 80, soldBirds: 9700, soldKg: 29_080.6 },
    ...{ feedKg: 44_493.318, deathDays: LOGGED, feedDays: LOGGED, firstWeekDeathDays: 7 },
  };
  const groupOf = (third: Partial<FlockResult>) => {
    const all = [GOOD, GOOD, { ...GOOD, ...third }];
    const groupResults = all.map((values, index) => result(`g${index}`, 0, values));
    const section = compute({ ...farm, groupResults });
    const metrics = ['livability', 'firstWeekMortality', 'epef', 'fcr'];
    return metrics.map((metric) => rowOf(section, metric)?.['groupMedian'] !== null);
  };

  test('count as unknown: with too many for deaths there is no livability and no efficiency', () => {
    expect(groupOf({})).toEqual([true, true, true, true]);
    expect(groupOf({ deathDays: { due: 40, unlogged: 16 } })).toEqual([true, true, true, true]);
    expect(groupOf({ deathDays: { due: 40, unlogged: 17 } })).toEqual([false, true, false, true]);
    expect(groupOf({ firstWeekDeathDays: 5 })).toEqual([true, true, true, true]);
    expect(groupOf({ firstWeekDeathDays: 4 })).toEqual([true, false, true, true]);
  });

  test('other farms with too many days without feed have no feed conversion; a few days are interpolated', () => {
    expect(groupOf({ feedDays: { due: 40, unlogged: 17 } })).toEqual([true, true, false, false]);
    const partly = { ...GOOD, feedKg: 33_369.9885, feedDays: { due: 40, unlogged: 10 } };
    const groupResults = ['a', 'b', 'c'].map((id) => result(id, 0, partly));
    // A quarter of the days is not logged; with it they are as good as the standard, 1.12 at 20 days.
    expect(rowOf(compute({ ...farm, groupResults }), 'fcr')).toMatchObject({ groupMedian: 1.12 });
  });

  test('a flock that lost more birds than were placed has no figures about its birds', () => {
    expect(groupOf({ soldBirds: 9701 })).toEqual([false, false, false, false]);
  });
});

test('flocks of another vertical or kind are not a group', () => {
  const layers = farm.groupResults.map((each) => ({ ...each, breed: 'Hy-Line Brown' }));
  expect(codes(compute({ ...farm, groupResults: layers }))).toEqual(['group_too_small']);
  const others = farm.groupResults.map((each) => ({ ...each, vertical: 'poultry' }));
  expect(codes(compute({ ...farm, groupResults: others }))).toEqual(['group_too_small']);
});

test('hens are compared by weight, losses and eggs', () => {
  const hens = aFlock({
    breed: 'Hy-Line Brown',
    placementDate: addDays(TODAY, -98),
    arrivalAgeDays: 112,
    chicksReceived: 10_000,
  });
  // 30 weeks: 95 %.
  const liveLogs = Array.from({ length: 99 }, (_, daysAgo) =>
    aLog(addDays(TODAY, daysAgo - 98), { mortality: 0, eggs: 9310, avgWeightGr: 1918 }),
  );
  const section = compute({ barns: [aBarn()], liveFlocks: [hens], liveLogs });
  expect(section.rows.map(({ metric }) => metric)).toEqual([
    'weight',
    'livability',
    'firstWeekMortality',
    'henDay',
  ]);
  expect(rowOf(section, 'weight')).toMatchObject({ value: 1918, deltaPct: 0 });
  expect(rowOf(section, 'firstWeekMortality')).toMatchObject({ value: null, breedStandard: null });
  // 93.1 against 95.
  expect(rowOf(section, 'henDay')).toMatchObject({
    value: 93.1,
    breedStandard: 95,
    deltaPct: -2,
    grade: 'B',
  });
});

test('a flock that left within 60 days is compared by its sales', () => {
  const left = closed('flock_1', '2026-10-01', { deaths: 10 });
  const sales = [
    row('sales', {
      id: 'sale_1',
      flockId: 'flock_1',
      date: '2026-11-10',
      birdsCount: 5000,
      totalWeightKg: 11_000,
    }),
    row('sales', {
      id: 'sale_2',
      flockId: 'flock_1',
      date: '2026-11-14',
      birdsCount: 4800,
      totalWeightKg: 12_520,
    }),
  ];
  const section = compute({
    barns: [aBarn()],
    closedFlocks: [left.flock],
    closedLogs: left.logs,
    sales,
  });
  // 23,520 kg of 9,800 birds.
  expect(rowOf(section, 'weight')).toMatchObject({ flockId: 'flock_1', value: 2400 });
});
