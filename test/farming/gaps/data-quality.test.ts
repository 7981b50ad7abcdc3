import { expect, test } from 'vitest';
import {
  dataQualityOf,
  qualityParts,
  qualityScore,
} from '../../../src/farming/gaps/data-quality.ts';
import { aBarn, aFlock, aSnapshot, logsFrom, row } from '../../support/a-snapshot.ts';
import { ago, aPlacedFarm, aTidyFarm } from '../../support/a-tidy-farm.ts';

const HOUR = 3_600_000;

test('the weights of the parts are 35, 20, 15, 15, 5 and 10', () => {
  const parts = { logs: 1, weights: 0, environment: 1, money: 0, photos: 1, identity: 0 };
  expect(qualityScore(parts)).toBe(55);
});

test('the weights of parts that do not apply are distributed to the others', () => {
  const noScores = { logs: null, weights: null, environment: null, money: null, photos: null };
  expect(qualityScore({ ...noScores, logs: 0.8, identity: 0.35 })).toBe(70);
  expect(qualityScore({ ...noScores, identity: null })).toBeNull();
});

test('the basics of a farm alone give no quality, as after its last flock has left', () => {
  const noScores = { logs: null, weights: null, environment: null, money: null, photos: null };
  expect(qualityScore({ ...noScores, identity: 1 })).toBeNull();
});

test('a farm without flocks is graded by its other data', () => {
  const facts = { hasCoordinates: true, contacts: 0, barns: 4, barnsMeasured: 2, flocks: [] };
  expect(qualityParts(facts)).toEqual({
    logs: null,
    weights: null,
    environment: null,
    money: null,
    photos: null,
    identity: 0.5,
  });
});

test('an empty farm has neither a score nor coverage', () => {
  expect(dataQualityOf(aSnapshot())).toEqual({
    score: null,
    parts: {
      logs: null,
      weights: null,
      environment: null,
      money: null,
      photos: null,
      identity: 0,
    },
    coverage: {
      logs7dPct: null,
      feed7dPct: null,
      water7dPct: null,
      envHours24Pct: null,
      weighed7dPct: null,
    },
    issues: [],
  });
});

test('a farm with one flock is evaluated on the seven days before today', () => {
  // Deaths on 6 of the 7 days, feed on 4, water on none; the log of today does not count.
  const logs = logsFrom('2026-11-14', [
    { mortality: 5, feedKg: 1500 },
    { mortality: 6, feedKg: 1600 },
    { mortality: 0, feedKg: 1700 },
    { mortality: 4, feedKg: 1800 },
    { mortality: 5 },
    { mortality: 7 },
    { avgWeightGr: 900 },
    { mortality: 5, feedKg: 2000, waterL: 3500 },
  ]);
  const readings = [1, 1.5, 2.2, 30].map((hours, index) =>
    row('env-readings', { id: `r${index}`, barnId: 'barn_1', ts: ago(hours * HOUR), temp: 25 }),
  );
  const quality = dataQualityOf(
    aTidyFarm({
      farm: { ...aPlacedFarm, latitude: null },
      barns: [aBarn(), aBarn({ id: 'barn_2', capacity: null })],
      liveFlocks: [aFlock({ orderTotal: 90_000 })],
      liveLogs: logs,
      readings,
    }),
  );
  // 6 of 7 days of the week, and 19 of the 20 since placement: (6 + 7·0.95) / 2 / 7 = 0.904.
  // 35·0.904 + 20·1 + 15·0.0833 + 15·0.5 + 5·1 + 10·0.625 = 71.64
  expect(quality).toEqual({
    score: 72,
    parts: {
      logs: 0.904,
      weights: 1,
      environment: 0.083,
      money: 0.5,
      photos: 1,
      identity: 0.625,
    },
    coverage: {
      logs7dPct: 85.71,
      feed7dPct: 57.14,
      water7dPct: 0,
      envHours24Pct: 8.33,
      weighed7dPct: 100,
    },
    issues: [],
  });
});

test('a flock placed three days ago is expected to have logs of two days and no weight', () => {
  const liveFlocks = [aFlock({ placementDate: '2026-11-18' })];
  const liveLogs = logsFrom('2026-11-18', [{ mortality: 5 }, {}, { mortality: 6 }]);
  const { coverage } = dataQualityOf(aTidyFarm({ liveFlocks, liveLogs }));
  expect([coverage.logs7dPct, coverage.weighed7dPct]).toEqual([50, null]);
});
