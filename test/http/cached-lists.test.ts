import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { getResource, type ResourceName } from '../../src/model/resources/registry.ts';
import { queryOfText } from '../../src/platform/core/request-context.ts';
import { createReadCaches } from '../../src/platform/create-runtime.ts';
import { getRecord, listRecords } from '../../src/platform/records/read-records.ts';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

const RUNS = Number(process.env['FARMCTL_TEST_RUNS'] ?? 12);
const DAY_MILLIS = 86_400_000;
const LISTS: readonly (readonly [ResourceName, string])[] = [
  ['farms', ''],
  ['barns', ''],
  ['flocks', '?status=active'],
  ['daily-logs', '?order=date&limit=5'],
  ['tasks', '?limit=3&offset=1'],
  ['sales', ''],
  ['env-readings', '?limit=5'],
];

describe('a cached list', () => {
  let service: TestService;
  let farm: TestFarm;
  let pinned: string;
  let taskId: string;
  beforeAll(async () => {
    service = await startTestService('sqlite');
    farm = await createFarm(service);
    const other = await createFarm(service, { name: 'Other farm' });
    pinned = await service.createKey({ farmIds: [other.farmId] });
    await create(service, 'tasks', { title: 'T', dueDate: '2026-11-03' }, { farmId: other.farmId });
    const task = await create(service, 'tasks', { title: 'Task' }, { farmId: farm.farmId });
    taskId = task.id;
  });
  afterAll(() => service.close());

  const changes: Readonly<Record<string, (number: number) => Promise<unknown>>> = {
    'a task comes': (number) =>
      create(
        service,
        'tasks',
        { title: `Task ${number}`, dueDate: '2026-11-03' },
        { farmId: farm.farmId },
      ),
    'a task changes': (number) =>
      service.send('PATCH', `/tasks/${taskId}`, { body: { title: `Task ${number}` } }),
    'a task goes': async () => {
      const { body } = await service.send('GET', '/tasks?limit=1');
      if (body.data[0].id !== taskId) await service.send('DELETE', `/tasks/${body.data[0].id}`);
    },
    'a day is logged': (number) =>
      service.send('POST', '/daily-logs', {
        body: {
          flockId: farm.flockId,
          date: new Date(service.clock.now() - (number % 20) * DAY_MILLIS)
            .toISOString()
            .slice(0, 10),
          mortality: number % 50,
          avgWeightGr: 1000 + number,
        },
      }),
    'birds are sold': (number) =>
      service.send('POST', '/sales', {
        body: { flockId: farm.flockId, date: '2026-11-02', birds: 1 + (number % 9) },
      }),
    'a sensor reports': (number) =>
      service.send('POST', '/env-readings', {
        body: { barnId: farm.barnId, metric: 'temperature', value: 20 + (number % 10) },
      }),
    'the farm moves': (number) =>
      service.send('PATCH', `/farms/${farm.farmId}`, {
        body: number % 2 ? { latitude: 13.7, longitude: 100.5 } : { latitude: 32, longitude: 34.8 },
      }),
    'the organisation moves': (number) =>
      service.send('PATCH', '/os/settings', {
        body: { timezone: number % 2 ? 'Pacific/Kiritimati' : 'Pacific/Pago_Pago' },
      }),
    'the barn is renamed': (number) =>
      service.send('PATCH', `/barns/${farm.barnId}`, { body: { name: `Barn ${number}` } }),
    'time passes': async (number) => service.clock.advance((number % 30) * 3_600_000),
    'a moment passes': async () => service.clock.advance(400),
  };

  test('equals an uncached read after any sequence of changes', async () => {
    const change = fc.tuple(fc.constantFrom(...Object.keys(changes)), fc.nat(1000));
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 8 }), async (done) => {
        for (const [name, number] of done) {
          await changes[name]?.(number);
          for (const key of [service.admin, pinned]) {
            for (const [resource, query] of LISTS) await expectFresh(resource, { query, key });
          }
        }
        await expectFresh('tasks', { id: taskId, key: service.admin });
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });

  async function expectFresh(
    resource: ResourceName,
    request: { readonly query?: string; readonly id?: string; readonly key: string },
  ): Promise<void> {
    const { query = '', id, key } = request;
    const path = id === undefined ? `/${resource}${query}` : `/${resource}/${id}`;
    const answer = await service.send('GET', path, { key });
    expect([path, answer.text]).toEqual([path, await readAfresh(resource, request)]);
  }

  async function readAfresh(
    resource: ResourceName,
    {
      query = '',
      id,
      key,
    }: { readonly query?: string; readonly id?: string; readonly key: string },
  ): Promise<string> {
    const { body: me } = await service.send('GET', '/me', { key });
    const { runtime } = service.service;
    const fresh = { ...runtime, caches: createReadCaches(runtime.database) };
    const call = {
      actor: {
        keyId: me.keyId,
        name: me.name,
        orgId: service.orgId,
        scopes: ['read:*'],
        farmIds:
          key === pinned ? me.farms.map((farm: { id: string }) => farm.id) : ('all' as const),
        rateLimitPerMinute: null,
      },
      requestId: 'req_fresh',
      at: runtime.clock.now(),
      ip: '',
      method: 'GET',
      route: '',
      elapsedMillis: () => 0,
      query: queryOfText(query.slice(1)),
      subject: {},
    };
    const definition = getResource(resource);
    const answer =
      id === undefined
        ? await listRecords(fresh, definition, call)
        : await getRecord(fresh, definition, { ...call, id });
    return `${answer.body}`;
  }
});

