import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

const STRICT = { prefer: 'handling=strict', 'accept-language': 'en' };

// The flock of the farm was placed on 2026-10-03; it is 2026-11-02.
for (const database of DATABASES) {
  describe(`${database}: a log of a day without birds`, () => {
    let service: TestService;
    let farm: TestFarm;
    let plannedId: string;
    beforeAll(async () => {
      service = await startTestService(database);
      farm = await createFarm(service);
      const barn = await create(service, 'barns', { name: 'Barn 2' }, { farmId: farm.farmId });
      const planned = { barnId: barn.id, placementDate: '2026-11-10', status: 'planned' };
      plannedId = (await create(service, 'flocks', planned)).id;
    });
    afterAll(() => service.close());

    const gapOf = async (flockId: string) => {
      const { body } = await service.send('GET', `/gaps?farmId=${farm.farmId}&lang=en`);
      return body.gaps.find(
        (gap: { readonly kind: string; readonly ids: { readonly flockId?: string } }) =>
          gap.kind === 'log_misdated' && gap.ids.flockId === flockId,
      );
    };

    test.each([
      ['before the placement', () => farm.flockId, '2026-10-01', /before the placement.*Oct.* 3/],
      ['of a planned flock', () => plannedId, '2026-11-01', /still planned/],
    ])('%s is rejected on request, else stored and a gap', async (_what, flock, date, text) => {
      const flockId = flock();
      const body = { flockId, date, mortality: 2 };
      expect(await gapOf(flockId)).toBeUndefined();
      const refused = await service.send('POST', '/daily-logs', { body, headers: STRICT });
      expect([refused.status, refused.body.issues]).toEqual([
        400,
        [{ path: 'date', code: 'implausible', message: expect.stringMatching(text) }],
      ]);
      const act = { type: 'log_daily', ...body };
      const answer = await service.send('POST', '/actions', { body: act, headers: STRICT });
      expect(answer.status).toBe(400);
      const { status, body: log } = await service.send('POST', '/daily-logs', { body });
      expect([status, log.suspect]).toEqual([201, ['date']]);
      const gap = await gapOf(flockId);
      expect(gap).toMatchObject({ severity: 'warning', count: 1, since: date });
      expect(gap.fix.path).toContain(flockId === plannedId ? plannedId : log.id);
    });

    test('an action stores it as well, and its answer names the date', async () => {
      const act = { type: 'log_daily', flockId: farm.flockId, date: '2026-09-30', mortality: 1 };
      const { status, body } = await service.send('POST', '/actions', { body: act });
      expect([status, body.result.suspect]).toEqual([200, ['date']]);
    });

    test('a log of a day after the closure is rejected on request, otherwise stored with a warning about the date', async () => {
      const barn = await create(service, 'barns', { name: 'Barn 3' }, { farmId: farm.farmId });
      const placed = { barnId: barn.id, placementDate: '2026-09-01', chicksReceived: 1000 };
      const { id: flockId } = await create(service, 'flocks', placed);
      // Closed on the farm's 2 November; the day after, three days later.
      await service.send('PATCH', `/flocks/${flockId}`, { body: { status: 'closed' } });
      service.clock.advance(3 * 86_400_000);
      const body = { flockId, date: '2026-11-03', mortality: 2 };
      const refused = await service.send('POST', '/daily-logs', { body, headers: STRICT });
      expect([refused.status, refused.body.issues]).toEqual([
        400,
        [
          {
            path: 'date',
            code: 'implausible',
            message: 'Nov 3, 2026 is after the closure of the flock on Nov 2, 2026.',
          },
        ],
      ]);
      const late = await service.send('POST', '/daily-logs', { body });
      const last = await service.send('POST', '/daily-logs', {
        body: { ...body, date: '2026-11-02' },
      });
      expect([late, last].map(({ status, body: log }) => [status, log.suspect])).toEqual([
        [201, ['date']],
        [201, []],
      ]);
      service.clock.advance(-3 * 86_400_000);
    });

    test('a log of the day of placement has no warning', async () => {
      const body = { flockId: farm.flockId, date: '2026-10-03', mortality: 2 };
      expect((await service.send('POST', '/daily-logs', { body, headers: STRICT })).status).toBe(
        201,
      );
    });
  });
}
