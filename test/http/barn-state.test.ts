import { expect, test } from 'vitest';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm } from '../support/farm.ts';
import { startTestService } from '../support/service.ts';

// 410 kg were delivered and 400 kg were eaten in two days: the rest lasts less than a quarter of a
// day.
test.each(DATABASES)(
  '%s: a barn that is running out of feed is not healthy, even before a scan',
  async (name) => {
    const service = await startTestService(name);
    const { farmId } = await createFarm(service);
    const barn = await create(service, 'barns', { name: 'Barn 2' }, { farmId });
    const placement = { placementDate: '2026-10-31', breed: 'Ross 308', chicksReceived: 10_000 };
    const flock = await create(service, 'flocks', { barnId: barn.id, ...placement });
    const ofFlock = { flockId: flock.id };
    await create(service, 'feed-deliveries', { ...ofFlock, date: '2026-10-31', quantityKg: 410 });
    for (const date of ['2026-10-31', '2026-11-01'])
      await create(service, 'daily-logs', { ...ofFlock, date, mortality: 4, feedKg: 200 });
    const { body } = await service.send('GET', `/os/dashboard?farmId=${farmId}`);
    const row = body.barns.find(({ barnId }: { readonly barnId: string }) => barnId === barn.id);
    expect(row.feedDaysLeft).toBeLessThan(0.25);
    expect(row).toMatchObject({ state: 'critical', openAlerts: { critical: 0 } });
    await service.close();
  },
);
