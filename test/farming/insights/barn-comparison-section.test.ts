import { describe, expect, test } from 'vitest';
import type { OtherSections } from '../../../src/farming/core/section.ts';
import { barnComparisonSection } from '../../../src/farming/insights/barn-comparison-section.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { aBarn, aFlock, aLog, aSnapshot, row, TODAY } from '../../support/a-snapshot.ts';
import { expectToFitSchema } from '../../support/fit-section-schema.ts';
import { logsByStandard } from '../../support/ross-308-flock.ts';

interface BarnAnswer {
  readonly status: string;
  readonly basis: string | null;
  readonly missing: readonly { readonly code: string; readonly fix?: object }[];
  readonly barns: readonly Readonly<Record<string, unknown>>[];
  readonly spread: object | null;
}

const compute = (parts: object, others: OtherSections = {}) =>
  barnComparisonSection.compute(aSnapshot(parts), others) as unknown as BarnAnswer;
const codes = ({ missing }: BarnAnswer) => missing.map(({ code }) => code);

/** A flock of 10,000 sold on day 42, with deaths on the first 40 days. */
function sold(
  id: string,
  barnId: string,
  { deaths = 0, feedKg = 0, kg = 0, condemned = null as number | null },
) {
  const placementDate = '2026-08-01';
  const birdsCount = 10_000 - 40 * deaths;
  return {
    flock: aFlock({
      id,
      barnId,
      status: 'closed',
      placementDate,
      chicksOrdered: 10_000,
      chicksReceived: 10_000,
    }),
    logs: Array.from({ length: 42 }, (_, index) => {
      const day = addDays(placementDate, index + 1);
      const mortality = index < 40 ? deaths : 0;
      return aLog(day, { id: `${id}_${day}`, flockId: id, mortality, feedKg });
    }),
    sale: row('sales', {
      id: `sale_${id}`,
      flockId: id,
      date: '2026-09-12',
      birdsCount,
      totalWeightKg: kg,
      condemnedCount: condemned,
    }),
  };
}

const first = sold('flock_a', 'barn_1', { deaths: 10, feedKg: 800, kg: 24_000, condemned: 96 });
const second = sold('flock_b', 'barn_2', { deaths: 5, feedKg: 900, kg: 26_460 });
const farm = {
  barns: [aBarn(), aBarn({ id: 'barn_2', name: 'Barn 2' })],
  liveFlocks: [aFlock()],
  closedFlocks: [first.flock, second.flock],
  closedLogs: [...first.logs, ...second.logs],
  sales: [first.sale, second.sale],
  // 24.9 °C is the target on day 20: one hour of three readings within 2 °C, one of one above.
  barnHours: [
    { barnId: 'barn_1', hour: '2026-11-21T05:00:00.000Z', temp: 25, humidity: 60, readings: 3 },
    { barnId: 'barn_1', hour: '2026-11-21T06:00:00.000Z', temp: 30, humidity: 60, readings: 1 },
    // The barn was empty.
    { barnId: 'barn_2', hour: '2026-11-21T06:00:00.000Z', temp: 30, humidity: 60, readings: 1 },
  ],
};
const profit = {
  status: 'ok',
  asOf: TODAY,
  missing: [],
  flocks: [{ flockId: 'flock_a', profit: 50_400 }],
} as const;

test('two barns are compared by the flocks they sold', () => {
  const section = compute(farm, { profit });
  expect(section).toEqual({
    status: 'ok',
    asOf: TODAY,
    missing: [],
    basis: 'closed',
    basisNote: { text: 'barns.basis.closed', params: {} },
    barns: [
      {
        barnId: 'barn_1',
        kind: 'broiler',
        flocks: 1,
        ageDays: null,
        // 96 × 2.5 / (42 × 1.4) × 100.
        epefMedian: 408,
        // 33,600 / 24,000.
        fcrMedian: 1.4,
        fcrEstimated: false,
        fcrLowerBound: false,
        adg: 59.5,
        livability: 96,
        livabilityUpperBound: false,
        henDayPct: null,
        // 24,000 kg on 1,000 m² in 92 days, up to the next placement.
        kgPerM2Year: 95.22,
        marginPerM2Year: 199.96,
        // From 12 September to 1 November.
        downtimeMedian: 50,
        condemnationPct: 1,
        envStability: 0.75,
        rank: 2,
        z: null,
      },
      {
        barnId: 'barn_2',
        kind: 'broiler',
        flocks: 1,
        ageDays: null,
        // 98 × 2.7 / (42 × 37,800 / 26,460) × 100.
        epefMedian: 441,
        fcrMedian: 1.43,
        fcrEstimated: false,
        fcrLowerBound: false,
        adg: 64.3,
        livability: 98,
        livabilityUpperBound: false,
        henDayPct: null,
        // 26,460 kg on 1,000 m² in 112 days, up to today.
        kgPerM2Year: 86.23,
        marginPerM2Year: null,
        downtimeMedian: null,
        condemnationPct: null,
        envStability: null,
        rank: 1,
        z: null,
      },
    ],
    spread: {
      metric: 'epef',
      best: { barnId: 'barn_2', value: 441 },
      worst: { barnId: 'barn_1', value: 408 },
      gap: 33,
    },
  });
  expectToFitSchema('barnComparison', section);
});

