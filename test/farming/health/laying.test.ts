import { describe, expect, test } from 'vitest';
import type { FarmSnapshot } from '../../../src/farming/core/farm-snapshot.ts';
import type { SectionFrame } from '../../../src/farming/core/section.ts';
import {
  computeInsights,
  sectionDefinitions,
} from '../../../src/farming/insights/compute-insights.ts';
import { healthSection } from '../../../src/farming/insights/health-section.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { aBarn, aFlock, aLog, aSnapshot, logsFrom, row, TODAY } from '../../support/a-snapshot.ts';

/** 10,000 Hy-Line Brown of 210 days, 30 weeks: 95 % lay by the guide, eggs of 61 g. */
const hens = aFlock({
  breed: 'Hy-Line Brown',
  arrivalAgeDays: 112,
  placementDate: addDays(TODAY, -98),
  chicksOrdered: 10_000,
  chicksReceived: 10_000,
});

function farmOf(eggs: number, parts: Partial<FarmSnapshot> = {}): FarmSnapshot {
  const days = Array.from({ length: 28 }, () => ({
    mortality: 0,
    eggs,
    feedKg: 1100,
    waterL: 2000,
  }));
  return aSnapshot({
    barns: [aBarn({ barnType: 'layer' })],
    liveFlocks: [hens],
    liveLogs: logsFrom(addDays(TODAY, -27), days),
    ...parts,
  });
}

interface HealthAnswer {
  readonly flocks: readonly Readonly<Record<string, unknown>>[];
}

function flockOf(snapshot: FarmSnapshot) {
  const { flocks } = healthSection.compute(snapshot, {}) as unknown as HealthAnswer;
  const [flock] = flocks;
  if (!flock) throw new Error('there is no flock');
  return flock;
}

test.each([
  ['weighed 27 days ago', 27, { placementDate: addDays(TODAY, -98) }, false],
  ['weighed 28 days ago', 28, { placementDate: addDays(TODAY, -98) }, true],
  [
    'that came 27 days ago',
    null,
    { placementDate: addDays(TODAY, -27), arrivalAgeDays: 200 },
    false,
  ],
  [
    'that came 28 days ago',
    null,
    { placementDate: addDays(TODAY, -28), arrivalAgeDays: 200 },
    true,
  ],
])(
  'for hens in lay %s all sections agree on whether weighing is due',
  (_, daysAgo, flock, isDue) => {
    const snapshot = farmOf(9000, { liveFlocks: [{ ...hens, ...flock }] });
    const liveLogs = snapshot.liveLogs.map((log) =>
      daysAgo !== null && log.date === addDays(TODAY, -daysAgo)
        ? { ...log, avgWeightGr: 1800 }
        : log,
    );
    const weighed = daysAgo === 28 ? [aLog(addDays(TODAY, -28), { avgWeightGr: 1800 })] : [];
    const { sections } = computeInsights(
      { ...snapshot, liveLogs: [...weighed, ...liveLogs] },
      ['health', 'weights', 'benchmark'],
      sectionDefinitions,
    );
    const asks = (name: 'health' | 'weights' | 'benchmark') =>
      JSON.stringify(sections[name]).includes('no_weight_7d');
    expect([asks('health'), asks('weights'), asks('benchmark')]).toEqual([
      isDue,
      isDue,
      isDue && daysAgo === null,
    ]);
  },
);

test.each([
  [6, true],
  [7, false],
])('a flock of %i days without a grade has a reason', (age, isYoung) => {
  const young = aFlock({ placementDate: addDays(TODAY, -age) });
  const { sections } = computeInsights(
    aSnapshot({ barns: [aBarn()], liveFlocks: [young], liveLogs: [aLog(TODAY, { mortality: 1 })] }),
    ['health', 'benchmark'],
    sectionDefinitions,
  );
  for (const section of [sections.health, sections.benchmark]) {
    const codes = (section as SectionFrame).missing.map(({ code }) => code);
    expect(codes.includes('too_young')).toBe(isYoung);
  }
});

