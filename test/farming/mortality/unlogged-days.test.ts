import { describe, expect, test } from 'vitest';
import { measures } from '../../../src/ask/measures/measures.ts';
import { contextOf, narrativeOf } from '../../../src/farming/context/build-context.ts';
import { contextFlocks } from '../../../src/farming/context/context-barns.ts';
import { liveFlocksOf } from '../../../src/farming/core/farm-flocks.ts';
import { flockConversion } from '../../../src/farming/feed/flock-feed.ts';
import { flockLivabilityPct } from '../../../src/farming/health/mortality.ts';
import { benchmarkSection } from '../../../src/farming/insights/benchmark-section.ts';
import { healthSection } from '../../../src/farming/insights/health-section.ts';
import { flockChart } from '../../../src/farming/reports/flock-charts.ts';
import { addDays } from '../../../src/tools/calendar.ts';
import { aBarn, aFlock, aLog, aSnapshot, TODAY } from '../../support/a-snapshot.ts';
import { aQuestion } from '../../support/asked.ts';
import { inEnglish } from '../../support/in-english.ts';

/** 20,000 birds of 35 days; so many of the days before today are logged with 84 deaths each. */
function farmWith(logged: number, deaths = 84) {
  return aSnapshot({
    barns: [aBarn()],
    liveFlocks: [aFlock({ placementDate: addDays(TODAY, -35) })],
    liveLogs: Array.from({ length: logged }, (_, index) =>
      aLog(addDays(TODAY, index - logged), {
        mortality: deaths,
        feedKg: 3000,
        waterL: 5400,
        avgWeightGr: index === logged - 1 ? 2200 : null,
      }),
    ),
  });
}

/** The row of the only flock in each place that states its cumulative mortality. */
function statedBy(snapshot: ReturnType<typeof farmWith>) {
  const [record] = liveFlocksOf(snapshot);
  if (!record) throw new Error('there is no flock');
  const [context] = contextFlocks(snapshot);
  const [health] = healthSection.compute(snapshot, {}).flocks;
  const span = { from: addDays(TODAY, -35), to: TODAY };
  const input = { record, weights: [], frame: snapshot, span, points: 10 };
  const chart = flockChart('mortality', input) as { readonly current?: object };
  return { record, context, health, chart: chart.current };
}

describe('of 34 days since placement five are logged', () => {
  const snapshot = farmWith(5);
  const { record, context, health, chart } = statedBy(snapshot);
  // 5 x 84 of 20,000 are 2.1 %; the days 1 to 34 are over, and 29 of them unknown.
  const expected = { cumMortalityPct: 2.1, mortalityDays: 34, mortalityDaysUnlogged: 29 };

  test.each([
    ['the context', context],
    ['the section health', health],
    ['the chart', chart],
  ])('%s states how many days are unknown', (_, stated) => {
    expect(stated).toMatchObject(expected);
  });

  test('livability, EPEF, the score and every grade based on deaths are unknown', () => {
    expect(flockLivabilityPct(record)).toBeNull();
    expect(flockConversion(record, snapshot)?.epef).toBeNull();
    expect(health?.livabilityPct).toBeNull();
    // 5 of the last 10 days are logged, with few deaths: the score would be 100.
    expect(statedBy(farmWith(5, 10)).health).toMatchObject({ score: null, grade: null });
    expect(statedBy(farmWith(6, 10)).health?.score).not.toBeNull();
    const { rows, missing } = benchmarkSection.compute(snapshot, {});
    const ofDeaths = rows.filter(({ metric }) =>
      ['livability', 'epef', 'firstWeekMortality'].includes(metric),
    );
    expect(ofDeaths.map(({ value, grade }) => [value, grade])).toEqual([
      [null, null],
      [null, null],
      [null, null],
    ]);
    const reason = missing.find(({ code }) => code === 'deaths_unlogged');
    expect(reason).toMatchObject({ need: 34, have: 5, field: 'mortality' });
    // Today is not among the 29 days; the first is the day after placement.
    expect(reason?.fix?.body).toEqual({
      flockId: 'flock_1',
      date: addDays(TODAY, -34),
      mortality: null,
    });
  });

  test('live birds are an upper bound', () => {
    const narrative = narrativeOf(contextOf(snapshot, { depth: 'summary' }));
    const text = narrative.map((line) => inEnglish(line)).join(' ');
    expect(text).toContain('1 flock, at most 19,580 birds.');
    expect(text).toContain(', at most 19,580 birds, ');
    const liveBirds = measures.liveBirds.compute(snapshot, aQuestion()).lines[0];
    expect(inEnglish(liveBirds)).toBe('At most 19,580 birds are alive in Barn 1.');
  });

  test('an answer to a question states it', () => {
    const { lines } = measures.cumulativeMortality.compute(snapshot, aQuestion());
    expect(inEnglish(lines[0])).toBe(
      'At least 420 birds have died in Barn 1 so far (2.1%); deaths are not logged on 29 of 34 days.',
    );
    const livability = measures.livability.compute(snapshot, aQuestion());
    expect(livability.missing?.map(({ code }) => code)).toEqual(['deaths_unlogged']);
  });
});

