import type { RequestListener } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { pollFeeds } from '../../../src/platform/integrations/poll-feeds.ts';
import { examineContent } from '../../../src/server/doctor/examine-content.ts';
import { DATABASES } from '../../support/databases.ts';
import { create, createFarm } from '../../support/farm.ts';
import { localConnections } from '../../support/local-connections.ts';
import { startLocalServer } from '../../support/local-server.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const NOW = Date.parse('2026-11-02T08:30:00Z');
const MINUTE = 60_000;
const NO_KEY = { find: () => undefined, name: 'key', isElsewhere: false };

const mapping = {
  rows: '/houses',
  device: '/id',
  ts: '/at',
  fields: { temp: '/t', humidity: '/rh', waterL: { path: '/water', unit: 'm3', meter: true } },
  source: 'controller',
};

for (const database of DATABASES) {
  describe(`${database}: polling`, () => {
    let service: TestService;
    beforeAll(async () => {
      const secrets = { FARMCTL_SECRET_ROTEM: 'host=127.0.0.1,localhost X-Api-Key: abc' };
      service = await startTestService(database, localConnections(secrets));
    });
    beforeEach(() => service.clock.set(NOW));
    afterAll(() => service.close());

    async function poll() {
      const { runtime, connections } = service.service;
      const failures: string[] = [];
      const onFailure = (_: string, error: unknown) => failures.push((error as Error).message);
      const { signal } = new AbortController();
      return { asked: await pollFeeds({ runtime, connections, signal, onFailure }), failures };
    }

    async function aController(
      options: { readonly integration?: object; readonly mapping?: object } = {},
    ) {
      const farm = await createFarm(service);
      const body = {
        kind: 'controller',
        name: 'Controller',
        barnId: farm.barnId,
        pollMinutes: 5,
        ...options.integration,
      };
      const { id } = await create(service, 'integrations', body);
      const path = `/os/integrations/${id}/mapping`;
      const set = await service.send('PUT', path, { body: { ...mapping, ...options.mapping } });
      expect(set.status).toBe(200);
      return {
        ...farm,
        id: id as string,
        mapping: async () => (await service.send('GET', path)).body,
        integration: async () => (await service.send('GET', `/integrations/${id}`)).body,
        readings: async () => {
          const query = `farmId=${farm.farmId}&order=ts&dir=asc`;
          return (await service.send('GET', `/env-readings?${query}`)).body.data;
        },
        retire: () => service.send('DELETE', `/integrations/${id}`),
      };
    }

    /** A server with the given response. */
    async function aServer() {
      const reply: { body: unknown; status: number; headers: unknown[] } = {
        body: {},
        status: 200,
        headers: [],
      };
      const listener: RequestListener = (request, response) => {
        reply.headers.push(request.headers);
        const text = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body);
        response.writeHead(reply.status, { location: '/elsewhere' }).end(text);
      };
      return { reply, ...(await startLocalServer(listener)) };
    }

    const at = (millis: number) => new Date(NOW + millis).toISOString();
    const house = (millis: number, water: number, overrides: object = {}) => ({
      houses: [{ id: 'H1', at: at(millis), t: 26.5, rh: 60, water, ...overrides }],
    });

    test('stores new readings, and differences for meters', async () => {
      const { reply, url } = await aServer();
      const controller = await aController({
        integration: { endpoint: `${url}/api`, authRef: 'env:FARMCTL_SECRET_ROTEM' },
      });
      reply.body = house(-2 * MINUTE, 1.2);
      expect(await poll()).toEqual({ asked: 1, failures: [] });
      expect(await poll()).toEqual({ asked: 0, failures: [] });
      service.clock.advance(5 * MINUTE);
      expect(await poll()).toEqual({ asked: 1, failures: [] });
      service.clock.advance(5 * MINUTE);
      reply.body = house(9 * MINUTE, 1.242);
      expect(await poll()).toEqual({ asked: 1, failures: [] });
      const readings = await controller.readings();
      expect(readings).toMatchObject([
        {
          ts: at(-2 * MINUTE),
          barnId: controller.barnId,
          temp: 26.5,
          humidity: 60,
          waterL: null,
          source: 'controller',
          createdBy: { type: 'integration', id: controller.id },
        },
        { ts: at(9 * MINUTE), temp: 26.5, waterL: 42 },
      ]);
      expect(readings).toHaveLength(2);
      expect(reply.headers[0]).toMatchObject({ accept: 'application/json', 'x-api-key': 'abc' });
      expect(await controller.mapping()).toMatchObject({
        stored: 2,
        lastPollAt: at(10 * MINUTE),
        nextPollAt: at(15 * MINUTE),
      });
      await controller.retire();
    });

    test('five consecutive failures make it failing, a success active; each is reported once', async () => {
      const { reply, url } = await aServer();
      const { id, farmId, integration, retire } = await aController({
        integration: { endpoint: url },
      });
      reply.status = 503;
      for (let count = 1; count <= 6; count++) {
        expect((await poll()).failures).toEqual(['The endpoint answered with status 503.']);
        service.clock.advance(5 * MINUTE);
        expect(await integration()).toMatchObject({
          status: count < 5 ? 'pending' : 'failing',
          consecutiveFailures: count,
          lastError: 'The endpoint answered with status 503.',
        });
      }
      const { body } = await service.send('GET', `/activity?farmId=${farmId}`);
      const reported = JSON.stringify(body).split('integration_failure').length - 1;
      expect(reported).toBe(1);
      reply.status = 200;
      reply.body = house(29 * MINUTE, 1);
      await poll();
      const active = await integration();
      expect(active).toMatchObject({
        status: 'active',
        consecutiveFailures: 0,
        lastError: null,
        lastSuccessAt: at(30 * MINUTE),
      });
      service.clock.advance(5 * MINUTE);
      reply.body = house(34 * MINUTE, 1);
      await poll();
      expect(await integration()).toMatchObject({ version: active.version });
      service.clock.advance(15 * MINUTE);
      await poll();
      expect(await integration()).toMatchObject({
        version: active.version + 1,
        lastSuccessAt: at(50 * MINUTE),
      });
      expect(id).toBeTypeOf('string');
      await retire();
    });

    test('implausible parts are omitted, the others stored', async () => {
      const { reply, url } = await aServer();
      const controller = await aController({ integration: { endpoint: url } });
      reply.body = house(-MINUTE, 1, { t: 999 });
      expect(await poll()).toEqual({ asked: 1, failures: [] });
      expect(await controller.readings()).toMatchObject([{ temp: null, humidity: 60 }]);
      expect(await controller.integration()).toMatchObject({
        status: 'active',
        lastError: 'temp of 999 is not between -30 and 60 (H1)',
      });
      const { id } = await controller.integration();
      const { body } = await service.send('GET', `/os/integrations/${id}/mapping`);
      expect(body).toMatchObject({
        dropped: 1,
        lastDroppedAt: expect.any(String),
        lastProblems: ['temp of 999 is not between -30 and 60 (H1)'],
      });
      const { database, clock } = service.service.runtime;
      const options = { now: clock.now(), isDeep: false, keyPlace: NO_KEY };
      const findings = await examineContent(database, options);
      const [finding] = findings.filter(({ check }) => check === 'integrations');
      expect(finding?.finding).toContain(`${id} (1; temp of 999`);
      await controller.retire();
    });

    test.each([
      ['no JSON', { body: '<html>' }, 'The payload is not JSON.'],
      [
        'a redirect',
        { status: 302 },
        'The endpoint answered with status 302; redirects are not followed.',
      ],
      [
        'an endless answer',
        { body: ' '.repeat(1_100_000) },
        'The answer of the endpoint is longer than 1048576 bytes.',
      ],
      ['no rows', { body: {} }, 'There is nothing at /houses.'],
    ])('%s is a failure', async (_, answer, error) => {
      const { reply, url } = await aServer();
      const controller = await aController({ integration: { endpoint: url } });
      Object.assign(reply, answer);
      expect(await poll()).toEqual({ asked: 1, failures: [error] });
      expect(await controller.integration()).toMatchObject({ lastError: error });
      expect(await controller.readings()).toEqual([]);
      await controller.retire();
    });

    test.each([
      ['a secret that is not allowed', { authRef: 'env:PATH' }, /PATH is not for connections/],
      ['a private address', { endpoint: 'https://10.0.0.1/x' }, /not one of the internet/],
      ['an address without TLS', { endpoint: 'http://example.com/x' }, /must begin with https/],
    ])('%s is a failure, without a request', async (_, integration, error) => {
      const { url, asked } = await aServer();
      const controller = await aController({ integration: { endpoint: url, ...integration } });
      await poll();
      expect((await controller.integration()).lastError).toMatch(error);
      expect(asked).toEqual([]);
      await controller.retire();
    });

    test('a paused integration, or one without a mapping, is not polled', async () => {
      const { url } = await aServer();
      const controller = await aController({ integration: { endpoint: url } });
      const { farmId } = controller;
      await create(service, 'integrations', { kind: 'controller', endpoint: url }, { farmId });
      for (const status of ['active', 'paused']) {
        await service.send('PATCH', `/integrations/${controller.id}`, { body: { status } });
      }
      expect(await poll()).toEqual({ asked: 0, failures: [] });
      await controller.retire();
    });

    test('a hanging integration does not delay others', async () => {
      const hangingServer = await startLocalServer(() => {});
      const { reply, url } = await aServer();
      const slow = await aController({ integration: { endpoint: hangingServer.url } });
      const quick = await aController({ integration: { endpoint: url } });
      reply.body = house(-MINUTE, 1);
      const stopping = new AbortController();
      const { runtime, connections } = service.service;
      const onFailure = () => {};
      const polling = pollFeeds({ runtime, connections, signal: stopping.signal, onFailure });
      await expect.poll(() => quick.readings()).toHaveLength(1);
      stopping.abort();
      await polling;
      expect(await slow.integration()).toMatchObject({ status: 'pending', lastError: null });
      await slow.retire();
      await quick.retire();
    });

    test('a registered device determines the barn, and is online when it reports', async () => {
      const { reply, url } = await aServer();
      const controller = await aController({ integration: { endpoint: url } });
      const { farmId } = controller;
      const barn = await create(service, 'barns', { name: 'Barn 2' }, { farmId });
      const device = await create(service, 'devices', {
        barnId: barn.id,
        kind: 'temp_sensor',
        sourceKey: 'H1',
      });
      expect(device.status).toBe('unknown');
      reply.body = house(-MINUTE, 1);
      await poll();
      expect(await controller.readings()).toMatchObject([{ barnId: barn.id }]);
      const { body } = await service.send('GET', `/devices/${device.id}`);
      expect(body).toMatchObject({ status: 'online', lastSeenAt: at(0) });
      await controller.retire();
    });

    test('single-measure entities of a home are combined into one reading of the barn, and a second thermometer into another', async () => {
      const { reply, url } = await aServer();
      const farm = await createFarm(service);
      const body = { kind: 'controller', barnId: farm.barnId, endpoint: url };
      const { id } = await create(service, 'integrations', body);
      const home = {
        preset: 'home-assistant',
        devices: {
          'sensor.t1': { measure: 'temp', unit: 'F' },
          'sensor.t2': { measure: 'temp', unit: 'F' },
          'sensor.rh': { measure: 'humidity' },
          'sensor.water': { measure: 'waterL', meter: true },
        },
      };
      await service.send('PUT', `/os/integrations/${id}/mapping`, { body: home });
      const states = (water: number) =>
        [
          ['sensor.t1', '77'],
          ['sensor.t2', '78.8'],
          ['sensor.rh', '61'],
          ['sensor.water', String(water)],
          ['light.yard', 'on'],
        ].map(([entity_id, state]) => ({ entity_id, state }));
      reply.body = states(1000);
      await poll();
      service.clock.advance(15 * MINUTE);
      reply.body = states(1100);
      await poll();
      const others = 'sensor.rh, sensor.water';
      const list = `/env-readings?barnId=${farm.barnId}&order=ts&dir=asc`;
      expect((await service.send('GET', list)).body.data).toMatchObject([
        { ts: at(0), temp: 25, humidity: 61, waterL: null, sensor: `sensor.t1, ${others}` },
        { ts: at(0), temp: 26, humidity: null, waterL: null, sensor: 'sensor.t2' },
        { ts: at(15 * MINUTE), temp: 25, humidity: 61, waterL: 100 },
        { ts: at(15 * MINUTE), temp: 26, humidity: null, waterL: null },
      ]);
      await service.send('DELETE', `/integrations/${id}`);
    });
  });
}
