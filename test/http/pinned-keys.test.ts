import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { RouteOperation } from '../../src/model/api/operation.ts';
import { getResource, resourceNames } from '../../src/model/resources/registry.ts';
import { applicationRoutes } from '../../src/model/routes/application-routes.ts';
import { operations } from '../../src/model/routes/operations.ts';
import { insertNotices, newNotice } from '../../src/storage/system/notices.ts';
import { createClosedFlock } from '../support/a-closed-flock.ts';
import { DATABASES } from '../support/databases.ts';
import { openListener } from '../support/event-listener.ts';
import { create, createFarm } from '../support/farm.ts';
import {
  createOneOfEach,
  EXAMPLES_NOW,
  exampleBody,
  type OneOfEach,
} from '../support/one-of-each.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Every route that reads, from the registry: a new one is covered as soon as it is declared. */
const routes = (operations as readonly { kind: string }[])
  .filter((operation): operation is RouteOperation => operation.kind === 'route')
  .concat((applicationRoutes as readonly RouteOperation[]).filter((route) => route))
  .filter(({ method }) => method === 'GET')
  .filter((route, index, all) => all.findIndex(({ path }) => path === route.path) === index)
  // A stream never ends; it has a separate test below.
  .filter(({ answer }) => answer.mediaType !== 'text/event-stream')
  .map(({ path, operationId, query = {} }) => ({ path, operationId, query }));

/** Routes that show nothing of a farm to any key. */
const WITHOUT_FARM_DATA = [
  'getCapabilities',
  'getOpenApi',
  'getResources',
  'getSession',
  'getSignInProvider',
  'listSessions',
  'listPasskeys',
  'getNoticeDigest',
  'listBackups',
  'getPushKey',
  'listMeasures',
  'readSettings',
  'verifyAuditLog',
];

/** The parameters a query requires besides the farm. */
const QUERIES: Readonly<Record<string, string>> = { q: 'Marker' };

