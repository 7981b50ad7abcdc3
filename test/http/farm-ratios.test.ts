import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../src/tools/calendar.ts';
import { DATABASES } from '../support/databases.ts';
import { create } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

const TODAY = '2026-11-02';

// 10,000 Ross 308 of 35 days, fed 900 kg a day, weighed today at 2,250 g; 3,000 of them were sold
// three days ago. In a second barn 5,000 chicks placed yesterday.
for (const database of DATABASES) {
  describe(database, () => {
    let service: TestService;
    let farmId: string;
    let flockId: string;
    let saleId: string;
    let weighingId: string;

    beforeAll(async () => {
      service = await startTestService(database);
      farmId = (await create(service, 'farms', { name: 'Emek Hefer' })).id;
      const placed = async (name: string, chicksReceived: number, daysAgo: number) => {
        const barn = await create(service, 'barns', { name, areaSqm: 800 }, { farmId });
        const placementDate = addDays(TODAY, -daysAgo);
        const flock = { barnId: barn.id, placementDate, breed: 'Ross 308', chicksReceived };
        return (await create(service, 'flocks', flock)).id;
      };
      flockId = await placed('Barn 1', 10_000, 35);
      const log = (values: object) => create(service, 'daily-logs', { flockId, ...values });
      for (let day = 34; day >= 1; day--)
        await log({ date: addDays(TODAY, -day), feedKg: 900, mortality: 0 });
      const weighing = { date: TODAY, feedKg: 900, mortality: 0, avgWeightGr: 2250 };
      weighingId = (await log(weighing)).id;
      const chicks = await placed('Barn 2', 5000, 1);
      await create(service, 'daily-logs', {
        flockId: chicks,
        date: TODAY,
        feedKg: 60,
        mortality: 0,
        avgWeightGr: 62,
      });
      const sale = { flockId, date: addDays(TODAY, -3), birdsCount: 3000, totalWeightKg: 5850 };
      saleId = (await create(service, 'sales', { ...sale, pricePerKg: 5.1234 })).id;
    });
    afterAll(() => service.close());

    const read = async (path: string) =>
      (await service.send('GET', `/${path}?farmId=${farmId}`)).body;
    const patch = (path: string, body: object) => service.send('PATCH', `/${path}`, { body });
    const ask = async (question: string) => {
      const body = { farmId, question, lang: 'en' };
      return (await service.send('POST', '/ask', { body })).body;
    };

    /** The conversion and efficiency of the grown flock and of the farm, in all answers. */
    async function ratios() {
      const [insights, dashboard] = [await read('insights'), await read('os/dashboard')];
      const ofFlock = (rows: { flockId: string }[]) =>
        rows.find((row) => row.flockId === flockId) as Record<string, unknown> | undefined;
      const { feed, benchmark } = insights.sections;
      const metric = (name: string) =>
        benchmark.rows.find(
          (row: { flockId: string; metric: string }) =>
            row.flockId === flockId && row.metric === name,
        );
      return {
        fcr: [
          ofFlock(feed.flocks)?.['cumFcr'],
          ofFlock(dashboard.barns)?.['fcr'],
          dashboard.figures.fcr,
          metric('fcr').value,
        ],
        epef: [ofFlock(dashboard.barns)?.['epef'], dashboard.figures.epef, metric('epef').value],
        codes: feed.missing.map(({ code }: { code: string }) => code),
      };
    }

    test('chicks placed yesterday do not change the ratios of the farm', async () => {
      // 31,500 / (7,000 × 2.25 + 5,850) = 1.458 and 100 × 2.25 × 100 / (35 × 1.458) = 441.
      const { fcr, epef, codes } = await ratios();
      expect(new Set(fcr)).toEqual(new Set([1.46]));
      expect(new Set(epef)).toEqual(new Set([441]));
      expect(codes).toContain('too_young');
    });

    test('a price keeps four decimals', async () => {
      expect((await service.send('GET', `/sales/${saleId}`)).body.pricePerKg).toBe(5.1234);
    });

    test.each([
      ['without a weight', null, 'sale_weight_missing'],
      ['of ten times its weight', 58_500, 'sale_weight_suspect'],
    ])('a sale %s leaves no basis for the ratios', async (_what, totalWeightKg, code) => {
      await patch(`sales/${saleId}`, { totalWeightKg });
      const { fcr, epef, codes } = await ratios();
      expect(new Set([...fcr, ...epef])).toEqual(new Set([null]));
      expect(codes).toContain(code);
      const answer = await ask('What is the feed conversion in barn 1?');
      expect(JSON.stringify(answer)).not.toMatch(/\b(?:1\.46|2(?:\.0+)?)\b kg|"value":2\b/);
      await patch(`sales/${saleId}`, { totalWeightKg: 5850 });
    });

    test('a weight ten times too large is not used in any answer', async () => {
      await patch(`daily-logs/${weighingId}`, { avgWeightGr: 22_500 });
      const { fcr, epef } = await ratios();
      expect(new Set([...fcr, ...epef])).toEqual(new Set([null]));
      const { market } = (await read('insights')).sections;
      expect(JSON.stringify(market)).not.toContain('22500');
      await patch(`daily-logs/${weighingId}`, { avgWeightGr: 2250 });
    });

    test.each([
      ['en', 'realised', ['net this month', 'What is the revenue this month?']],
      ['en', 'realised', ['How much money was spent this month?', 'income this year']],
      ['es', 'realizado', ['beneficio neto este mes', '¿Cuánto gastamos este mes?']],
      ['he', 'בפועל', ['כמה כסף הכנסנו החודש?', 'מה ההוצאות החודש?']],
      ['th', 'เกิดขึ้นจริง', ['รายได้เดือนนี้เท่าไร', 'เดือนนี้ใช้เงินไปเท่าไร']],
      ['zh', '实际', ['本月收入多少？', '本月支出多少？']],
    ] as const)('monthly amounts are labelled as realised in %s', async (language, word, all) => {
      const farm = await create(service, 'farms', { name: 'Ravid' });
      const barn = await create(service, 'barns', { name: 'Barn 1' }, { farmId: farm.id });
      const placed = { barnId: barn.id, placementDate: addDays(TODAY, -35), chicksReceived: 1000 };
      const { id } = await create(service, 'flocks', placed);
      const sale = { flockId: id, date: TODAY, birdsCount: 100, totalAmount: 700 };
      await create(service, 'sales', sale);
      const gas = { date: TODAY, amount: 90, category: 'gas' };
      await create(service, 'expenses', gas, { farmId: farm.id });
      for (const question of all) {
        const body = { farmId: farm.id, question, language };
        const { answer } = (await service.send('POST', '/ask', { body })).body;
        expect([question, answer]).toEqual([question, expect.stringContaining(word)]);
      }
    });

    test('every amount of the section profit states whether it is realised or expected', async () => {
      const { flocks } = (await read('insights')).sections.profit;
      for (const { profitBasis, projected } of flocks) {
        expect(profitBasis).toBe('realised');
        expect([null, 'expected']).toContain(projected?.profitBasis ?? null);
      }
    });
  });
}
