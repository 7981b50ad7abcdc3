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

    /** A server that says what it is told to. */
    async function aServer() {
      const said: { body: unknown; status: number; headers: unknown[] } = {
        body: {},
        status: 200,
        headers: [],
      };
      const listener: RequestListener = (request, response) => {
        said.headers.push(request.headers);
        const text = typeof said.body === 'string' ? said.body : JSON.stringify(said.body);
        response.writeHead(said.status, { location: '/elsewhere' }).end(text);
      };
      return { said, ...(await startLocalServer(listener)) };
    }

    const at = (millis: number) => new Date(NOW + millis).toISOString();
    const house = (millis: number, water: number, rest: object = {}) => ({
      houses: [{ id: 'H1', at: at(millis), t: 26.5, rh: 60, water, ...rest }],
    });

    test('stores new readings, and differences for meters', async () => {
      const { said, url } = await aServer();
      const controller = await aController({
        integration: { endpoint: `${url}/api`, authRef: 'env:FARMCTL_SECRET_ROTEM' },
      });
      said.body = house(-2 * MINUTE, 1.2);
      expect(await poll()).toEqual({ asked: 1, failures: [] });
      expect(await poll()).toEqual({ asked: 0, failures: [] });
      service.clock.advance(5 * MINUTE);
      expect(await poll()).toEqual({ asked: 1, failures: [] });
      service.clock.advance(5 * MINUTE);
      said.body = house(9 * MINUTE, 1.242);
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
      expect(said.headers[0]).toMatchObject({ accept: 'application/json', 'x-api-key': 'abc' });
      expect(await controller.mapping()).toMatchObject({
        stored: 2,
        lastPollAt: at(10 * MINUTE),
        nextPollAt: at(15 * MINUTE),
      });
      await controller.retire();
    });

    test('five failures in a row make it failing, a success active; that is told once', async () => {
      const { said, url } = await aServer();
      const { id, farmId, integration, retire } = await aController({
        integration: { endpoint: url },
      });
      said.status = 503;
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
      const told = JSON.stringify(body).split('integration_failure').length - 1;
      expect(told).toBe(1);
      said.status = 200;
      said.body = house(29 * MINUTE, 1);
      await poll();
      const active = await integration();
      expect(active).toMatchObject({
        status: 'active',
        consecutiveFailures: 0,
        lastError: null,
        lastSuccessAt: at(30 * MINUTE),
      });
      service.clock.advance(5 * MINUTE);
      said.body = house(34 * MINUTE, 1);
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

    test('parts that cannot be true are left out, the others stored', async () => {
      const { said, url } = await aServer();
      const controller = await aController({ integration: { endpoint: url } });
      said.body = house(-MINUTE, 1, { t: 999 });
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
        'an answer without end',
        { body: ' '.repeat(1_100_000) },
        'The answer of the endpoint is longer than 1048576 bytes.',
      ],
      ['no rows', { body: {} }, 'There is nothing at /houses.'],
    ])('%s is a failure', async (_, answer, error) => {
      const { said, url } = await aServer();
      const controller = await aController({ integration: { endpoint: url } });
      Object.assign(said, answer);
      expect(await poll()).toEqual({ asked: 1, failures: [error] });
      expect(await controller.integration()).toMatchObject({ lastError: error });
      expect(await controller.readings()).toEqual([]);
      await controller.retire();
    });

    test.each([
      ['a secret that is not allowed', { authRef: 'env:PATH' }, /PATH is not for connections/],
      ['an address inside', { endpoint: 'https://10.0.0.1/x' }, /not one of the internet/],
      ['an address without TLS', { endpoint: 'http://example.com/x' }, /must begin with https/],
    ])('%s is a failure, and nobody is asked', async (_, integration, error) => {
      const { url, asked } = await aServer();
      const controller = await aController({ integration: { endpoint: url, ...integration } });
      await poll();
      expect((await controller.integration()).lastError).toMatch(error);
      expect(asked).toEqual([]);
      await controller.retire();
    });

    test('one that is paused, or has no mapping, is not asked', async () => {
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

    test('one that hangs delays nobody', async () => {
      const hanging = await startLocalServer(() => {});
      const { said, url } = await aServer();
      const slow = await aController({ integration: { endpoint: hanging.url } });
      const quick = await aController({ integration: { endpoint: url } });
      said.body = house(-MINUTE, 1);
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

    test('a registered device says in which barn it is, and is online when it is heard', async () => {
      const { said, url } = await aServer();
      const controller = await aController({ integration: { endpoint: url } });
      const { farmId } = controller;
      const barn = await create(service, 'barns', { name: 'Barn 2' }, { farmId });
      const device = await create(service, 'devices', {
        barnId: barn.id,
        kind: 'temp_sensor',
        sourceKey: 'H1',
      });
      expect(device.status).toBe('unknown');
      said.body = house(-MINUTE, 1);
      await poll();
      expect(await controller.readings()).toMatchObject([{ barnId: barn.id }]);
      const { body } = await service.send('GET', `/devices/${device.id}`);
      expect(body).toMatchObject({ status: 'online', lastSeenAt: at(0) });
      await controller.retire();
    });

    test('entities of a home that measure one thing each become one reading of the barn, and a second thermometer another', async () => {
      const { said, url } = await aServer();
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
      said.body = states(1000);
      await poll();
      service.clock.advance(15 * MINUTE);
      said.body = states(1100);
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
