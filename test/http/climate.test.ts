import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

const MINUTE_MILLIS = 60_000;

for (const name of DATABASES) {
  describe(`${name}: the current climate of a barn`, () => {
    let service: TestService;
    let farm: TestFarm;
    beforeAll(async () => {
      service = await startTestService(name);
      farm = await createFarm(service);
    });
    afterAll(() => service.close());

    const measure = (minutesAgo: number, values: object) =>
      create(service, 'env-readings', {
        barnId: farm.barnId,
        ts: new Date(service.clock.now() - minutesAgo * MINUTE_MILLIS).toISOString(),
        ...values,
      });
    const read = async (path: string) => (await service.send('GET', path)).body;
    const scan = async () => {
      const body = { farmId: farm.farmId };
      const { body: reported } = await service.send('POST', '/os/brain/scan', { body });
      return reported.scans[0].alerts as readonly {
        readonly rule: string;
        readonly change: string;
      }[];
    };

    /** The temperature and humidity wherever the API shows them. */
    const readClimate = async () => {
      const query = `farmId=${farm.farmId}&lang=en`;
      const [context] = (await read(`/context?${query}`)).environment;
      const [barn] = (await read(`/os/dashboard?${query}`)).barns;
      const { health } = (await read(`/insights?${query}&include=health`)).sections;
      const ask = await service.send('POST', '/ask', {
        body: {
          question: 'What is the temperature in the barn?',
          farmId: farm.farmId,
          language: 'en',
        },
      });
      return { context, dashboard: barn.climate, thi: health.flocks[0].env.thi, ask: ask.body };
    };

    test('is the same everywhere, and a CO₂ reading alone does not hide other values', async () => {
      await measure(12, { temp: 24, humidity: 60, source: 'sensor_east' });
      await measure(8, { temp: 26, humidity: 64, source: 'sensor_west' });
      await measure(1, { co2: 2100, source: 'sensor_gas' });
      const { context, dashboard, thi, ask } = await readClimate();
      const climate = { temp: 25, humidity: 62, co2: 2100, nh3: null, tempSpreadC: 2, last: null };
      expect(context).toMatchObject({ ...climate, ageMinutes: 1 });
      expect(dashboard).toEqual(context);
      expect(thi).toBe(context.thi);
      expect(ask.answer).toContain('25');
      expect(ask.facts).toContainEqual(expect.objectContaining({ value: 25, unit: '°C' }));
      expect((await scan()).map(({ rule }) => rule)).not.toContain('sensors_disagree');
    });

    test('two sensors more than 4 °C apart raise an alert, which closes when they agree', async () => {
      await measure(0, { temp: 29.5, source: 'sensor_west' });
      expect(await scan()).toContainEqual(
        expect.objectContaining({ rule: 'sensors_disagree', change: 'opened' }),
      );
      const { data } = await read(`/alerts?farmId=${farm.farmId}`);
      expect(data).toContainEqual(
        expect.objectContaining({
          title: expect.stringContaining('5.5'),
          message: expect.stringMatching(/east.*24.*west.*29\.5/),
        }),
      );
      expect((await readClimate()).context).toMatchObject({ temp: 26.8, tempSpreadC: 5.5 });
      service.clock.advance(5 * MINUTE_MILLIS);
      for (const source of ['sensor_east', 'sensor_west']) await measure(0, { temp: 24, source });
      await scan();
      await measure(0, { temp: 24.1, source: 'sensor_west' });
      expect(await scan()).toContainEqual(
        expect.objectContaining({ rule: 'sensors_disagree', change: 'closed' }),
      );
    });

    test('is null after 30 minutes, with the last values and their age', async () => {
      service.clock.advance(31 * MINUTE_MILLIS);
      const { context, dashboard, thi, ask } = await readClimate();
      expect(context).toMatchObject({
        temp: null,
        humidity: null,
        thi: null,
        status: 'stale',
        last: { temp: 24.1 },
        ageMinutes: 31,
      });
      expect(dashboard).toEqual(context);
      expect(thi).toBeNull();
      expect(ask.answer).toContain('31 minutes ago');
    });
  });
}
