import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { groupMoments } from '../../src/farming/reports/chart.ts';
import { sharedSchemas } from '../../src/model/answers/core/shared-schemas.ts';
import { type ChartName, chartNames } from '../../src/model/charts.ts';
import { chartRoutes } from '../../src/model/routes/farm-routes.ts';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestAnswer, type TestService } from '../support/service.ts';

const ajv = new Ajv2020({ strict: false, validateFormats: false });
const validators = new Map(
  chartRoutes.map(({ path, answer }) => [
    path.split('/')[3],
    ajv.compile({ ...answer.schema, components: { schemas: sharedSchemas } }),
  ]),
);

/** The logs of the 10,000 Ross 308 placed on 2026-10-03. */
const LOGS = [
  ['2026-10-04', { mortality: 20, feedKg: 119.88, waterL: 200 }],
  ['2026-10-10', { mortality: 30, culls: 5, feedKg: 350, waterL: 700, avgWeightGr: 220 }],
  ['2026-10-12', { mortality: 10 }],
  // Ten times the possible weight, and water of a leaking meter.
  ['2026-10-17', { avgWeightGr: 5330, waterL: 90_000 }],
  ['2026-10-31', { mortality: 5, feedKg: 1450, avgWeightGr: 1600 }],
] as const;

for (const name of DATABASES) {
  // Monday 2026-11-02, 10:30 in Israel: the flock is 30 days old.
  describe(`${name}: charts`, () => {
    let service: TestService;
    let farm: TestFarm;
    let hens: TestFarm['flockId'];
    const get = (path: string, key = service.admin) =>
      service.send('GET', `/os/charts/${path}`, { key });
    const chart = async (path: string): Promise<TestAnswer['body']> => {
      const { status, body, text } = await get(path);
      expect([path, status, text]).toEqual([path, 200, text]);
      const validate = validators.get(path.split('/')[0]);
      expect(validate?.(body), JSON.stringify(validate?.errors)).toBe(true);
      return body;
    };
    const ownChart = (chartName: ChartName, query = '') =>
      chart(`${chartName}/${chartName === 'climate' ? farm.barnId : farm.flockId}?lang=en${query}`);
    const on = (body: TestAnswer['body'], day: string) =>
      body.points.find((point: { readonly day: string }) => point.day === day);

    beforeAll(async () => {
      service = await startTestService(name);
      farm = await createFarm(service);
      const { farmId, barnId, flockId } = farm;
      for (const [date, log] of LOGS) {
        await create(service, 'daily-logs', { flockId, date, ...log });
      }
      for (const [ts, reading] of [
        ['2026-10-31T22:10:00Z', { temp: 24, humidity: 60 }],
        ['2026-11-01T06:05:00Z', { temp: 22, humidity: 60 }],
        ['2026-11-01T06:35:00Z', { temp: 25, humidity: 64, co2: 1800 }],
        ['2026-11-01T07:15:00Z', { temp: 30, humidity: 40, nh3: 12 }],
        ['2026-11-02T08:20:00Z', { temp: 21.5 }],
        // The outside air is not that of the barn.
        ['2026-11-01T06:50:00Z', { temp: 5, source: 'weather' }],
      ] as const) {
        await create(service, 'env-readings', { barnId, ts, ...reading });
      }
      const barn = await create(service, 'barns', { name: 'Hens', barnType: 'layer' }, { farmId });
      const flock = await create(service, 'flocks', {
        barnId: barn.id,
        code: 'L1',
        placementDate: '2026-10-20',
        arrivalAgeDays: 210,
        breed: 'Hy-Line Brown',
        chicksReceived: 1000,
      });
      hens = flock.id;
      for (const [date, log] of [
        ['2026-10-30', { eggs: 940, eggsBroken: 9, mortality: 2 }],
        ['2026-10-31', { eggs: 898, mortality: 0 }],
      ] as const) {
        await create(service, 'daily-logs', { flockId: hens, date, ...log });
      }
    });
    afterAll(() => service.close());

    test('growth: weights, the standard of the same day, and implausible values', async () => {
      const growth = await ownChart('growth');
      expect(growth).toMatchObject({
        title: 'Growth of Barn 1-261003',
        from: '2026-10-03',
        to: '2026-11-02',
        status: 'ok',
        missing: [],
        sampling: { unit: 'day', step: 1, of: 31 },
        standard: {
          breed: 'Ross 308',
          source: 'Ross 308 Performance Objectives 2022 (Aviagen)',
        },
        panels: [{ name: 'weight', label: 'Weight', unit: 'g' }],
        // 1600 of 1616 g on day 28; the standard of day 30 is 1805 g: 1600 / 1616 × 1805.
        current: {
          weightG: 1787.1,
          standardG: 1805,
          deviationPct: -0.99,
          weightDate: '2026-10-31',
          weightUncalibrated: false,
          weightReason: null,
        },
      });
      expect(growth.points).toHaveLength(31);
      const noData = {
        weightLowG: null,
        weightHighG: null,
        interpolated: false,
        atLeast: [],
        suspect: [],
      };
      expect(on(growth, '2026-10-03')).toEqual({
        from: '2026-10-03',
        day: '2026-10-03',
        ageDays: 0,
        weightG: null,
        standardG: 44,
        deviationPct: null,
        ...noData,
      });
      // 220 of 213 g.
      expect(on(growth, '2026-10-10')).toMatchObject({
        weightG: 220,
        standardG: 213,
        deviationPct: 3.29,
        ...noData,
      });
      expect(on(growth, '2026-10-17')).toMatchObject({
        weightG: null,
        standardG: 533,
        deviationPct: null,
        suspect: ['weightG'],
      });
      expect(on(growth, '2026-10-31')).toMatchObject({ weightG: 1600, deviationPct: -0.99 });
      expect(growth.suspects).toHaveLength(1);
      expect(growth.suspects[0]).toMatchObject({
        series: 'weightG',
        day: '2026-10-17',
        value: 5330,
        resource: 'daily-logs',
      });
      expect(growth.suspects[0].message).toContain('5,330 g');
    });

    test('mortality: daily, cumulative, and the standard curve', async () => {
      const mortality = await ownChart('mortality');
      expect(mortality).toMatchObject({
        // Deaths of four days alone are logged.
        status: 'partial',
        missing: [{ code: 'deaths_unlogged', have: 4 }],
        // 20 + 30 + 10 + 5 died and 5 were culled.
        current: { live: 9930, cumMortality: 65, cumMortalityPct: 0.65 },
        standard: { breed: null },
      });
      expect(on(mortality, '2026-10-04')).toEqual({
        from: '2026-10-04',
        day: '2026-10-04',
        ageDays: 1,
        cumMortalityPct: 0.2,
        // 0.1 % of the first day.
        standardCumMortalityPct: 0.1,
        mortality: 20,
        standardMortality: 10,
        mortalityPct: 0.2,
        culls: null,
        interpolated: true,
        atLeast: [],
        suspect: [],
      });
      // 30 of the 9,980 of the morning; 0.66 % up to day 7, 0.04 % on it.
      expect(on(mortality, '2026-10-10')).toMatchObject({
        cumMortalityPct: 0.5,
        standardCumMortalityPct: 0.66,
        mortality: 30,
        standardMortality: 4,
        mortalityPct: 0.3,
        culls: 5,
      });
      // Nothing is known of a day without a record: it is neither 0 nor the value before.
      expect(on(mortality, '2026-10-11')).toMatchObject({
        cumMortalityPct: null,
        mortality: null,
        mortalityPct: null,
      });
    });

    test('feed: per bird of the mean birds of the day, water, and their ratio', async () => {
      const feed = await ownChart('feed');
      expect(feed.panels.map((panel: { readonly name: string }) => panel.name)).toEqual([
        'feed',
        'water',
        'waterFeed',
      ]);
      // 119.88 kg for 9,990 birds; 12 g by the table.
      expect(on(feed, '2026-10-04')).toMatchObject({
        feedPerBirdG: 12,
        standardFeedG: 12,
        feedKg: 119.88,
        waterL: 200,
        waterFeedRatio: 1.67,
        atLeast: [],
        suspect: [],
      });
      expect(on(feed, '2026-10-17')).toMatchObject({
        feedKg: null,
        waterL: null,
        waterFeedRatio: null,
        suspect: ['waterL'],
      });
      expect(feed.suspects).toMatchObject([{ series: 'waterL', value: 90_000, low: null }]);
    });

    test('laying: eggs per hen alive in the morning, compared with the standard', async () => {
      const laying = await chart(`laying/${hens}?lang=en`);
      expect(laying).toMatchObject({ title: 'Laying of L1', status: 'ok', missing: [] });
      expect(on(laying, '2026-10-30')).toMatchObject({
        ageDays: 220,
        henDayPct: 94,
        eggs: 940,
        breakagePct: 0.96,
      });
      // 998 hens are left.
      expect(on(laying, '2026-10-31')).toMatchObject({ henDayPct: 89.98, breakagePct: null });
      // 30 weeks of age are published, the days after are on the line to 35 weeks.
      expect(on(laying, '2026-10-20')).toMatchObject({ ageDays: 210, interpolated: false });
      expect(on(laying, '2026-10-21').interpolated).toBe(true);
    });

    test('laying of broilers reports that there is no data to draw', async () => {
      const laying = await ownChart('laying');
      expect(laying).toMatchObject({
        status: 'not_enough_data',
        missing: [
          { code: 'not_layers', message: 'Flock Barn 1-261003 is not a flock of laying hens.' },
        ],
      });
    });

    test('climate: hourly extremes, and the recommended range for the age', async () => {
      const climate = await ownChart('climate', '&from=2026-11-01&to=2026-11-01');
      expect(climate).toMatchObject({
        title: 'Climate of Barn 1',
        timezone: 'Asia/Jerusalem',
        status: 'ok',
        sampling: { unit: 'hour', step: 1, of: 24 },
        // Of 10:20, ten minutes ago.
        current: { temp: 21.5, humidity: null, co2: null, nh3: null },
      });
      const at = (hour: string) =>
        climate.points.find((point: { readonly at: string }) => point.at === hour);
      // The first of November begins at 22:00 UTC.
      expect(climate.points[0]).toMatchObject({ at: '2026-10-31T22:00:00.000Z', temp: 24 });
      expect(climate.points[0].ageDays).toBe(29);
      expect(at('2026-11-01T06:00:00.000Z')).toEqual({
        at: '2026-11-01T06:00:00.000Z',
        ageDays: 29,
        readings: 2,
        temp: 23.5,
        tempLow: 22,
        tempHigh: 25,
        // 22 °C on day 28, 20.5 on day 35, ± 2: 21.8 on day 29.
        tempMin: 19.8,
        tempMax: 23.8,
        humidity: 62,
        humidityLow: 60,
        humidityHigh: 64,
        humidityMin: 50,
        humidityMax: 65,
        co2: 1800,
        co2High: 1800,
        co2Max: 3000,
        nh3: null,
        nh3High: null,
        nh3Max: 20,
      });
      expect(at('2026-11-01T08:00:00.000Z')).toMatchObject({ readings: 0, temp: null });
    });

    test('days and hours without records name the call that records them', async () => {
      const query = '&from=2026-10-18&to=2026-10-20';
      expect(await ownChart('mortality', query)).toMatchObject({
        status: 'not_enough_data',
        missing: [{ code: 'no_deaths_in_days', fix: { method: 'POST', path: '/daily-logs' } }],
      });
      expect(await ownChart('climate', query)).toMatchObject({
        status: 'not_enough_data',
        missing: [
          {
            code: 'no_readings_in_days',
            message: 'Nothing was measured in Barn 1 on these days.',
            fix: { method: 'POST', path: '/env-readings' },
          },
        ],
      });
      const hours = await ownChart('climate', '&from=2026-09-01&to=2026-09-02');
      expect(hours.points).toHaveLength(48);
      expect(hours.points[0]).toMatchObject({ ageDays: null, tempMin: null, tempMax: null });
    });

    test('fewer points than days: which days each point covers, and how', async () => {
      const growth = await ownChart('growth', '&points=10');
      expect(growth.sampling).toEqual({ unit: 'day', step: 4, of: 31 });
      expect(growth.points).toHaveLength(8);
      // Of the four days the one with the weighing determines weight, standard and age.
      expect(growth.points[1]).toMatchObject({
        from: '2026-10-07',
        day: '2026-10-10',
        ageDays: 7,
        weightG: 220,
        standardG: 213,
      });
      expect(growth.points[7]).toMatchObject({ from: '2026-10-31', day: '2026-10-31' });
      const mortality = await ownChart('mortality', '&points=10');
      // 30 and 10 of the days 10 and 12, of which the curve expects 4 and 6.2.
      expect(
        (await ownChart('mortality', '&from=2026-10-10&to=2026-10-19&points=10')).points,
      ).toHaveLength(10);
      expect(mortality.points[2]).toMatchObject({
        from: '2026-10-11',
        day: '2026-10-12',
        mortality: 10,
        standardMortality: 6.2,
        cumMortalityPct: 0.6,
      });
    });

    test.each([
      ['growth', 'from=2026-10-10&to=2026-10-09', 'to', 'inconsistent'],
      ['growth', 'from=2020-01-01&to=2026-10-09', 'from', 'too_many'],
      ['climate', 'from=2026-01-01&to=2026-10-09', 'from', 'too_many'],
      ['growth', 'points=9', 'points', 'too_small'],
      ['growth', 'points=1001', 'points', 'too_large'],
      ['growth', 'from=gestern', 'from', 'invalid_date'],
      ['growth', 'farmId=farm_1', 'farmId', 'unknown_parameter'],
    ] as const)('%s?%s is rejected', async (chartName, query, path, code) => {
      const id = chartName === 'climate' ? farm.barnId : farm.flockId;
      const { status, body } = await get(`${chartName}/${id}?${query}`);
      expect([status, body.issues[0]]).toMatchObject([400, { path }]);
      expect(body.issues[0].code).toBe(code);
    });

    test('days before placement and in the future have no values', async () => {
      const query = '&from=2026-10-01&to=2026-11-10';
      const mortality = await ownChart('mortality', query);
      expect(on(mortality, '2026-10-02')).toMatchObject({
        ageDays: -1,
        standardMortality: null,
        standardCumMortalityPct: null,
      });
      expect(on(await ownChart('growth', query), '2026-11-10')).toMatchObject({
        weightG: null,
        standardG: 2597,
      });
    });

    test.each(chartNames)('%s: foreign and missing rows get the same answer', async (chartName) => {
      const id = chartName === 'climate' ? farm.barnId : farm.flockId;
      const other = await createFarm(service, { name: 'Other farm' });
      const key = await service.createKey({ farmIds: [other.farmId] });
      const read = (row: string) =>
        service.send('GET', `/os/charts/${chartName}/${row}`, {
          key,
          headers: { 'x-request-id': 'same' },
        });
      const [foreign, missing] = [await read(id), await read(`${id.slice(0, -4)}0000`)];
      expect([foreign.status, missing.status]).toEqual([404, 404]);
      expect(foreign.text).toBe(missing.text);
      const otherKey = await service.createKey({
        orgId: await service.createOrganisation('Second'),
      });
      expect((await get(`${chartName}/${id}`, otherKey)).status).toBe(404);
      const narrow = await service.createKey({ scopes: ['read:tasks'] });
      expect((await get(`${chartName}/${id}`, narrow)).status).toBe(403);
    });

    test('texts follow the language', async () => {
      const growth = await chart(`growth/${farm.flockId}?lang=th`);
      expect([growth.title, growth.panels[0].label]).toEqual([
        'การเติบโตของ Barn 1-261003',
        'น้ำหนัก',
      ]);
      const mortality = await chart(`mortality/${farm.flockId}?lang=es`);
      expect(mortality.standard.source).toBe(
        'Curva de mortalidad según 107 lotes alemanes de Ross 308 (Frontiers 2022) y 38 lotes de Tabler',
      );
    });
  });
}

test('a point of several days has ratios of sums, not means of daily ratios', () => {
  const day = (values: readonly [number, number], by: readonly [number, number]) => ({
    values: {
      henDayPct: values[0],
      standardHenDayPct: values[0],
      eggs: by[1],
      breakagePct: values[1],
    },
    by: { henDayPct: by[0], standardHenDayPct: by[0], breakagePct: by[1] },
  });
  const moments = [day([90, 1], [10_000, 9000]), day([50, 10], [1000, 500])];
  // 9,500 eggs of 11,000 hens, of which 90 and 50 were broken.
  expect(groupMoments('laying', moments, 2)[0]?.values).toEqual({
    henDayPct: 86.36,
    standardHenDayPct: 86.36,
    eggs: 4750,
    breakagePct: 1.47,
  });
});
