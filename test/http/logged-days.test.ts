import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

// It is 2026-11-02; the flock was logged on 2026-10-31 last.
for (const database of DATABASES) {
  describe(database, () => {
    let service: TestService;
    let farm: TestFarm;
    beforeAll(async () => {
      service = await startTestService(database);
      farm = await createFarm(service);
      const { flockId } = farm;
      await create(service, 'daily-logs', { flockId, date: '2026-10-31', mortality: 4 });
    });
    afterAll(() => service.close());

    const act = (body: object) =>
      service.send('POST', '/actions', { body: { type: 'log_daily', ...body } });
    const read = async (path: string) =>
      (await service.send('GET', `${path}?farmId=${farm.farmId}`)).body;
    const missingLog = async () =>
      (await read('/gaps')).gaps.find(
        ({ kind }: { readonly kind: string }) => kind === 'flock_no_log_today',
      );

    test.each([{}, { notes: 'All well' }, { mortality: null }])(
      'an action that logs no figure is rejected and names the missing ones: %o',
      async (fields) => {
        const { status, body } = await act({ flockId: farm.flockId, ...fields });
        expect([status, body.code, body.message]).toEqual([
          422,
          'nothing_logged',
          expect.stringContaining('mortality, culls, feedKg, waterL'),
        ]);
        const logs = await service.send('GET', `/daily-logs?flockId=${farm.flockId}`);
        expect(logs.body.meta.total).toBe(1);
      },
    );

    test('a log without figures is stored, but its day counts as not logged', async () => {
      const { flockId } = farm;
      await create(service, 'daily-logs', { flockId, date: '2026-11-02' });
      const empty = { flockId, date: '2026-11-01', notes: 'Quiet' };
      const { id } = await create(service, 'daily-logs', empty);
      const gap = await missingLog();
      // Of 1 and 2 November nothing is known.
      expect(gap).toMatchObject({ severity: 'critical', count: 2 });
      expect(gap.fix).toMatchObject({
        ...{ method: 'PATCH', path: `/daily-logs/${id}` },
        import: '/os/import/daily-logs',
      });
      const digest = await read('/digest');
      expect(digest.flocksMissingLog).toMatchObject([
        { flockId, days: 2, lastLogDate: '2026-10-31' },
      ]);
      const context = await read('/context');
      expect(context.flocks[0]).toMatchObject({
        daysSinceLog: 2,
        lastLog: { date: '2026-10-31' },
      });
      const flock = await service.send('GET', `/flocks/${flockId}`);
      expect(flock.body.lastLogDate).toBe('2026-10-31');
      const setup = await read('/setup');
      expect(
        setup.items
          .filter(({ done }: { readonly done: boolean }) => !done)
          .map(({ key }: { readonly key: string }) => key),
      ).toContain('log_last_24h');
      await act({ flockId, mortality: 3 });
      expect(await missingLog()).toBeUndefined();
    });

    test('a note is added to a day that has figures', async () => {
      const { status, body } = await act({ flockId: farm.flockId, notes: 'Vet was here' });
      expect([status, body.result]).toEqual([
        200,
        expect.objectContaining({ mortality: 3, notes: 'Vet was here' }),
      ]);
    });
  });
}
