import type { RequestListener, ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { createOpenMeteo } from '../../../src/platform/integrations/open-meteo.ts';
import { pollWeather } from '../../../src/platform/integrations/poll-weather.ts';
import { createOutboundClient } from '../../../src/platform/outbound/outbound-client.ts';
import { DATABASES } from '../../support/databases.ts';
import { create, createFarm } from '../../support/farm.ts';
import { startLocalServer } from '../../support/local-server.ts';
import { openMeteoAnswer } from '../../support/open-meteo-answer.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const NOW = Date.parse('2026-11-02T08:30:00Z');
const MINUTE = 60_000;
const TIMEOUT_MILLIS = 300;
const mockPolicy = { allowedHosts: [], allowLoopback: true };
const place = { latitude: 32.36, longitude: 34.91 };

const answering =
  (body: unknown, status = 200): RequestListener =>
  (_, response) =>
    response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));

/** Fetches the weather of all farms that are due, from a local server. */
async function poll(service: TestService, baseUrl: string, signal = new AbortController().signal) {
  const { runtime } = service.service;
  const client = createOutboundClient(mockPolicy);
  onTestFinished(() => client.close());
  const { clock } = runtime;
  const source = createOpenMeteo({ client, clock, baseUrl, timeoutMs: TIMEOUT_MILLIS });
  const failures: unknown[] = [];
  const onFailure = (_: string, error: unknown) => failures.push(error);
  const requestCount = await pollWeather({ runtime, source, signal, onFailure });
  return { asked: requestCount, failures };
}

/** A farm at a place, with an integration that wants its weather. */
async function aFarmWithWeather(service: TestService, integration: object = {}) {
  const farm = await createFarm(service);
  await service.send('PATCH', `/farms/${farm.farmId}`, { body: place });
  const body = { kind: 'weather', name: 'Forecast', ...integration };
  const { id } = await create(service, 'integrations', body, { farmId: farm.farmId });
  const stored = async (path: string) => (await service.send('GET', path)).body;
  return {
    ...farm,
    integrationId: id as string,
    integration: () => stored(`/integrations/${id}`),
    readings: async () => {
      const query = `source=weather&farmId=${farm.farmId}&order=ts&dir=asc&limit=500`;
      return (await stored(`/env-readings?${query}`)).data;
    },
    weather: async () =>
      (await stored(`/insights?farmId=${farm.farmId}&include=weather&lang=en`)).sections.weather,
  };
}

type Farm = Awaited<ReturnType<typeof aFarmWithWeather>>;

/** No other farm may be fetched in the next test. */
async function retire(service: TestService, { farmId }: Farm) {
  await service.send('DELETE', `/farms/${farmId}`);
}

