import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../src/tools/calendar.ts';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

// It is 2026-11-02. 10,000 birds were placed on 19 October and are 14 days old; they ate 50 kg more
// on each day, and none of them died. On the 2nd they weigh 500 g, 5,000 kg together.
const PLACED = '2026-10-19';
const TODAY = '2026-11-02';
const KG_MORE_A_DAY = 50;

for (const database of DATABASES) {
  describe(`${database}: a day without feed in the log before a weighing`, () => {
    let service: TestService;
    let farm: TestFarm;
    let flockId: string;
    let logIds: string[];
    beforeAll(async () => {
      service = await startTestService(database);
      farm = await createFarm(service);
      await service.send('DELETE', `/flocks/${farm.flockId}`);
      const { barnId } = farm;
      const flock = { barnId, placementDate: PLACED, breed: 'Ross 308', chicksReceived: 10_000 };
      flockId = (await create(service, 'flocks', flock)).id;
      logIds = [];
      for (let age = 1; age <= 14; age++) {
        const date = addDays(PLACED, age);
        const feedKg = age === 14 ? null : age * KG_MORE_A_DAY;
        const log = { flockId, date, mortality: 0, feedKg };
        const weight = age === 14 ? { avgWeightGr: 500 } : {};
        logIds.push((await create(service, 'daily-logs', { ...log, ...weight })).id);
      }
    });
    afterAll(() => service.close());

    const read = async (path: string) =>
      (await service.send('GET', `${path}${path.includes('?') ? '&' : '?'}farmId=${farm.farmId}`))
        .body;
    /** The feed conversion of the flock everywhere it is stated, with its mark. */
    const conversions = async () => {
      const { sections } = await read('/insights?include=feed,benchmark,barnComparison');
      const dashboard = await read('/os/dashboard');
      const week = await read(`/os/weekly-summary?week=${TODAY}`);
      const request = { question: 'what is the feed conversion?', lang: 'en', farmId: farm.farmId };
      const { body: ask } = await service.send('POST', '/ask', { body: request });
      // What is missing is stated with numbers of its own, such as "logged on 7 of 13 days".
      const fact = ask.facts.find(({ label }: { label: string }) => !label.startsWith('Missing'));
      const row = (metric: string) =>
        sections.benchmark.rows.find((each: { metric: string }) => each.metric === metric);
      const [feed] = sections.feed.flocks;
      const [barn] = sections.barnComparison.barns;
      return [
        ['insights.feed', feed.cumFcr, feed.fcrEstimated],
        ['benchmark', row('fcr').value, row('fcr').certainty === 'estimated'],
        ['barnComparison', barn.fcrMedian, barn.fcrEstimated],
        ['dashboard.barns', dashboard.barns[0].fcr, dashboard.barns[0].fcrEstimated],
        ['dashboard.figures', dashboard.figures.fcr, dashboard.figures.fcrEstimated],
        ['weekly', week.flocks[0].week.fcr, week.flocks[0].week.fcrEstimated],
        ['ask', fact?.value ?? null, / about /.test(ask.answer)],
      ];
    };
    const everywhere = (fcr: number | null, isEstimated: boolean) =>
      [
        'insights.feed',
        'benchmark',
        'barnComparison',
        'dashboard.barns',
        'dashboard.figures',
        'weekly',
        'ask',
      ].map((name) => [name, fcr, isEstimated]);
    const setFeed = (age: number, feedKg: number | null) =>
      service.send('PATCH', `/daily-logs/${logIds[age - 1]}`, { body: { feedKg } });

    test('the day of the weighing is filled in and marked, wherever the ratio is stated', async () => {
      // 50 × (1 + … + 13) = 4550, and again the 650 of the 13th day: 5200 / 5000.
      expect(await conversions()).toEqual(everywhere(1.04, true));
    });

    test('a day in between is estimated from its neighbours and marked', async () => {
      await setFeed(14, 700);
      await setFeed(7, null);
      // All 5250, since the 7th is between 300 and 400.
      expect(await conversions()).toEqual(everywhere(1.05, true));
    });

    test('the ratio of a weighing after a day without feed is exact if all days are logged', async () => {
      await setFeed(7, 350);
      expect(await conversions()).toEqual(everywhere(1.05, false));
    });

    test('the ratio of a weighing after a day without feed is a lower bound if deaths are not logged on every day', async () => {
      await service.send('PATCH', `/daily-logs/${logIds[9]}`, { body: { mortality: null } });
      expect(await conversions()).toEqual(everywhere(1.05, false));
      const { sections } = await read('/insights?include=feed,benchmark,barnComparison');
      const dashboard = await read('/os/dashboard');
      const week = await read(`/os/weekly-summary?week=${TODAY}`);
      const ofFcr = ({ metric }: { metric: string }) => metric === 'fcr';
      expect([
        sections.feed.flocks[0].fcrLowerBound,
        sections.benchmark.rows.find(ofFcr).certainty,
        sections.barnComparison.barns[0].fcrLowerBound,
        dashboard.barns[0].fcrLowerBound,
        dashboard.figures.fcrLowerBound,
        week.flocks[0].week.fcrLowerBound,
      ]).toEqual([true, 'at_least', true, true, true, true]);
      await service.send('PATCH', `/daily-logs/${logIds[9]}`, { body: { mortality: 0 } });
    });

    test('the ratio of a weighing is unknown everywhere if feed is logged on too few days', async () => {
      for (const age of [4, 5, 6, 7, 8, 9, 14]) await setFeed(age, null);
      expect(await conversions()).toEqual(everywhere(null, false));
    });
  });
}
