import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemActor } from '../../../src/platform/core/actor.ts';
import { writeContext } from '../../../src/platform/core/resource-rules.ts';
import { markDevice, sweepDevices } from '../../../src/platform/integrations/device-status.ts';
import { DATABASES } from '../../support/databases.ts';
import { create, createFarm } from '../../support/farm.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const NOW = Date.parse('2026-11-02T08:30:00Z');
const MINUTE = 60_000;

for (const database of DATABASES) {
  describe(`${database}: silent devices`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startTestService(database);
    });
    beforeEach(() => service.clock.set(NOW));
    afterAll(() => service.close());

    async function aSensor(integration?: object) {
      const farm = await createFarm(service);
      const { barnId, farmId } = farm;
      if (integration) await create(service, 'integrations', { barnId, ...integration });
      const device = await create(service, 'devices', { barnId, kind: 'temp_sensor' });
      const read = async () => (await service.send('GET', `/devices/${device.id}`)).body;
      const hear = async () => {
        const { runtime } = service.service;
        const known = await read();
        await runtime.database.transaction(async (transaction) => {
          const call = { actor: systemActor(service.orgId, 'test'), at: runtime.clock.now() };
          const context = await writeContext(runtime, transaction, { call, farmId });
          await markDevice({ ...context, farmId }, known);
        });
      };
      return { read, hear };
    }

    const runSweep = () => sweepDevices(service.service.runtime);

    test('are offline after an hour, and online when they report again', async () => {
      const { read, hear } = await aSensor();
      await hear();
      expect(await read()).toMatchObject({ status: 'online' });
      service.clock.set(NOW + 60 * MINUTE);
      expect(await runSweep()).toBe(0);
      service.clock.set(NOW + 61 * MINUTE);
      expect(await runSweep()).toBe(1);
      expect(await read()).toMatchObject({ status: 'offline' });
      expect(await runSweep()).toBe(0);
      await hear();
      expect(await read()).toMatchObject({ status: 'online' });
    });

    test('have three intervals of the connection that reads them', async () => {
      const { read, hear } = await aSensor({ kind: 'controller', pollMinutes: 60 });
      await hear();
      service.clock.set(NOW + 179 * MINUTE);
      await runSweep();
      expect(await read()).toMatchObject({ status: 'online' });
      service.clock.set(NOW + 181 * MINUTE);
      await runSweep();
      expect(await read()).toMatchObject({ status: 'offline' });
    });

    test('silent devices that never reported, or are being repaired, are unchanged', async () => {
      const quietSensor = await aSensor();
      service.clock.set(NOW + 600 * MINUTE);
      expect(await runSweep()).toBe(0);
      expect(await quietSensor.read()).toMatchObject({ status: 'unknown' });
    });
  });
}