test('a flock logged on every day has its deaths, its livability and its score', () => {
  const snapshot = farmWith(34, 10);
  const { record, context, health } = statedBy(snapshot);
  expect(context).toMatchObject({ mortalityDays: 34, mortalityDaysUnlogged: 0 });
  // 340 of 20,000.
  expect(flockLivabilityPct(record)).toBeCloseTo(98.3, 9);
  expect(health?.score).not.toBeNull();
  expect(flockConversion(record, snapshot)?.epef).not.toBeNull();
});

describe('an answer has the mark of the data it is computed from', () => {
  // 20,000 birds of 35 days, each day 10 dead and 100 kg more than the day before.
  const all = aSnapshot({
    ...farmWith(0),
    liveLogs: Array.from({ length: 34 }, (_, index) =>
      aLog(addDays(TODAY, index - 34), {
        ...{ mortality: 10, feedKg: (index + 1) * 100, waterL: (index + 1) * 200 },
        avgWeightGr: index === 33 ? 2200 : null,
      }),
    ),
  });
  const without = (field: string, ago: number) =>
    aSnapshot({
      ...all,
      liveLogs: all.liveLogs.map((log) =>
        log.date === addDays(TODAY, -ago) ? { ...log, [field]: null } : log,
      ),
    });
  const hens = aSnapshot({
    barns: [aBarn({ barnType: 'layer' })],
    liveFlocks: [
      aFlock({
        ...{ breed: 'Lohmann Brown', chicksReceived: 1000, arrivalAgeDays: 140 },
        placementDate: addDays(TODAY, -3),
      }),
    ],
    liveLogs: [aLog(addDays(TODAY, -1), { eggs: 800 })],
  });

  test.each<[string, keyof typeof measures, ReturnType<typeof farmWith>, string]>([
    // 340 of 20,000 birds died; without the ten of one day 330.
    ['livability, all logged', 'livability', all, ': 98.3% of the birds.'],
    ['livability', 'livability', without('mortality', 9), ': at most 98.35% of the birds.'],
    // 59,500 kg by 2.2 × 19,660 kg are 1.376; 98.3 × 2.2 × 100 / (34 × 1.376) are 462.4.
    ['EPEF, all logged', 'efficiency', all, ' in Barn 1: 462 at 34 days.'],
    ['EPEF, a day without deaths', 'efficiency', without('mortality', 9), ': at most 463 at'],
    ['EPEF, a day without feed', 'efficiency', without('feedKg', 9), ': about 462 at'],
    ['FCR, a day without feed', 'feedConversion', without('feedKg', 9), ': about 1.38 on'],
    // 3,400 kg of 19,665 birds on average.
    ['feed per bird, all logged', 'feedPerBird', all, ' in Barn 1 ate 172.9 g on'],
    ['feed per bird', 'feedPerBird', without('mortality', 9), ' ate at least 172.8 g on'],
    ['feed per bird', 'feedPerBird', without('mortality', 1), ' ate at least 172.9 g on'],
    ['water per bird, all logged', 'waterPerBird', all, ': 0.35 L.'],
    ['water per bird', 'waterPerBird', without('mortality', 9), ': at least 0.35 L.'],
    ['laying', 'layingRate', hens, ': at least 80% (800 eggs from 1,000 birds).'],
  ])('%s: %s', (_name, measure, snapshot, expected) => {
    const { lines } = measures[measure].compute(snapshot, aQuestion());
    expect(inEnglish(lines[0])).toContain(expected);
  });
});

test('a bad score is valid with few days logged, since unknown deaths only lower it', () => {
  // A third of the birds on five days: mortality and the peak cost 40 points each.
  const { health } = statedBy(farmWith(5, 1500));
  expect(health?.grade).toBe('E');
});

test('days after the last bird left are not due', () => {
  const snapshot = farmWith(5);
  const sold = aSnapshot({
    ...snapshot,
    liveFlocks: [aFlock({ placementDate: addDays(TODAY, -10), chicksReceived: 420 })],
  });
  const [record] = liveFlocksOf(sold);
  // The last of 420 birds died yesterday, day 9: days 5 to 9 of 9 are logged.
  expect(record && statedBy(sold).context).toMatchObject({
    live: 0,
    mortalityDays: 9,
    mortalityDaysUnlogged: 4,
  });
});
