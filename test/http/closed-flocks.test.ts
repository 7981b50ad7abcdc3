import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestAnswer, type TestService } from '../support/service.ts';

const DAY_MILLIS = 86_400_000;

// 10,000 birds were placed on 2026-10-03; 100 died, 9,700 were sold, and of 200 nothing is
// recorded. The flock is closed on 2026-11-02; the day after has a log of 5 deaths. It is
// 2026-11-05.
for (const database of DATABASES) {
  describe(`${database}: a flock closed with birds unaccounted for`, () => {
    let service: TestService;
    let farm: TestFarm;
    let late: TestAnswer['body'];
    const read = async (path: string) => {
      const { status, body, text } = await service.send('GET', path);
      expect([path, status, text]).toEqual([path, 200, text]);
      return body;
    };

    beforeAll(async () => {
      service = await startTestService(database);
      farm = await createFarm(service);
      const { flockId } = farm;
      const code = { body: { code: 'F-7' } };
      expect((await service.send('PATCH', `/flocks/${flockId}`, code)).status).toBe(200);
      await create(service, 'daily-logs', { flockId, date: '2026-10-10', mortality: 100 });
      await create(service, 'sales', {
        ...{ flockId, date: '2026-10-31' },
        ...{ birdsCount: 9700, totalWeightKg: 16_000 },
      });
      expect((await read(`/flocks/${flockId}`)).live).toBe(200);
      const closing = { body: { status: 'closed' } };
      expect((await service.send('PATCH', `/flocks/${flockId}`, closing)).status).toBe(200);
      service.clock.advance(3 * DAY_MILLIS);
      late = await create(service, 'daily-logs', { flockId, date: '2026-11-03', mortality: 5 });
    });
    afterAll(() => service.close());

    test('counts no birds in its barn, in every answer', async () => {
      const { farmId, flockId } = farm;
      const flock = await read(`/flocks/${flockId}`);
      const list = await read(`/flocks?farmId=${farmId}`);
      const { birds } = await read(`/farms/${farmId}`);
      const { flocks } = await read(`/context?farmId=${farmId}`);
      const { current } = await read(`/os/charts/mortality/${flockId}`);
      const { totals } = await read(`/os/weekly-summary?farmId=${farmId}`);
      const logs = await read(`/daily-logs?flockId=${flockId}`);
      expect([flock.live, list.data[0].live, current.live, birds]).toEqual([0, 0, 0, 0]);
      expect([flocks, totals.week.birds]).toEqual([[], 0]);
      expect(
        logs.data.map(({ date, live }: TestAnswer['body']) => [date, live]).toSorted(),
      ).toEqual([
        ['2026-10-10', 9900],
        ['2026-11-03', 0],
      ]);
    });

    test.each([
      ['How many birds are alive in flock F-7?', 0],
      ['How many birds were alive in flock F-7 on 2 November 2026?', 0],
      ['How many birds were alive in flock F-7 on 20 October 2026?', 9900],
    ])('%s %i', async (question, birds) => {
      const request = { body: { question, farmId: farm.farmId, lang: 'en' } };
      const { body } = await service.send('POST', '/ask', request);
      expect(body.facts.map(({ value }: TestAnswer['body']) => value)).toContain(birds);
    });

    test('deaths logged after the closing count everywhere, and are a gap', async () => {
      const { farmId, flockId } = farm;
      const flock = await read(`/flocks/${flockId}`);
      const { current, points } = await read(`/os/charts/mortality/${flockId}`);
      const { totals } = await read(`/os/weekly-summary?farmId=${farmId}`);
      // 105 of 10,000.
      expect([flock.cumMortality, flock.cumMortalityPct]).toEqual([105, 1.05]);
      expect([current.cumMortality, current.cumMortalityPct]).toEqual([105, 1.05]);
      expect(points.at(-1)).toMatchObject({
        ...{ day: '2026-11-03', mortality: 5, cumMortalityPct: 1.05 },
      });
      expect(totals.week.mortality).toBe(5);
      const { gaps } = await read(`/gaps?farmId=${farmId}&lang=en`);
      expect(gaps.filter(({ kind }: TestAnswer['body']) => kind === 'log_misdated')).toMatchObject([
        {
          ids: { flockId },
          severity: 'warning',
          count: 1,
          since: '2026-11-03',
          message: expect.stringContaining('The flock was closed on Nov 2, 2026.'),
          fix: { method: 'PATCH', path: `/daily-logs/${late.id}` },
        },
      ]);
    });

    test('a log of the day of the closing is not a gap', async () => {
      const body = { date: '2026-11-02' };
      expect((await service.send('PATCH', `/daily-logs/${late.id}`, { body })).status).toBe(200);
      const { gaps } = await read(`/gaps?farmId=${farm.farmId}`);
      const kinds = gaps.map(({ kind }: TestAnswer['body']) => kind);
      expect(kinds).not.toContain('log_misdated');
    });
  });
}