describe('hens in lay', () => {
  test('have these manually calculated figures', () => {
    const delivery = { flockId: 'flock_1', quantityKg: 40_000, pricePerTon: 1000 };
    const sale = { flockId: 'flock_1', birdsCount: null, totalAmount: 30_000 };
    const snapshot = farmOf(9000, {
      feedDeliveries: [
        row('feed-deliveries', { id: 'd1', date: addDays(TODAY, -30), ...delivery }),
      ],
      sales: [
        row('sales', { id: 's1', date: addDays(TODAY, -20), ...sale }),
        row('sales', { id: 's2', date: addDays(TODAY, -3), ...sale }),
      ],
    });
    expect(flockOf(snapshot)).toMatchObject({
      laying: {
        henDayPct: 90,
        standardHenDayPct: 95,
        // 90 / 95.
        ofStandardPct: 94.74,
        // 28 × 9,000 / 10,000.
        henHousedEggs: 25.2,
        // 0.9 × 61 g.
        eggMassG: 54.9,
        // 1,100 kg / 9,000.
        feedPerEggG: 122.22,
        // 1,100 kg / (9,000 × 61 g = 549 kg).
        fcrEgg: 2,
        // (60,000 − 28 × 1,100 kg × 1.00) / 10,000.
        incomeOverFeedPerHen: 2.92,
        inMoult: false,
      },
      grade: 'A',
    });
  });

  test('have a seven-day rate even while today is not logged', () => {
    // 9,000 eggs on 16 to 20 November, 5,000 on the 14th and 15th: (5 × 9,000 + 2 × 5,000) / 70,000.
    const days = Array.from({ length: 10 }, (_, index) => ({
      mortality: 0,
      feedKg: 1100,
      eggs: index < 5 ? 5000 : 9000,
    }));
    const liveLogs = logsFrom(addDays(TODAY, -10), days);
    const { laying } = flockOf(farmOf(0, { liveLogs })) as { laying: object };
    // 7 × 1,100 kg of feed for 55,000 eggs.
    expect(laying).toMatchObject({ henDayPct: 78.57, feedPerEggG: 140 });
  });

  test('hens in lay that lay less than 60 % of the standard are not graded A, even without an alert', () => {
    // 5,600 of 10,000 are 58.9 % of 95 %.
    expect(flockOf(farmOf(5600))).toMatchObject({ score: 75, grade: 'B' });
    expect(flockOf(farmOf(0))).toMatchObject({
      score: 75,
      grade: 'B',
      drivers: [{ code: 'laying', points: 25 }],
    });
  });

  test('hens in lay that lay nothing and have a critical alert lose points for both', () => {
    const alert = { id: 'a1', flockId: 'flock_1', category: 'production', severity: 'critical' };
    const alerts = [row('alerts', { ...alert, status: 'open', title: 'No eggs' })];
    expect(flockOf(farmOf(0, { alerts }))).toMatchObject({
      score: 55,
      grade: 'D',
      openHealthAlerts: 1,
    });
  });

  test('do not lose points during a recorded moult', () => {
    const moult = { id: 'e1', kind: 'moult', flockId: 'flock_1', title: 'Moult' };
    const moults = [row('events', { ...moult, ts: '2026-11-01T06:00:00.000Z' })];
    expect(flockOf(farmOf(0, { moults }))).toMatchObject({
      score: 100,
      laying: { inMoult: true, ofStandardPct: 0 },
    });
    // 56 days and more ago it is over.
    const old = [row('events', { ...moult, ts: '2026-09-26T06:00:00.000Z' })];
    expect(flockOf(farmOf(0, { moults: old }))['laying']).toMatchObject({ inMoult: false });
  });

  test('hens in lay without recorded eggs are unknown', () => {
    const snapshot = farmOf(9000, { liveLogs: logsFrom(addDays(TODAY, -9), [{ mortality: 1 }]) });
    expect(flockOf(snapshot)['laying']).toEqual({
      henDayPct: null,
      standardHenDayPct: 95,
      standardBasis: {
        document: 'Hy-Line Brown standard 2025 and guide 2018 (Hy-Line)',
        edition: '2025',
        interpolated: false,
        confidence: 'medium',
      },
      ofStandardPct: null,
      henHousedEggs: null,
      eggMassG: null,
      feedPerEggG: null,
      fcrEgg: null,
      incomeOverFeedPerHen: null,
      inMoult: false,
    });
  });
});

test('other birds have no such figures', () => {
  const snapshot = aSnapshot({ barns: [aBarn()], liveFlocks: [aFlock()] });
  expect(flockOf(snapshot)['laying']).toBeNull();
});