for (const name of DATABASES) {
  describe(`on ${name} a cached list`, () => {
    let service: TestService;
    let farm: TestFarm;
    beforeAll(async () => {
      service = await startTestService(name);
      farm = await createFarm(service);
      await create(service, 'tasks', { title: 'Clean the drinkers' }, { farmId: farm.farmId });
    });
    afterAll(() => service.close());

    test('is not sent again until it changes', async () => {
      const first = await service.send('GET', '/tasks');
      const etag = String(first.headers['etag']);
      const ask = () => service.send('GET', '/tasks', { headers: { 'if-none-match': etag } });
      const known = await ask();
      expect([known.status, known.text, known.headers['etag']]).toEqual([304, '', etag]);
      await create(service, 'tasks', { title: 'Mend the fan' }, { farmId: farm.farmId });
      const changed = await ask();
      expect(changed.status).toBe(200);
      expect(changed.body.meta.total).toBe(2);
      expect(changed.headers['etag']).not.toBe(etag);
    });

    test('has the same ETag for the same content, in every form of comparison', async () => {
      const { headers } = await service.send('GET', '/farms');
      const weakHeaders = { 'if-none-match': `"other", W/${headers['etag']}` };
      expect((await service.send('GET', '/farms', { headers: weakHeaders })).status).toBe(304);
      const any = { 'if-none-match': '*' };
      expect((await service.send('GET', '/farms', { headers: any })).status).toBe(304);
    });

    test('is never returned in place of a record', async () => {
      const { body } = await service.send('GET', '/tasks?limit=1');
      const [{ id }] = body.data;
      const ofFarm = `farmId=${farm.farmId}`;
      await service.send('GET', `/tasks/${id}`);
      await service.send('GET', `/tasks/${id}?${ofFarm}`);
      const requests = [`/${id}`, JSON.stringify({ id, query: ofFarm })];
      for (const query of requests) {
        const { status } = await service.send('GET', `/tasks?${query}`);
        expect([query, status]).toEqual([query, 400]);
      }
    });

    test('is not returned for a key that was just revoked', async () => {
      const key = await service.createKey({ name: 'short', scopes: ['read:*'] });
      expect((await service.send('GET', '/tasks', { key })).status).toBe(200);
      const { body } = await service.send('GET', '/os/keys');
      const { id } = body.data.find((known: { name: string }) => known.name === 'short');
      await service.send('DELETE', `/os/keys/${id}`);
      expect((await service.send('GET', '/tasks', { key })).status).toBe(401);
    });

    test('shows nothing of another organisation with the same request', async () => {
      const orgId = await service.createOrganisation('Second');
      const key = await service.createKey({ orgId });
      await service.send('GET', '/tasks');
      const { body } = await service.send('GET', '/tasks', { key });
      expect(body.meta.total).toBe(0);
    });
  });
}
