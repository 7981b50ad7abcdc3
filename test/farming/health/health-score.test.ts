import { expect, test } from 'vitest';
import { liveFlocksOf } from '../../../src/farming/core/farm-flocks.ts';
import { knownHealthScore } from '../../../src/farming/health/health-score.ts';
import { defaultThresholds } from '../../../src/model/thresholds.ts';
import { aBarn, aFlock, aSnapshot, logsFrom } from '../../support/a-snapshot.ts';

type Scored = Parameters<typeof knownHealthScore>[1];

const liveLogs = logsFrom(
  '2026-11-02',
  Array.from({ length: 20 }, () => ({ mortality: 5 })),
);
const [record] = liveFlocksOf(aSnapshot({ barns: [aBarn()], liveFlocks: [aFlock()], liveLogs }));

const health = {
  cumMortalityPct: 1,
  standardMortalityPct: 1,
  waterDropPct: 0,
  weightDeviationPct: 0,
  air: { heatStressHours: 5.25, nh3Max: 25.333 },
  alerts: [],
  laying: null,
  furthestBelow: null,
};

test.each([
  [198, 35.2857, 35],
  [40, 35.2857, 35],
  [36, 35.6, 35.6],
  [20, 3.1429, 3.1],
])('%i deaths beside a mean of %d read well', (deaths, avg7, usual) => {
  const spike = { flag: true, severity: 'critical', deaths, avg7, ratio: deaths / avg7, pct: 1 };
  const scored = { ...health, spike } as unknown as Scored;
  const score = record && knownHealthScore(record, scored, defaultThresholds);
  const params = Object.fromEntries(
    (score?.drivers ?? []).map(({ code, message }) => [code, message.params]),
  );
  expect(params).toMatchObject({
    spike: { count: deaths, usual },
    heat: { hours: { quantity: 5.3, unit: 'hours' } },
    ammonia: { highest: { quantity: 25, unit: 'ppm' } },
  });
});

test.each([
  [0.58, []],
  // The water of single days varies by 4 %.
  [4, []],
  // 15 points × 6 / 30.
  [6, [3]],
])('water of %d %% less than expected', (waterDropPct, points) => {
  const spike = { severity: null, deaths: 5, avg7: 5 };
  const scored = { ...health, spike, waterDropPct } as unknown as Scored;
  const score = record && knownHealthScore(record, scored, defaultThresholds);
  const water = (score?.drivers ?? []).filter(({ code }) => code === 'water');
  expect(water.map((driver) => driver.points)).toEqual(points);
});
