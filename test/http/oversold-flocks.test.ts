import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

const STRICT = { prefer: 'handling=strict', 'accept-language': 'en' };

for (const database of DATABASES) {
  describe(`${database}: a sale of more birds than are alive`, () => {
    let service: TestService;
    let farm: TestFarm;
    let flockId: string;
    beforeAll(async () => {
      service = await startTestService(database);
      farm = await createFarm(service);
      const barn = await create(service, 'barns', { name: 'Barn 2' }, { farmId: farm.farmId });
      const flock = { barnId: barn.id, placementDate: '2026-10-03', chicksReceived: 1000 };
      flockId = (await create(service, 'flocks', flock)).id;
      await create(service, 'daily-logs', {
        flockId,
        date: '2026-10-20',
        mortality: 40,
        culls: 10,
      });
      await create(service, 'sales', { flockId, date: '2026-10-30', birdsCount: 200 });
    });
    afterAll(() => service.close());

    const gapsOf = async () => {
      const { body } = await service.send('GET', `/gaps?farmId=${farm.farmId}&lang=en`);
      return body.gaps.filter(({ kind }: { readonly kind: string }) => kind === 'birds_exceeded');
    };
    const sell = (birdsCount: number, headers = {}) => {
      const body = { flockId, date: '2026-11-01', birdsCount };
      return service.send('POST', '/sales', { body, headers });
    };

    test('is refused where asked, else stored and a gap that names the sale', async () => {
      // 1,000 - 40 - 10 - 200 = 750 are left.
      expect(await gapsOf()).toEqual([]);
      const refused = await sell(751, STRICT);
      expect([refused.status, refused.body.issues]).toEqual([
        400,
        [
          {
            path: 'birdsCount',
            code: 'implausible',
            message: '751 birds were sold, but only 750 birds are left in the flock.',
          },
        ],
      ]);
      const { status, body: sale } = await sell(751);
      expect(status).toBe(201);
      const [gap] = await gapsOf();
      expect(gap).toMatchObject({ severity: 'warning', fix: { path: `/sales/${sale.id}` } });
      expect(gap.message).toContain('1,001 birds have died or were sold, 1,000 birds came.');

      // Its own birds do not count against a change of the sale.
      const change = (birdsCount: number) =>
        service.send('PATCH', `/sales/${sale.id}`, { body: { birdsCount }, headers: STRICT });
      expect((await change(752)).status).toBe(400);
      expect((await change(750)).status).toBe(200);
      expect(await gapsOf()).toEqual([]);
    });
  });
}
