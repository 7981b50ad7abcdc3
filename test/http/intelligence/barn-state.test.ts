import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { cameraFarm, minutesAgo, STAGE_NOW } from '../../support/camera-stage.ts';
import { DATABASES } from '../../support/databases.ts';
import { create } from '../../support/farm.ts';
import { readFarm } from '../../support/farm-answers.ts';
import { startTestService, type TestService } from '../../support/service.ts';
import type { FarmAnswers } from '../../support/shared-numbers/answers.ts';
import { contradictions } from '../../support/shared-numbers/contradictions.ts';
import { sharedNumbers } from '../../support/shared-numbers/shared-numbers.ts';
import { standardsIn, standardsWithoutBasis } from '../../support/standard-bases.ts';

const DAY_MINUTES = 24 * 60;

for (const name of DATABASES) {
  describe(`${name}: the state of a barn`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startTestService(name);
    });
    beforeEach(() => service.clock.set(STAGE_NOW));
    afterAll(() => service.close());

    const scan = (farmId: string) => service.send('POST', '/os/brain/scan', { body: { farmId } });

    /** All answers about a farm after a scan, which agree with each other and with the alerts. */
    async function answersOf(farmId: string): Promise<FarmAnswers> {
      expect((await scan(farmId)).status).toBe(200);
      const answers = { ...(await readFarm(service, farmId)), isMoneyYoung: false };
      for (const { name: quantity, told } of sharedNumbers(answers)) {
        const [first] = told;
        expect([quantity, told]).toEqual([quantity, told.map(([place]) => [place, first?.[1]])]);
      }
      expect(contradictions(answers)).toEqual([]);
      expect(standardsWithoutBasis(answers)).toEqual([]);
      return answers;
    }

    /** 18,000 Ross 308 on 1,000 m², 36 days old on 2026-11-02, weighed once. */
    async function oneFlock(date: string, avgWeightGr: number): Promise<FarmAnswers> {
      const farm = await create(service, 'farms', { name: 'One flock' });
      const barn = { name: 'Barn 1', areaSqm: 1000, capacity: 20_000 };
      const { id: barnId } = await create(service, 'barns', barn, { farmId: farm.id });
      const birds = { breed: 'Ross 308', chicksReceived: 18_000, placementDate: '2026-09-27' };
      const flock = await create(service, 'flocks', { barnId, ...birds });
      await create(service, 'daily-logs', { flockId: flock.id, date, avgWeightGr });
      return answersOf(farm.id);
    }

    test('projects a weighing of last week to today, in every answer', async () => {
      // Day 29: 1,645 g against 1,710 g, -3.80 %. Day 36: 2,396 g × 1645/1710 = 2,304.9 g.
      // 18,000 × 2.3049 kg on 1,000 m² = 41.49 kg/m²; with the weight of day 29 it were 29.61.
      const answers = await oneFlock('2026-10-26', 1645);
      expect(answers.barns).toMatchObject([{ densityKgM2: 41.49, densityReason: null }]);
      expect(answers.flocks).toMatchObject([
        {
          weightG: 2304.9,
          standardG: 2396,
          deviationPct: -3.8,
          weightDate: '2026-10-26',
          weightReason: null,
        },
      ]);
      expect(answers.context.flocks).toMatchObject([
        {
          weight: { g: 1645, date: '2026-10-26', standardG: 1710 },
          weightG: 2304.9,
          standardG: 2396,
          deviationPct: -3.8,
        },
      ]);
      const alert = answers.alerts.find(({ source }: FarmAnswers['alerts'][number]) =>
        source?.key?.startsWith('density:'),
      );
      expect(alert).toMatchObject({ severity: 'warning', source: { densityKgM2: 41.49 } });
      expect(answers.insights.placements.barns).toMatchObject([
        { densityKgM2: 41.49, overcrowdedAt: '2026-11-02' },
      ]);
      expect(answers.insights.market.sellWindow[0].days[0].densityKgM2).toBe(41.49);
      expect(answers.asked.density[0]).toMatchObject({ value: 41.49, unit: 'kg/m²' });
    });

    test('names the source document of every standard, and whether it is interpolated', async () => {
      // Ross 308 AP is published by week: 36 days is between day 35 and day 42. Of the laying rate
      // of Lohmann Brown there is one rounded copy, with a value for week 26 but none for 27.
      const farm = await create(service, 'farms', { name: 'Two breeds' });
      const place = async (flock: object, log: object) => {
        const barn = await create(service, 'barns', { name: 'Barn' }, { farmId: farm.id });
        const { id } = await create(service, 'flocks', { barnId: barn.id, ...flock });
        for (const day of ['2026-10-26', '2026-11-01', '2026-11-02'])
          await create(service, 'daily-logs', { flockId: id, date: day, mortality: 0, ...log });
        return id;
      };
      const broilers = await place(
        { breed: 'Ross 308 AP', chicksReceived: 18_000, placementDate: '2026-09-27' },
        { avgWeightGr: 1400, feedKg: 2900 },
      );
      const hens = await place(
        { breed: 'Lohmann Brown Classic', chicksReceived: 1000, placementDate: '2026-04-27' },
        { eggs: 930, feedKg: 115 },
      );
      const answers = await answersOf(farm.id);
      const standards = standardsIn(answers);
      // Weights, gain, feed, conversion, benchmark, laying, charts, facts, alert and rows.
      expect(standards.map(({ path }) => path.replace(/\.\d+\b/g, ''))).toEqual(
        expect.arrayContaining([
          'answer.flocks.standardG',
          'answer.logs.standardG',
          'answer.context.flocks.standardG',
          'answer.context.flocks.weight.standardG',
          'answer.dashboard.barns.standardG',
          'answer.dashboard.barns.weight.standardG',
          'answer.insights.weights.flocks.std',
          'answer.insights.weights.flocks.stdAdg',
          'answer.insights.feed.flocks.stdGPerBird',
          'answer.insights.feed.flocks.stdFcr',
          'answer.insights.health.flocks.laying.standardHenDayPct',
          'answer.insights.benchmark.rows.breedStandard',
          `answer.charts.growth/${broilers}`,
          `answer.charts.growth/${broilers}.current.standardG`,
          `answer.charts.mortality/${broilers}`,
          `answer.charts.laying/${hens}`,
          'answer.alerts.source.standardG',
          'answer.asked.weightDeviation: Standard weight, Barn',
        ]),
      );
      const ap = { edition: '2022', interpolated: true, confidence: 'medium' };
      const byId = (rows: FarmAnswers['flocks'], id: string) =>
        rows.find((row: FarmAnswers['flocks']) => (row.flockId ?? row.id) === id);
      expect(byId(answers.flocks, broilers)).toMatchObject({ standardBasis: ap });
      expect(byId(answers.insights.feed.flocks, broilers)).toMatchObject({ stdFcrBasis: ap });
      expect(byId(answers.insights.health.flocks, hens).laying).toMatchObject({
        standardBasis: { edition: '2021', interpolated: true, confidence: 'low' },
      });
      expect(answers.charts[`laying/${hens}`].standard).toMatchObject({ confidence: 'low' });
    });

    test('measures hens by their eggs, in feed and in money', async () => {
      // 1,000 Hy-Line Brown of 22 weeks: 800 eggs of 54.3 g and 110 kg of feed a day for 28 days,
      // at 1.5 a kg; eggs were sold for 6,000.
      const farm = await create(service, 'farms', { name: 'Hens' });
      const barn = { name: 'Barn 1', barnType: 'layer', areaSqm: 200 };
      const { id: barnId } = await create(service, 'barns', barn, { farmId: farm.id });
      const birds = { breed: 'Hy-Line Brown', chicksReceived: 1000, arrivalAgeDays: 124 };
      const placed = { barnId, ...birds, placementDate: '2026-10-03' };
      const { id: flockId } = await create(service, 'flocks', placed);
      const first = Date.UTC(2026, 9, 6);
      for (let day = 0; day < 28; day++) {
        const date = new Date(first + day * DAY_MINUTES * 60_000).toISOString().slice(0, 10);
        await create(service, 'daily-logs', {
          flockId,
          date,
          mortality: 0,
          eggs: 800,
          feedKg: 110,
        });
      }
      const feed = { flockId, date: '2026-10-03', quantityKg: 4000, totalCost: 6000 };
      await create(service, 'feed-deliveries', feed);
      for (const date of ['2026-10-20', '2026-11-01'])
        await create(service, 'sales', { flockId, date, totalAmount: 3000 });
      const answers = await answersOf(farm.id);
      const laying = {
        henDayPct: 80,
        standardHenDayPct: 89,
        // 80 / 89.
        ofStandardPct: 89.89,
        // 28 × 800 / 1,000.
        henHousedEggs: 22.4,
        // 0.8 × 54.3 g.
        eggMassG: 43.44,
        // 110,000 / 800.
        feedPerEggG: 137.5,
        // 110 / (800 × 0.0543).
        fcrEgg: 2.53,
        // (6,000 − 28 × 110 × 1.5) / 1,000.
        incomeOverFeedPerHen: 1.38,
        inMoult: false,
      };
      expect(answers.insights.health.flocks).toMatchObject([{ laying }]);
      expect(answers.dashboard.barns).toMatchObject([{ henDayPct: 80 }]);
      // 30 days without a weighing: worth knowing, and no more, of hens in lay.
      const gap = answers.gaps.gaps.find(
        ({ kind }: FarmAnswers['gaps']) => kind === 'flock_not_weighed_7d',
      );
      expect(gap).toMatchObject({ severity: 'info', ids: { flockId } });
      await create(service, 'events', { flockId, kind: 'moult', title: 'Moult' });
      const moulting = await answersOf(farm.id);
      expect(moulting.insights.health.flocks).toMatchObject([{ laying: { inMoult: true } }]);
    });

    test('has no weight or density from a weighing more than two weeks old', async () => {
      const answers = await oneFlock('2026-10-18', 1100);
      expect(answers.barns).toMatchObject([{ densityKgM2: null, densityReason: 'weighing_stale' }]);
      expect(answers.flocks).toMatchObject([
        {
          weightG: null,
          standardG: 2396,
          deviationPct: null,
          weightDate: '2026-10-18',
          weightReason: 'weighing_stale',
        },
      ]);
      expect(answers.insights.market.sellWindow).toMatchObject([{ weighingStale: true }]);
      expect(answers.asked.density).toEqual([]);
    });

    test('sums the flocks that share it, for densities and cameras', async () => {
      const stage = await cameraFarm(service);
      const { barnId, farmId, flockId } = stage;
      const birds = { breed: 'Ross 308', chicksReceived: 8000, placementDate: '2026-10-10' };
      const second = await create(service, 'flocks', { barnId, ...birds });
      const log = (id: string, date: string, values: object) =>
        create(service, 'daily-logs', { flockId: id, date, ...values });
      await log(second.id, '2026-10-31', { avgWeightGr: 1012 });
      await log(flockId, '2026-11-01', { mortality: 30 });
      await log(second.id, '2026-11-01', { mortality: 20 });
      await log(flockId, '2026-11-02', { avgWeightGr: 1800 });
      const dead = { source: 'east', kind: 'mortality', value: 50, ts: minutesAgo(DAY_MINUTES) };
      const count = { source: 'east', kind: 'count', value: 17_950, ts: minutesAgo(1) };
      expect((await stage.push([dead, count])).status).toBe(200);
      expect(await stage.rows('alerts')).toEqual([]);
      // 9,970 of 1,800 g and 7,980 of 1,174 g, the standard of day 23, on 800 m².
      const answers = await answersOf(farmId);
      expect(answers.barns).toMatchObject([{ densityKgM2: 34.14 }]);
      expect(answers.digest.vision.crossCheck).toMatchObject([
        { barnId, date: '2026-11-01', vision: 50, logged: 50, mismatch: false },
      ]);
      const cameras = await service.send('GET', `/os/cameras?farmId=${farmId}`);
      expect(cameras.body.cameras[0].count).toMatchObject({ logged: 17_950, gapPct: 0 });
      const body = { farmId, question: 'What is the camera count of the birds?' };
      const answer = await service.send('POST', '/ask', { body });
      expect(answer.body.facts).toMatchObject([
        { label: 'Camera count, Barn 1', value: 17_950 },
        { label: 'Live birds, Barn 1', value: 17_950 },
        { label: 'Camera count against the log, Barn 1', value: 0 },
      ]);
      // The count of one flock alone is too few for both.
      await stage.push([{ ...count, value: 9970, ts: minutesAgo(0) }]);
      expect(await stage.rows('alerts', '&category=count')).toMatchObject([
        { severity: 'critical', barnId },
      ]);
      // An alert about the barn is about both of its flocks.
      const screen = await service.send('GET', `/os/dashboard?farmId=${farmId}`);
      expect(screen.body.barns).toMatchObject([{ state: 'critical' }, { state: 'critical' }]);
    });

    test('divides the weights from cameras among the flocks that share it', async () => {
      const stage = await cameraFarm(service);
      const { barnId, farmId, flockId } = stage;
      const birds = { breed: 'Ross 308', chicksReceived: 10_000, placementDate: '2026-10-10' };
      const second = await create(service, 'flocks', { barnId, ...birds });
      // The standards of days 30 and 23 are 1,805 g and 1,174 g, of as many birds: 1,489.5 g.
      const weights = Array.from({ length: 30 }, (_, index) => ({
        source: 'east',
        kind: 'weight',
        unit: 'gr',
        value: 1489.5,
        ts: minutesAgo(index + 1),
      }));
      expect((await stage.push(weights)).status).toBe(200);
      const { flocks } = await answersOf(farmId);
      const weightOf = (id: string) =>
        flocks.find((flock: FarmAnswers['flocks'][number]) => flock.id === id).weightG;
      expect(Math.abs(weightOf(flockId) / 1805 - 1)).toBeLessThan(0.02);
      expect(Math.abs(weightOf(second.id) / 1174 - 1)).toBeLessThan(0.02);
    });
  });
}
