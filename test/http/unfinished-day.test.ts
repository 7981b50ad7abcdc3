import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDays } from '../../src/tools/calendar.ts';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

// Deaths of 25 October to 1 November; it is 2026-11-02, and nothing is logged of today.
const DEATHS = [20, 4, 6, 5, 5, 4, 6, 40];

for (const database of DATABASES) {
  describe(`${database}: before today is logged`, () => {
    let service: TestService;
    let farm: TestFarm;
    beforeAll(async () => {
      service = await startTestService(database);
      farm = await createFarm(service);
      for (const [index, mortality] of DEATHS.entries()) {
        const log = { flockId: farm.flockId, date: addDays('2026-10-25', index), mortality };
        await create(service, 'daily-logs', { ...log, feedKg: 1000, waterL: 1900 });
      }
    });
    afterAll(() => service.close());

    const read = async (path: string) =>
      (await service.send('GET', `${path}${path.includes('?') ? '&' : '?'}farmId=${farm.farmId}`))
        .body;

    test('usual is the mean of the seven days before yesterday, in every answer', async () => {
      const [digest, dashboard, insights] = [
        await read('/digest'),
        await read('/os/dashboard'),
        await read('/insights?include=health'),
      ];
      // (20 + 4 + 6 + 5 + 5 + 4 + 6) / 7
      expect(digest.mortality[0].avg7).toBe(7.14);
      expect(dashboard.figures.mortality).toMatchObject({ today: null, yesterday: 40, avg7: 7.14 });
      expect(dashboard.barns[0].mortality.avg7).toBe(7.14);
      expect(insights.sections.health.flocks[0].avg7).toBe(7.14);
    });

    test('the last seven days end yesterday, and none of them is missing', async () => {
      const insights = await read('/insights?include=health');
      // 4 + 6 + 5 + 5 + 4 + 6 + 40
      expect(insights.sections.health.flocks[0].mort7).toBe(70);
      const codes = insights.sections.health.missing.map(
        ({ code }: { readonly code: string }) => code,
      );
      expect(codes).not.toContain('no_mortality_logs');
      const portfolio = await service.send('GET', '/portfolio');
      // Of the 9,980 birds that were alive on the morning of 26 October.
      expect(portfolio.body.farms[0].mortality7dPct).toBe(0.7);
    });
  });
}