test('three barns have a distance from the mean of the farm', () => {
  const third = sold('flock_c', 'barn_3', { deaths: 10, feedKg: 800, kg: 24_000 });
  const section = compute({
    ...farm,
    barns: [...farm.barns, aBarn({ id: 'barn_3', name: 'Barn 3' })],
    closedFlocks: [...farm.closedFlocks, third.flock],
    closedLogs: [...farm.closedLogs, ...third.logs],
    sales: [...farm.sales, third.sale],
  });
  // Of a, b, a: the mean is a third of the way up, the deviation is (b − a)/√3.
  expect(section.barns.map(({ rank, z }) => [rank, z])).toEqual([
    [2, -0.58],
    [1, 1.15],
    [2, -0.58],
  ]);
});

describe('without two barns that sold a flock', () => {
  const other = { flockId: 'flock_2', placementDate: '2026-10-30', birds: 20_000 };
  const young = {
    barns: farm.barns,
    liveFlocks: [
      aFlock({ id: 'flock_2', barnId: 'barn_2', placementDate: '2026-10-30' }),
      aFlock(),
    ],
    liveLogs: [
      ...logsByStandard(
        { flockId: 'flock_1', placementDate: '2026-11-01', birds: 20_000 },
        { 14: { avgWeightGr: 533 } },
      ),
      ...logsByStandard(other, { 14: { avgWeightGr: 586.3 }, 20: { avgWeightGr: 1000 } }),
    ],
  };

  test('current flocks are compared at the same age', () => {
    const section = compute(young);
    // Day 14, with 534 g of feed: 534 / 533 and 534 / 586.3.
    expect(section).toMatchObject({
      basis: 'live_same_age',
      basisNote: { text: 'barns.basis.live', params: { ages: 14 } },
    });
    expect(section.barns.map(({ ageDays, fcrMedian, rank }) => [ageDays, fcrMedian, rank])).toEqual(
      [
        [14, 1, 2],
        [14, 0.91, 1],
      ],
    );
    expectToFitSchema('barnComparison', section);
  });

  test('current flocks of several kinds are compared at one age each, as rows and note state', () => {
    const hens = { breed: 'Lohmann Brown', arrivalAgeDays: 140 };
    const [other, ownFlock] = young.liveFlocks;
    const section = compute({
      ...young,
      liveFlocks: [{ ...other, ...hens } as typeof ownFlock, ownFlock],
    });
    expect(section).toMatchObject({ basisNote: { text: 'barns.basis.liveKinds' } });
    // The broilers at their weighing, the hens at their whole age of 140 and 22 days.
    expect(section.barns.map(({ kind, ageDays }) => [kind, ageDays])).toEqual([
      ['broiler', 14],
      ['layer', 162],
    ]);
  });

  test('two barns are required without two barns that sold a flock and without weights in both', () => {
    const section = compute({ ...young, liveLogs: [] });
    expect([section.status, section.basis, codes(section), section.spread]).toEqual([
      'not_enough_data',
      null,
      ['need_two_barns'],
      null,
    ]);
    expect(section.missing[0]?.fix).toBeUndefined();
    expect(section.barns).toHaveLength(2);
  });

  test('the fix for a farm with only one barn is a second barn', () => {
    const section = compute({ ...young, barns: [aBarn()] });
    expect(section.missing[0]).toMatchObject({
      need: 2,
      have: 1,
      fix: { method: 'POST', path: '/barns', body: { farmId: 'farm_1', name: null } },
    });
  });
});

test('a barn of unknown size has no yield by area', () => {
  const section = compute(
    { ...farm, barns: [aBarn({ areaSqm: null }), farm.barns[1]] },
    { profit },
  );
  expect([section.status, codes(section)]).toEqual(['partial', ['no_barn_area']]);
  expect(section.barns[0]).toMatchObject({
    kgPerM2Year: null,
    marginPerM2Year: null,
    fcrMedian: 1.4,
  });
});

test('hens are ranked among hens, by their eggs', () => {
  const hens = (id: string, barnId: string, eggs: number, deathsOfDay: number | null = 0) => ({
    flock: aFlock({
      id,
      barnId,
      breed: 'Hy-Line Brown',
      status: 'closed',
      placementDate: '2026-08-01',
    }),
    logs: Array.from({ length: 30 }, (_, index) => {
      const day = addDays('2026-08-01', index);
      return aLog(day, {
        id: `${id}_${day}`,
        flockId: id,
        mortality: index === 5 ? deathsOfDay : 0,
        eggs,
      });
    }),
  });
  // The deaths of one day are not logged.
  const [good, better] = [
    hens('flock_c', 'barn_3', 17_000),
    hens('flock_d', 'barn_4', 18_000, null),
  ];
  const section = compute({
    ...farm,
    barns: [...farm.barns, aBarn({ id: 'barn_3' }), aBarn({ id: 'barn_4' })],
    closedFlocks: [...farm.closedFlocks, good.flock, better.flock],
    closedLogs: [...farm.closedLogs, ...good.logs, ...better.logs],
  });
  expect(section.barns.map(({ kind, henDayPct, rank }) => [kind, henDayPct, rank])).toEqual([
    ['broiler', null, 2],
    ['broiler', null, 1],
    ['layer', 85, 2],
    ['layer', 90, 1],
  ]);
  expect(section.barns.map((barn) => barn['livabilityUpperBound'])).toEqual([
    ...[false, false, false, true],
  ]);
});

test('a barn still counts after the only flock of the farm is closed', () => {
  const section = compute({ ...farm, liveFlocks: [], closedFlocks: [first.flock] });
  expect([section.basis, section.barns[0]?.['flocks']]).toEqual(['closed', 1]);
  expect(section.missing[0]).toMatchObject({ code: 'need_two_barns', have: 1 });
});