for (const database of DATABASES) {
  describe(database, () => {
    let service: TestService;
    let rows: OneOfEach;
    let pinned: string;
    let ownFarmId: string;
    /** Ids of everything of farm A, and of keys and webhooks that are not the pinned key's to see. */
    const foreignValues: string[] = [];

    const note = (id: unknown) => {
      if (typeof id !== 'string') throw new Error('no id');
      foreignValues.push(id);
      return id;
    };
    const post = async (path: string, body: unknown) => {
      const answer = await service.send('POST', path, { body });
      if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${answer.text}`);
      return answer.body;
    };

    /** A channel of a user of farm A, and a message about an alert of that farm through it. */
    const createNotice = async () => {
      const userId = rows.users;
      const channel = { kind: 'email', address: 'user@example.com', userId };
      const { id: channelId } = await post('/os/notices/channels', channel);
      const { database: opened, ids } = service.service.runtime;
      const farm = await opened.first<{ orgId: string }>(
        sql`select org_id as "orgId" from farms where id = ${rows.farms}`,
      );
      const notice = newNotice({
        id: ids.create('notice'),
        orgId: farm?.orgId ?? '',
        farmId: rows.farms,
        userId,
        channelId,
        kind: 'alert',
        at: EXAMPLES_NOW,
      });
      await insertNotices(opened, [notice]);
      note(channelId);
      note(notice.id);
    };

    beforeAll(async () => {
      service = await startTestService(database, { now: EXAMPLES_NOW });
      rows = await createOneOfEach(service);
      for (const name of resourceNames) note(rows[name]);
      const { runtime } = service.service;
      await runtime.database.run(
        sql`update farms set name = 'Marker farm' where id = ${rows.farms}`,
      );
      ownFarmId = (await createFarm(service, { name: 'Own farm' })).farmId;
      for (const farmIds of [[rows.farms], [rows.farms, ownFarmId], undefined]) {
        note((await post('/os/keys', { name: 'Marker', scopes: ['read:*'], farmIds })).id);
      }
      for (const farmIds of [[rows.farms], [rows.farms, ownFarmId], null]) {
        const url = 'https://marker.example.com/hook';
        const webhook = note((await post('/webhooks', { url, events: ['*'], farmIds })).id);
        note((await post(`/os/webhooks/${webhook}/test`, {})).id);
      }
      const task = { type: 'create_task', farmId: rows.farms, title: 'Marker task' };
      note((await post('/actions', task)).result.id);
      await service.send('PATCH', `/tasks/${rows.tasks}`, { body: { title: 'Marker' } });
      await service.send('POST', `/os/brain/scan?farmId=${rows.farms}`, { body: {} });
      const barn = await create(service, 'barns', { name: 'Marker' }, { farmId: rows.farms });
      const closed = await createClosedFlock(service, { barnId: barn.id });
      for (const id of Object.values(closed)) note(id);
      note((await post('/os/case-files', { flockId: closed.flocks, title: 'Marker' })).id);
      await createNotice();
      pinned = await service.createKey({ farmIds: [ownFarmId] });
      const mine = await service.send('POST', '/os/keys', {
        key: pinned,
        body: { name: 'Own', scopes: ['read:*'] },
      });
      expect(mine.status).toBe(201);
    });
    afterAll(() => service.close());

    /** The paths of a route for all values of its placeholders. */
    const pathsOf = (path: string): string[] => {
      if (path.includes('{resource}')) {
        return resourceNames.map((name) =>
          path.replace('{resource}', name).replace('{id}', rows[name]),
        );
      }
      const holder = /\{\w+\}/.exec(path)?.[0];
      return holder ? foreignValues.map((id) => path.replace(holder, id)) : [path];
    };
    const queryOf = (query: object, farmId?: string): string => {
      const pinnedParameters = Object.keys(query).flatMap((name) => {
        if (name === 'farmId') return farmId === undefined ? [] : [`farmId=${farmId}`];
        const value = QUERIES[name];
        return value === undefined ? [] : [`${name}=${value}`];
      });
      return pinnedParameters.length === 0 ? '' : `?${pinnedParameters.join('&')}`;
    };
    /** Without the input of the caller itself. */
    const shows = (text: string, sent: string): string[] =>
      [...foreignValues, 'Marker'].filter(
        (marker) => !sent.includes(marker) && text.includes(marker),
      );

    test.each(routes)('$operationId shows nothing of another farm', async ({ path, query }) => {
      // A separate key: the audit log shows a key its own requests.
      const key = await service.createKey({ farmIds: [ownFarmId] });
      const ask = async (request: string) => {
        for (const farmId of [undefined, ownFarmId, rows.farms]) {
          const sent = `${request}${queryOf(query, farmId)}`;
          const { status, text } = await service.send('GET', sent, { key });
          expect([sent, shows(text, sent)]).toEqual([sent, []]);
          const isForeign = request !== path && !path.endsWith('{resource}');
          if (isForeign) expect([sent, status < 300]).toEqual([sent, false]);
          if (!('farmId' in query)) break;
        }
      };
      await Promise.all(pathsOf(path).map(ask));
    });

    test('routes that read by POST show nothing of another farm', async () => {
      const bodies: readonly (readonly [path: string, body: (key: string) => object])[] = [
        ['/os/actions/check', () => ({ type: 'create_task', farmId: rows.farms, title: 'x' })],
        ['/os/actions/check', () => ({ type: 'create_task', title: 'x', barnId: rows.barns })],
        ['/os/actions/check', () => ({ type: 'create_task', title: 'x', flockId: rows.flocks })],
        ['/os/actions/check', () => ({ type: 'update_task', taskId: rows.tasks, title: 'x' })],
        ['/ask', () => ({ question: 'Which tasks are open?', farmId: rows.farms })],
        ['/ask', () => ({ question: 'Which tasks are open?' })],
        ['/ask', () => ({ question: 'How many birds died today?' })],
        ['/os/audit/verify', () => ({ anchors: [] })],
      ];
      for (const [path, bodyOf] of bodies) {
        const key = await service.createKey({ farmIds: [ownFarmId] });
        const body = bodyOf(key);
        const { text } = await service.send('POST', path, { key, body });
        expect([path, shows(text, JSON.stringify(body))]).toEqual([path, []]);
      }
    });

    // "Any other field in the body is silently ignored": section 2 of the specification.
    test.each(resourceNames)('a foreign farmId in a new row of %s is ignored', async (name) => {
      const key = await service.createKey({ farmIds: [ownFarmId] });
      const definition = getResource(name);
      const ids = Object.fromEntries(resourceNames.map((one) => [one, rows[one]]));
      const unnamed = Object.entries(exampleBody(definition, ids)).filter(
        ([, value]) => typeof value !== 'string' || !Object.values(ids).includes(value),
      );
      const plain = Object.fromEntries(unnamed);
      const post = async (body: object) => {
        const answer = await service.send('POST', `/${name}`, { key, body });
        if (answer.status === 201) await service.send('DELETE', `/${name}/${answer.body.id}`);
        return answer;
      };
      const without = await post(plain);
      for (const farmId of [rows.farms, 'not an id']) {
        const { status, body } = await post({ ...plain, farmId });
        expect([farmId, status, body.error]).toEqual([farmId, without.status, without.body.error]);
        if (status === 201) expect(body.farmId).toBe(without.body.farmId);
      }
    });

    test('the event stream sends a pinned key nothing of another farm', async () => {
      const { app } = service.service;
      await app.listen({ host: '127.0.0.1', port: 0 });
      const { port } = app.server.address() as { port: number };
      const listener = await openListener(`http://127.0.0.1:${port}`, { key: pinned });
      await listener.heard('ready');
      note((await create(service, 'tasks', { title: 'Marker' }, { farmId: rows.farms })).id);
      const mine = await create(service, 'tasks', { title: 'Own task' }, { farmId: ownFarmId });
      await listener.heard('task.created');
      const text = JSON.stringify(listener.messages);
      expect([text.includes(mine.id), shows(text, '')]).toEqual([true, []]);
      listener.close();
    });

    test.each(
      routes.filter(
        ({ path, operationId }) => !path.includes('{') && !WITHOUT_FARM_DATA.includes(operationId),
      ),
    )('$operationId shows the other farm to a key of all farms', async ({ path, query }) => {
      const farmId = 'farmId' in query ? rows.farms : undefined;
      const querySuffix = queryOf(query, farmId);
      // Rows made at the same instant are listed in the order of their random ids.
      const limitSuffix = 'limit' in query ? `${querySuffix === '' ? '?' : '&'}limit=200` : '';
      const { status, text } = await service.send('GET', `${path}${querySuffix}${limitSuffix}`);
      expect([status, shows(text, '')]).not.toEqual([200, []]);
      expect(status).toBe(200);
    });

    test('a pinned key does not verify the audit log of all farms', async () => {
      const { status, body } = await service.send('GET', '/os/audit/verify', { key: pinned });
      expect([status, Object.keys(body)]).toEqual([403, expect.not.arrayContaining(['checked'])]);
    });

    test('a pinned key does not change or delete a user who has access to other farms', async () => {
      const both = await service.createKey({ farmIds: [ownFarmId, rows.farms] });
      const createTask = async (key: string) =>
        (await service.send('POST', '/users', { key, body: { name: 'Dana', role: 'worker' } }))
          .body;
      const shared = await createTask(both);
      const change = { key: pinned, body: { role: 'viewer' } };
      const answers = [
        await service.send('PATCH', `/users/${shared.id}`, change),
        await service.send('DELETE', `/users/${shared.id}`, { key: pinned }),
      ];
      for (const { status, body } of answers) {
        expect([status, body.code]).toEqual([403, 'key_is_pinned']);
      }
      const ownUser = await createTask(pinned);
      expect((await service.send('PATCH', `/users/${ownUser.id}`, change)).status).toBe(200);
      expect(
        (await service.send('PATCH', `/users/${shared.id}`, { ...change, key: both })).status,
      ).toBe(200);
      expect((await service.send('DELETE', `/users/${ownUser.id}`, { key: pinned })).status).toBe(
        200,
      );
    });

    test('a pinned key sees its own keys and its own calls', async () => {
      const keys = await service.send('GET', '/os/keys?limit=200', { key: pinned });
      const pins = keys.body.data.map(({ farmIds }: { farmIds: string[] }) => farmIds.join());
      expect(new Set(pins)).toEqual(new Set([ownFarmId]));
      expect(keys.body.meta.total).toBe(pins.length);
      await service.send('GET', `/tasks?farmId=${ownFarmId}`, { key: pinned });
      await vi.waitFor(async () => {
        const { body } = await service.send('GET', '/os/audit?limit=200', { key: pinned });
        const farms = new Set(body.data.map((entry: { farmId: string | null }) => entry.farmId));
        expect(farms).toEqual(new Set([ownFarmId, null]));
        expect(body.meta.total).toBe(body.data.length);
      });
    });
  });
}