for (const database of DATABASES) {
  describe(`${database}: the weather of farms`, () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startTestService(database);
    });
    beforeEach(() => service.clock.set(NOW));
    afterAll(() => service.close());

    const noonForecast = { first: '2026-11-01T00:00', hours: 120 };

    test('is stored hour by hour, and used by /insights', async () => {
      const farm = await aFarmWithWeather(service);
      const server = await startLocalServer(answering(openMeteoAnswer(noonForecast)));
      expect(await poll(service, server.url)).toEqual({ asked: 1, failures: [] });
      expect(server.asked).toEqual([
        '/v1/forecast?latitude=32.36&longitude=34.91' +
          '&hourly=temperature_2m%2Crelative_humidity_2m' +
          '&past_days=1&forecast_days=4&timezone=UTC',
      ]);
      const readings = await farm.readings();
      expect(readings).toHaveLength(120);
      expect(readings[0]).toMatchObject({
        ts: '2026-11-01T00:00:00.000Z',
        temp: 20,
        humidity: 50,
        source: 'weather',
        barnId: farm.barnId,
        farmId: farm.farmId,
        version: 1,
        createdBy: { type: 'integration', id: farm.integrationId },
      });
      expect(await farm.integration()).toMatchObject({
        status: 'active',
        lastSuccessAt: '2026-11-02T08:30:00.000Z',
        lastError: null,
        lastErrorAt: null,
        consecutiveFailures: 0,
        version: 2,
      });
      const weather = await farm.weather();
      expect(weather).toMatchObject({ status: 'ok', missing: [] });
      // 32 hours after 00:00 of the day before: 20 + 3.2.
      expect(weather.now).toMatchObject({ ts: '2026-11-02T08:00:00.000Z', temp: 23.2 });
      expect(weather.next72h).toHaveLength(72);
      await retire(service, farm);
    });

    test('is not fetched again within its interval', async () => {
      const farm = await aFarmWithWeather(service, { pollMinutes: 30 });
      const server = await startLocalServer(answering(openMeteoAnswer(noonForecast)));
      expect((await poll(service, server.url)).asked).toBe(1);
      service.clock.advance(30 * MINUTE - 1);
      expect((await poll(service, server.url)).asked).toBe(0);
      service.clock.advance(1);
      expect((await poll(service, server.url)).asked).toBe(1);
      expect(server.asked).toHaveLength(2);
      await retire(service, farm);
    });

    test('is replaced by newer values and never duplicated', async () => {
      const farm = await aFarmWithWeather(service);
      const first = await startLocalServer(answering(openMeteoAnswer(noonForecast)));
      await poll(service, first.url);
      service.clock.advance(60 * MINUTE);
      const warmer = openMeteoAnswer({ ...noonForecast, temp: 21 });
      warmer.hourly.temperature_2m[0] = 20;
      const second = await startLocalServer(answering(warmer));
      await poll(service, second.url);
      const readings = await farm.readings();
      expect(readings).toHaveLength(120);
      // The first hour is as it was, the second is a degree warmer.
      expect(readings.slice(0, 2)).toMatchObject([
        { temp: 20, version: 1, updatedAt: '2026-11-02T08:30:00.000Z' },
        { temp: 21.1, version: 2, updatedAt: '2026-11-02T09:30:00.000Z' },
      ]);
      await retire(service, farm);
    });

    test('two concurrent polls write it once', async () => {
      const farm = await aFarmWithWeather(service);
      const server = await startLocalServer(answering(openMeteoAnswer(noonForecast)));
      await Promise.all([poll(service, server.url), poll(service, server.url)]);
      expect(await farm.readings()).toHaveLength(120);
      expect(await farm.integration()).toMatchObject({ version: 2, status: 'active' });
      await retire(service, farm);
    });

    test.each<[string, RequestListener, string, string?]>([
      ['hangs', () => {}, 'There was no answer in time.'],
      ['drips', drip, 'There was no answer in time.'],
      [
        'dies half way',
        (_, response) => {
          response.writeHead(200, { 'content-length': '1000' });
          response.write('{"latitude":', () => response.destroy());
        },
        'The connection broke before the answer was whole.',
        'The connection broke before the answer was complete.',
      ],
      ['answers 500', answering('oops', 500), 'The weather service answered with status 500.'],
      [
        'answers 429 with a reason',
        answering({ error: true, reason: 'Hourly limit\n exceeded.' }, 429),
        'The weather service answered with status 429: Hourly limit exceeded.',
        'The weather service answered with status 429: Hourly limit exceeded',
      ],
      [
        'redirects',
        (_, response) => response.writeHead(302, { location: '/elsewhere' }).end(),
        'The weather service answered with status 302.',
      ],
      [
        'answers without end',
        answering('x'.repeat(300_000)),
        'The answer of the weather service is too long.',
      ],
      [
        'lies about the place',
        answering(openMeteoAnswer({ ...noonForecast, latitude: 52.5 })),
        'The answer of the weather service was not taken: it is of 52.5, 34.875, which was not asked for.',
        'The answer of the weather service could not be used: it is of 52.5, 34.875, which was not asked for',
      ],
    ])(
      'the integration of a weather service that %s reports it, and the section reports the missing data',
      async (...row) => {
        const [, listener, error, reportedError = error] = row;
        const farm = await aFarmWithWeather(service);
        const server = await startLocalServer(listener);
        const { asked, failures } = await poll(service, server.url);
        expect([asked, failures.length]).toEqual([1, 1]);
        expect(await farm.readings()).toEqual([]);
        expect(await farm.integration()).toMatchObject({
          status: 'pending',
          lastSuccessAt: null,
          lastError: error,
          lastErrorAt: '2026-11-02T08:30:00.000Z',
          consecutiveFailures: 1,
        });
        const weather = await farm.weather();
        expect(weather).toMatchObject({
          status: 'not_enough_data',
          next72h: [],
          heatRisk: null,
          missing: [{ code: 'weather_source_failing' }],
        });
        expect(weather.missing[0].message).toContain(reportedError);
        await retire(service, farm);
      },
    );

    test('failures of an unreachable weather service are counted, and reset once it responds', async () => {
      const farm = await aFarmWithWeather(service);
      for (const [failures, status] of [
        [1, 'pending'],
        [2, 'pending'],
        [3, 'pending'],
        [4, 'pending'],
        [5, 'failing'],
      ] as const) {
        await poll(service, 'http://127.0.0.1:1');
        expect(await farm.integration()).toMatchObject({
          status,
          lastError: 'There is no connection to the host.',
          consecutiveFailures: failures,
        });
        service.clock.advance(60 * MINUTE);
      }
      const server = await startLocalServer(answering(openMeteoAnswer(noonForecast)));
      await poll(service, server.url);
      expect(await farm.integration()).toMatchObject({
        status: 'active',
        lastError: null,
        consecutiveFailures: 0,
        lastSuccessAt: '2026-11-02T13:30:00.000Z',
      });
      await retire(service, farm);
    });

    test('all other sections are unaffected while the weather is unavailable', async () => {
      const farm = await aFarmWithWeather(service);
      await poll(service, 'http://127.0.0.1:1');
      const { body } = await service.send('GET', `/insights?farmId=${farm.farmId}`);
      const failed = Object.entries(body.sections).filter(
        ([, section]) => 'error' in Object(section),
      );
      expect(failed).toEqual([]);
      expect(Object.keys(body.sections)).toHaveLength(15);
      await retire(service, farm);
    });

    test('an aborted poll does not count as a failure of the service', async () => {
      const farm = await aFarmWithWeather(service);
      const stopping = new AbortController();
      const server = await startLocalServer(() => stopping.abort());
      expect((await poll(service, server.url, stopping.signal)).failures).toEqual([]);
      expect(await farm.integration()).toMatchObject({ status: 'pending', version: 1 });
      await retire(service, farm);
    });

    test.each<[string, (farm: Farm) => Promise<unknown>]>([
      [
        'coordinates',
        ({ farmId }) => service.send('PATCH', `/farms/${farmId}`, { body: { latitude: null } }),
      ],
      [
        'an active integration',
        ({ integrationId }) =>
          service.send('PATCH', `/integrations/${integrationId}`, { body: { status: 'disabled' } }),
      ],
      [
        'any integration',
        ({ integrationId }) => service.send('DELETE', `/integrations/${integrationId}`),
      ],
    ])('a farm without %s is not fetched', async (_, change) => {
      const farm = await aFarmWithWeather(service);
      await change(farm);
      const server = await startLocalServer(answering(openMeteoAnswer(noonForecast)));
      expect(await poll(service, server.url)).toEqual({ asked: 0, failures: [] });
      expect(server.asked).toEqual([]);
      await retire(service, farm);
    });

    test('a farm without a barn is not fetched: readings belong to a barn', async () => {
      const { id } = await create(service, 'farms', { name: 'Bare', ...place });
      await create(service, 'integrations', { kind: 'weather' }, { farmId: id });
      const server = await startLocalServer(answering(openMeteoAnswer(noonForecast)));
      expect((await poll(service, server.url)).asked).toBe(0);
      await service.send('DELETE', `/farms/${id}`);
    });

    test('farms of all organisations are fetched, each with its coordinates', async () => {
      const farm = await aFarmWithWeather(service);
      const orgId = await service.createOrganisation('Second');
      const key = await service.createKey({ orgId });
      const other = await createFarm(service, { key });
      const body = { latitude: 40.4, longitude: -3.7 };
      await service.send('PATCH', `/farms/${other.farmId}`, { key, body });
      await create(service, 'integrations', { kind: 'weather' }, { farmId: other.farmId, key });
      const server = await startLocalServer((request, response) => {
        const { searchParams } = new URL(request.url ?? '', 'http://localhost');
        const at = {
          latitude: Number(searchParams.get('latitude')),
          longitude: Number(searchParams.get('longitude')),
        };
        response.end(JSON.stringify(openMeteoAnswer({ ...noonForecast, ...at })));
      });
      expect(await poll(service, server.url)).toEqual({ asked: 2, failures: [] });
      const { body: theirs } = await service.send('GET', '/env-readings?source=weather', { key });
      expect([theirs.meta.total, (await farm.readings()).length]).toEqual([120, 120]);
      await retire(service, farm);
    });
  });
}

function drip(_: unknown, response: ServerResponse): void {
  response.writeHead(200);
  const timer = setInterval(() => response.write(' '), 20);
  response.on('close', () => clearInterval(timer));
}
