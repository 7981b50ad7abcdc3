import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../src/tools/calendar.ts';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

// It is 2026-11-02.
const YESTERDAY = '2026-11-01';

for (const database of DATABASES) {
  describe(`${database}: a flock placed 90 days ago whose last 14 days are logged`, () => {
    let service: TestService;
    let farm: TestFarm;
    let flockId: string;
    beforeAll(async () => {
      service = await startTestService(database);
      farm = await createFarm(service);
      await service.send('DELETE', `/flocks/${farm.flockId}`);
      const { barnId } = farm;
      const placed = { placementDate: '2026-08-04', chicksReceived: 10_000, arrivalAgeDays: 119 };
      flockId = (await create(service, 'flocks', { barnId, breed: 'Lohmann Brown', ...placed })).id;
      for (let index = 0; index < 14; index++)
        await create(service, 'daily-logs', {
          ...{ flockId, date: addDays(YESTERDAY, index - 13), mortality: index % 3, eggs: 9000 },
        });
    });
    afterAll(() => service.close());

    const read = async (path: string) =>
      (await service.send('GET', `${path}${path.includes('?') ? '&' : '?'}farmId=${farm.farmId}`))
        .body;
    const unloggedGap = async () =>
      (await read('/gaps')).gaps.find(
        ({ kind }: { readonly kind: string }) => kind === 'flock_days_unlogged',
      );

    test('the days before the first log are a gap, with the same number everywhere', async () => {
      // From 5 August to 1 November there are 89 days; 14 are logged.
      const gap = await unloggedGap();
      expect(gap).toMatchObject({ count: 75, since: '2026-08-05' });
      expect(gap.fix.body).toMatchObject({ flockId, date: '2026-08-05', mortality: null });
      const flock = (await service.send('GET', `/flocks/${flockId}`)).body;
      const [row] = (await read('/insights?include=health')).sections.health.flocks;
      expect([flock.mortalityDaysUnlogged, row.mortalityDaysUnlogged]).toEqual([75, 75]);
    });

    test('the quality of its logs is reduced, in the gaps and in the portfolio', async () => {
      const { dataQuality } = await read('/gaps');
      // All of the last seven days, 14 of 89 days: (1 + 0.157) / 2.
      expect(dataQuality.parts.logs).toBe(0.579);
      const [row] = (await service.send('GET', '/portfolio')).body.farms;
      expect(row.dataQuality).toBe(dataQuality.score);
    });

    test.each([
      ['how many died in the first week?', 'en', /placed on Aug 4(, 2026)?, after these days/],
      [
        '¿cuántas murieron en la primera semana?',
        'es',
        /ingresaron el 4 ago(sto)?.* después de esos días/,
      ],
    ])(
      'the first week of pullets was before their placement: %s',
      async (question, lang, expected) => {
        const body = { question, lang, farmId: farm.farmId };
        const { body: answer } = await service.send('POST', '/ask', { body });
        expect(answer.facts).toMatchObject([{ value: '2026-08-04' }]);
        expect(answer.answer).toMatch(expected);
      },
    );

    test('birds, livability and sums of deaths are bounds', async () => {
      const week = await read('/os/weekly-summary');
      expect(week.totals.week).toMatchObject({ birdsUpperBound: true, daysUnlogged: 0 });
      expect(week.totals.before).toMatchObject({ birdsUpperBound: true, daysUnlogged: 0 });
      expect(week.flocks[0].week.birdsUpperBound).toBe(true);
      const [portfolio] = (await service.send('GET', '/portfolio')).body.farms;
      expect(portfolio.birdsUpperBound).toBe(true);
    });
  });

  describe(`${database}: one unlogged day`, () => {
    let service: TestService;
    let farm: TestFarm;
    const logIds = new Map<string, string>();
    beforeAll(async () => {
      service = await startTestService(database);
      farm = await createFarm(service);
      for (let age = 1; age <= 29; age++) {
        // 5 October, day 2, is not logged.
        if (age === 2) continue;
        const date = addDays('2026-10-03', age);
        const log = { flockId: farm.flockId, date, mortality: 10 };
        logIds.set(date, (await create(service, 'daily-logs', log)).id);
      }
    });
    afterAll(() => service.close());

    const certainties = async () => {
      const path = `/insights?include=benchmark,barnComparison&farmId=${farm.farmId}`;
      const { sections } = (await service.send('GET', path)).body;
      const of = (metric: string) => {
        const rows: { metric: string; value: number; certainty: string }[] =
          sections.benchmark.rows;
        const row = rows.find((each) => each.metric === metric);
        return [row?.value, row?.certainty];
      };
      return [of('livability'), of('firstWeekMortality')];
    };

    test('makes livability an upper and mortality a lower bound in the benchmark', async () => {
      // 28 days of 10 dead birds of 10,000; 6 of them in the first week.
      expect(await certainties()).toEqual([
        [97.2, 'at_most'],
        [0.6, 'at_least'],
      ]);
    });

    test.each([
      // Of the last seven days, 26 October to 1 November, and of the day before them.
      ['in the last seven days', '2026-10-29', 60, 1],
      ['before them', '2026-10-25', 70, 0],
    ])('%s, a second one marks the deaths of the seven days', async (_, date, dead, unlogged) => {
      const { flockId, farmId } = farm;
      await service.send('DELETE', `/daily-logs/${logIds.get(date)}`);
      const { sections } = (await service.send('GET', `/insights?include=health&farmId=${farmId}`))
        .body;
      expect(sections.health.flocks[0]).toMatchObject({
        ...{ mort7: dead, mort7DaysUnlogged: unlogged, mortalityDaysUnlogged: 2 },
      });
      const [row] = (await service.send('GET', '/portfolio')).body.farms;
      expect(row.mortality7dDaysUnlogged).toBe(unlogged);
      await create(service, 'daily-logs', { flockId, date, mortality: 10 });
    });

    test('makes deaths and figures per bird of later days in charts lower bounds', async () => {
      const { flockId } = farm;
      await service.send('POST', '/actions', {
        body: { type: 'log_daily', flockId, date: '2026-11-01', feedKg: 1000 },
      });
      const bounds = async (chart: string) => {
        const { body } = await service.send('GET', `/os/charts/${chart}/${flockId}`);
        const points: { day: string; atLeast: string[] }[] = body.points;
        return points.flatMap(({ day, atLeast }) =>
          atLeast.length > 0 ? [[day, ...atLeast]] : [],
        );
      };
      // The 5th is unknown: from the next log on, it is missing from the total of deaths.
      const deaths = await bounds('mortality');
      expect([deaths[0], deaths.length]).toEqual([['2026-10-06', 'cumMortalityPct'], 27]);
      expect(await bounds('feed')).toEqual([['2026-11-01', 'feedPerBirdG']]);
    });

    test('makes them exact once it is logged', async () => {
      const { flockId } = farm;
      await create(service, 'daily-logs', { flockId, date: '2026-10-05', mortality: 10 });
      expect(await certainties()).toEqual([
        [97.1, 'exact'],
        [0.7, 'exact'],
      ]);
    });
  });

  describe(`${database}: a farm without any log`, () => {
    let service: TestService;
    let farm: TestFarm;
    beforeAll(async () => {
      service = await startTestService(database);
      farm = await createFarm(service);
    });
    afterAll(() => service.close());

    test('may have fewer birds than were placed, in every count', async () => {
      const read = async (path: string) =>
        (await service.send('GET', `${path}?farmId=${farm.farmId}`)).body;
      const week = await read('/os/weekly-summary');
      const { figures } = await read('/os/dashboard');
      const [portfolio] = (await service.send('GET', '/portfolio')).body.farms;
      const counts = [week.totals.week, week.totals.before, figures, portfolio];
      expect(counts.map(({ birds, birdsUpperBound }) => [birds, birdsUpperBound])).toEqual(
        Array.from(counts, () => [10_000, true]),
      );
      expect(week.totals.week.daysUnlogged).toBe(7);
      const record = (await service.send('GET', `/farms/${farm.farmId}`)).body;
      const flock = (await service.send('GET', `/flocks/${farm.flockId}`)).body;
      expect(flock.mortalityDaysUnlogged).toBeGreaterThan(0);
      expect(record).toMatchObject({
        birds: 10_000,
        mortalityDaysUnlogged: flock.mortalityDaysUnlogged,
      });
    });

    test('has no sales and expenses until one is recorded, for any day', async () => {
      const money = async () => {
        const { farms, totals } = (await service.send('GET', '/portfolio')).body;
        const [{ revenue30d, expenses30d }] = farms;
        const [{ currency: _currency, ...total }] = totals.money;
        expect(total).toEqual({ revenue30d, expenses30d });
        const read = async (path: string) =>
          (await service.send('GET', `${path}?farmId=${farm.farmId}`)).body;
        const { money90d } = await read('/context');
        const { money: week } = await read('/os/weekly-summary');
        const { money: month } = (await read('/os/dashboard')).figures;
        const all = [money90d, week.week, month].map(({ revenue, net }) => [revenue, net]);
        expect(all.flat().every((each) => (each === null) === (revenue30d === null))).toBe(true);
        return [revenue30d, expenses30d];
      };
      expect(await money()).toEqual([null, null]);
      const expense = { date: '2026-01-05', category: 'labor', amount: 100 };
      await create(service, 'expenses', expense, { farmId: farm.farmId });
      expect(await money()).toEqual([0, 0]);
    });
  });
}
