import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { localConnections } from '../support/local-connections.ts';
import { startLocalServer } from '../support/local-server.ts';
import { startTestService, type TestService } from '../support/service.ts';

const plain = { fields: { temp: '/t' } };

describe('the routes of integrations', () => {
  let service: TestService;
  let farm: TestFarm;
  let other: TestFarm;
  let id: string;
  const path = (verb: string, of = id) => `/os/integrations/${of}/${verb}`;

  beforeAll(async () => {
    service = await startTestService('sqlite', localConnections());
    farm = await createFarm(service);
    other = await createFarm(service, { name: 'Other' });
    const body = { kind: 'controller', barnId: farm.barnId, pollMinutes: 5 };
    id = (await create(service, 'integrations', body)).id;
  });
  afterAll(() => service.close());

  /** The response of the integration's endpoint from now on. */
  async function answer(payload: unknown) {
    const server = await startLocalServer((_, response) => response.end(JSON.stringify(payload)));
    const body = { endpoint: server.url };
    await service.send('PATCH', `/integrations/${id}`, { body });
    onTestFinished(async () => {
      await service.send('PATCH', `/integrations/${id}`, { body: { endpoint: null } });
    });
    return server;
  }

  test('an integration without a mapping reports this', async () => {
    const { body } = await service.send('GET', path('mapping'));
    expect(body).toEqual({
      integrationId: id,
      mapping: null,
      effective: null,
      lastPollAt: null,
      nextPollAt: null,
      stored: 0,
      dropped: 0,
      lastDroppedAt: null,
      lastProblems: [],
      updatedAt: null,
    });
    const poll = await service.send('POST', path('poll'));
    expect(poll.body).toMatchObject({ error: 'action_refused', code: 'no_mapping' });
  });

  test('a test stores nothing, a poll stores readings, and a repeated poll sends no request', async () => {
    const server = await answer({ t: 25.5 });
    await service.send('PUT', path('mapping'), { body: plain });
    const tried = await service.send('POST', path('test'));
    const reading = {
      barnId: farm.barnId,
      ts: '2026-11-02T08:30:00.000Z',
      temp: 25.5,
      devices: [],
    };
    expect(tried.body).toMatchObject({ ok: true, stored: 0, samples: 1, readings: [reading] });
    const list = `/env-readings?barnId=${farm.barnId}`;
    expect((await service.send('GET', list)).body.data).toEqual([]);
    const headers = { 'idempotency-key': 'poll-1' };
    const polled = await service.send('POST', path('poll'), { headers });
    expect(polled.body).toMatchObject({ ok: true, stored: 1, readings: [reading] });
    const again = await service.send('POST', path('poll'), { headers });
    expect(again.body).toEqual(polled.body);
    expect(again.headers['idempotent-replayed']).toBe('true');
    expect((await service.send('GET', list)).body.data).toHaveLength(1);
    expect(server.asked).toHaveLength(2);
  });

  test('an unreadable response is part of the answer, not an error', async () => {
    await answer('warm');
    const body = { mapping: { rows: '/data', ...plain } };
    const tried = await service.send('POST', path('test'), { body });
    expect(tried.status).toBe(200);
    expect(tried.body).toMatchObject({ ok: false, error: 'There is nothing at /data.' });
  });

  test('brokers are not polled, but a message can be tested', async () => {
    const broker = { kind: 'controller', barnId: farm.barnId, endpoint: 'mqtts://b.example.com' };
    const { id: of } = await create(service, 'integrations', broker);
    const body = { preset: 'zigbee2mqtt' };
    const set = await service.send('PUT', path('mapping', of), { body });
    expect(set.body).toMatchObject({
      mapping: body,
      effective: { topics: ['zigbee2mqtt/+'] },
      nextPollAt: null,
    });
    const poll = await service.send('POST', path('poll', of));
    expect(poll.body).toMatchObject({ code: 'not_polled' });
    const message = { payload: { temperature: 27 }, topic: 'zigbee2mqtt/x' };
    const tried = await service.send('POST', path('test', of), { body: message });
    expect(tried.body.readings).toMatchObject([{ temp: 27, devices: ['x'] }]);
  });

  test.each([
    ['not an object', [], 'body'],
    ['an unknown metric', {}, 'fields'],
    ['an unknown member', { ...plain, filds: {} }, 'body'],
    ['an invalid pointer', { fields: { temp: 't' } }, 'fields.temp'],
    ['an unknown unit', { fields: { temp: { path: '/t', unit: 'R' } } }, 'fields.temp.unit'],
    [
      'a meter for an air measure',
      { fields: { temp: { path: '/t', meter: true } } },
      'fields.temp.meter',
    ],
    ['an unknown preset', { preset: 'tasmotta' }, 'preset'],
    ['a value without devices', { value: '/state' }, 'device'],
    ['an invalid topic', { ...plain, topics: ['a/#/b'] }, 'topics.0'],
    ['an unknown barn', { ...plain, barnId: 'barn_0' }, 'barnId'],
  ])('%s is rejected as a mapping, naming the member', async (_, body, member) => {
    const set = await service.send('PUT', path('mapping'), { body });
    expect(set.status).toBe(400);
    expect(set.body.issues[0].path).toBe(member);
  });

  test('a barn of another farm is treated as a missing one', async () => {
    const foreignMapping = { ...plain, devices: { x: other.barnId } };
    const missing = { ...plain, devices: { x: `${other.barnId.slice(0, -4)}0000` } };
    for (const verb of ['mapping', 'test'] as const) {
      const call = async (mapping: object) => {
        const body = verb === 'test' ? { mapping, payload: {} } : mapping;
        const answer = await service.send(verb === 'test' ? 'POST' : 'PUT', path(verb), { body });
        const { requestId: _, ...rest } = answer.body;
        return { status: answer.status, ...rest };
      };
      expect(await call(foreignMapping)).toEqual(await call(missing));
      expect((await call(foreignMapping)).status).toBe(400);
    }
  });

  test('keys of other farms, and keys without the scope, see nothing', async () => {
    const otherKey = await service.createKey({ farmIds: [other.farmId] });
    const reader = await service.createKey({ scopes: ['read:*'] });
    const calls = [
      ['GET', 'mapping', undefined],
      ['PUT', 'mapping', plain],
      ['POST', 'test', { mapping: plain, payload: {} }],
      ['POST', 'poll', undefined],
    ] as const;
    for (const [method, verb, body] of calls) {
      const refusedCall = await service.send(method, path(verb), { key: otherKey, body });
      expect([verb, refusedCall.status]).toEqual([verb, 404]);
      const refused = await service.send(method, path(verb), { key: reader, body });
      expect([verb, refused.status]).toEqual([verb, method === 'GET' ? 200 : 403]);
    }
  });
});
