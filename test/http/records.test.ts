import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  getResource,
  type ResourceName,
  resourceNames,
} from '../../src/model/resources/registry.ts';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm } from '../support/farm.ts';
import {
  createOneOfEach,
  EXAMPLES_NOW,
  exampleBody,
  type OneOfEach,
} from '../support/one-of-each.ts';
import { playScenarios, type Scenario, type Stage } from '../support/scenario.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** The ETag of a version, of a record that was read with computed fields too: `"v3-…"`. */
const versionOf = (tag: unknown) => String(tag).replace(/-.*"$/, '"');

for (const database of DATABASES) {
  describe(database, () => {
    let service: TestService;
    let stage: Stage;

    beforeAll(async () => {
      service = await startTestService(database);
      const farm = await createFarm(service);
      const other = await createFarm(service, { name: 'Other farm' });
      const secondOrg = await service.createOrganisation('Second');
      const secondAdmin = await service.createKey({ orgId: secondOrg });
      const second = await createFarm(service, { name: 'Third farm', key: secondAdmin });
      const task = await create(
        service,
        'tasks',
        { title: 'Weigh birds' },
        { farmId: farm.farmId },
      );
      stage = {
        service,
        keys: {
          pinned: await service.createKey({ farmIds: [farm.farmId], name: 'Robot' }),
          two: await service.createKey({ farmIds: [farm.farmId, other.farmId] }),
          writer: await service.createKey({ farmIds: [farm.farmId], scopes: ['write:*'] }),
        },
        names: {
          ...farm,
          taskId: task.id,
          otherFarmId: other.farmId,
          otherBarnId: other.barnId,
          otherFlockId: other.flockId,
          secondFarmId: second.farmId,
          secondBarnId: second.barnId,
        },
      };
    });
    afterAll(() => service.close());

    const play = (scenarios: readonly Scenario[]) => playScenarios(() => stage, scenarios);

    describe('a created record', () => {
      test('is returned with its location, its version and its common fields', async () => {
        const { farmId } = stage.names;
        const { status, headers, body } = await service.send('POST', `/tasks?farmId=${farmId}`, {
          key: stage.keys['pinned'],
          body: {
            title: '  Weigh\u0301  birds ',
            priority: 'medium',
            dueDate: '2026-11-05T22:30:00Z',
          },
        });
        expect(status).toBe(201);
        expect(headers['location']).toBe(`/v1/platform/tasks/${body.id}`);
        expect(headers['etag']).toBe('"v1"');
        expect(body).toEqual({
          id: expect.stringMatching(/^task_[0-9A-HJKMNP-TV-Z]{26}$/),
          farmId,
          version: 1,
          createdAt: '2026-11-02T08:30:00.000Z',
          updatedAt: '2026-11-02T08:30:00.000Z',
          createdBy: { type: 'key', id: expect.stringMatching(/^\w{12}$/) },
          barnId: null,
          title: 'Weigh\u0301  birds',
          details: null,
          assignee: null,
          priority: 'normal',
          status: 'open',
          dueDate: '2026-11-06',
          frequency: 'once',
          completedAt: null,
          seriesId: null,
          overdue: false,
          nextDueDate: null,
        });
        const again = await service.send('GET', `/tasks/${body.id}`);
        expect(again.body).toEqual(body);
        const { body: list } = await service.send(
          'GET',
          `/tasks?farmId=${farmId}&limit=1&order=id`,
        );
        expect(list.data).toEqual([body]);
      });

      play([
        {
          name: 'tells of itself once',
          method: 'POST',
          url: '/alerts?farmId={farmId}',
          body: { title: 'Hot', severity: 'high' },
          status: 201,
          has: { severity: 'critical', category: 'other', status: 'open', occurrences: 1 },
          events: ['alert.created', 'alert.critical'],
        },
        {
          name: 'that is refused tells of nothing',
          method: 'POST',
          url: '/alerts?farmId={farmId}',
          body: { title: 'Hot', severity: 'hottest' },
          status: 400,
        },
        {
          name: 'ignores every field that is not writable',
          method: 'POST',
          url: '/alerts?farmId={farmId}',
          body: {
            title: 'x',
            id: 'alert_mine',
            farmId: '{otherFarmId}',
            orgId: 'org_mine',
            version: 77,
            createdAt: '2020-01-01T00:00:00Z',
            createdBy: { type: 'user', id: 'root' },
            occurrences: 99,
            resolvedAt: '2020-01-01T00:00:00Z',
            sealed: true,
            nonsense: { deep: [1] },
            __proto__: { isAdmin: true },
          },
          status: 201,
          has: {
            id: expect.not.stringContaining('mine'),
            farmId: '{farmId}',
            version: 1,
            createdAt: '2026-11-02T08:30:00.000Z',
            createdBy: { type: 'key' },
            occurrences: 1,
            resolvedAt: null,
            sealed: false,
          },
          lacks: ['nonsense', 'org_mine'],
          events: ['alert.created'],
        },
        {
          name: 'takes null and empty texts as absent',
          method: 'POST',
          url: '/barns?farmId={farmId}',
          body: { name: 'Empty', barnType: '', notes: '   ', capacity: null, status: null },
          status: 201,
          has: { barnType: null, notes: null, capacity: null, status: 'active' },
        },
        {
          name: 'is stored in the canonical form of its words',
          method: 'POST',
          url: '/tasks?farmId={farmId}',
          body: { title: 'x', status: 'Completed', priority: 'HIGH', frequency: 'one-time' },
          status: 201,
          has: {
            status: 'done',
            priority: 'high',
            frequency: 'once',
            completedAt: '2026-11-02T08:30:00.000Z',
          },
          events: ['task.created', 'task.completed'],
        },
        {
          name: 'wraps a heading of 360 degrees and rounds amounts and numbers',
          method: 'POST',
          url: '/barns?farmId={farmId}',
          body: { name: 'Round', headingDeg: 360, latitude: 32.12345678912 },
          status: 201,
          has: { headingDeg: 0, latitude: 32.123456789 },
        },
        {
          name: 'turns a negative zero into zero',
          method: 'POST',
          url: '/barns?farmId={farmId}',
          body: '{"name":"Zero","latitude":-0,"capacity":-0.0}',
          status: 201,
          has: { latitude: 0, capacity: 0 },
          lacks: [':-0', ': -0'],
        },
      ]);
    });

    describe('the farm of a new record', () => {
      const taskOn = (farmId: string) => ({
        status: 201,
        has: { farmId },
        events: ['task.created'],
      });
      play([
        {
          name: 'is that of its parent',
          method: 'POST',
          url: '/tasks',
          body: { title: 'x', barnId: '{otherBarnId}' },
          ...taskOn('{otherFarmId}'),
        },
        {
          name: 'is that of its parent, whatever the body hints',
          method: 'POST',
          url: '/tasks',
          body: { title: 'x', barnId: '{otherBarnId}', farmId: '{farmId}' },
          ...taskOn('{otherFarmId}'),
        },
        {
          name: 'is the one the query names',
          method: 'POST',
          url: '/tasks?farmId={otherFarmId}',
          body: { title: 'x' },
          ...taskOn('{otherFarmId}'),
        },
        {
          name: 'is the one the query names, whatever the body hints',
          method: 'POST',
          url: '/tasks?farmId={otherFarmId}',
          body: { title: 'x', farmId: '{farmId}' },
          ...taskOn('{otherFarmId}'),
        },
        {
          name: 'is the one the body hints',
          method: 'POST',
          url: '/tasks',
          body: { title: 'x', farmId: '{otherFarmId}' },
          ...taskOn('{otherFarmId}'),
        },
        {
          name: 'is the only one of the key',
          as: 'pinned',
          method: 'POST',
          url: '/tasks',
          body: { title: 'x' },
          ...taskOn('{farmId}'),
        },
        {
          name: 'is the only one of the key, which need not read farms',
          as: 'writer',
          method: 'POST',
          url: '/tasks',
          body: { title: 'x' },
          ...taskOn('{farmId}'),
        },
        {
          name: 'is not guessed where the key sees two',
          as: 'two',
          method: 'POST',
          url: '/tasks',
          body: { title: 'x' },
          status: 400,
          has: { issues: [{ path: 'farmId', code: 'required' }] },
        },
        {
          name: 'cannot be two: a parent of another farm than the query names',
          method: 'POST',
          url: '/tasks?farmId={farmId}',
          body: { title: 'x', barnId: '{otherBarnId}' },
          status: 400,
          has: { issues: [{ path: 'barnId', code: 'different_farms' }] },
        },
        {
          name: 'cannot be two: two parents of different farms',
          method: 'POST',
          url: '/alerts',
          body: { title: 'x', barnId: '{barnId}', flockId: '{otherFlockId}' },
          status: 400,
          has: { issues: [{ path: 'flockId', code: 'different_farms' }] },
        },
        {
          name: 'is not that of a hint at a farm of another organisation, which is ignored',
          method: 'POST',
          url: '/tasks',
          body: { title: 'x', farmId: '{secondFarmId}' },
          status: 400,
          has: { issues: [{ path: 'farmId', code: 'required' }] },
        },
        {
          name: 'is not that of a hint outside the pins, which is ignored',
          as: 'pinned',
          method: 'POST',
          url: '/tasks',
          body: { title: 'x', farmId: '{otherFarmId}' },
          ...taskOn('{farmId}'),
        },
        {
          name: 'is not that of a hint at a farm that does not exist, which is ignored',
          as: 'pinned',
          method: 'POST',
          url: '/tasks',
          body: { title: 'x', farmId: 'farm_01K00000000000000000000000' },
          ...taskOn('{farmId}'),
        },
        {
          name: 'is not that of a hint that can be no id, which is ignored',
          as: 'pinned',
          method: 'POST',
          url: '/tasks',
          body: { title: 'x', farmId: `'; drop table farms; --${'x'.repeat(9000)}` },
          ...taskOn('{farmId}'),
        },
        {
          name: 'is that of the parent, whatever the hint is',
          as: 'two',
          method: 'POST',
          url: '/tasks',
          body: { title: 'x', barnId: '{barnId}', farmId: '{secondFarmId}' },
          ...taskOn('{farmId}'),
        },
        {
          name: 'is not left open by a hint that is null, as records of the organisation have it',
          as: 'pinned',
          method: 'POST',
          url: '/tasks',
          body: { title: 'x', farmId: null },
          ...taskOn('{farmId}'),
        },
        {
          name: 'cannot be foreign in the query, which is not ignored',
          as: 'pinned',
          method: 'POST',
          url: '/tasks?farmId={otherFarmId}',
          body: { title: 'x' },
          status: 403,
          has: { error: 'farm_forbidden' },
        },
        {
          name: 'cannot be foreign in an action, whose body declares it',
          as: 'pinned',
          method: 'POST',
          url: '/actions',
          body: { type: 'create_task', title: 'x', farmId: '{otherFarmId}' },
          status: 403,
          has: { error: 'farm_forbidden' },
        },
        {
          name: 'cannot be foreign: a parent outside the pins',
          as: 'pinned',
          method: 'POST',
          url: '/tasks',
          body: { title: 'x', barnId: '{otherBarnId}' },
          status: 400,
          has: { issues: [{ path: 'barnId', code: 'not_found' }] },
        },
        {
          name: 'may be hinted with what is no text',
          as: 'pinned',
          method: 'POST',
          url: '/tasks',
          body: { title: 'x', farmId: 5 },
          ...taskOn('{farmId}'),
        },
      ]);

      // Madrid, Kampala, the middle of the Pacific; the organisation is in Israel.
      test.each([
        ['of its country', { latitude: 40.4, longitude: -3.7 }, 'EUR'],
        ['of another country', { latitude: 0.3, longitude: 32.6 }, 'UGX'],
        ['of the schema if the country is unknown', { latitude: 0, longitude: -140 }, 'ILS'],
        ['of the organisation without a location', {}, 'ILS'],
        ['given in the request', { latitude: 40.4, longitude: -3.7, currency: 'USD' }, 'USD'],
      ])('the currency of a new farm is that %s', async (_which, place, currency) => {
        const { body } = await service.send('POST', '/farms', { body: { name: 'F', ...place } });
        expect(body.currency).toBe(currency);
        const cleared = await service.send('PATCH', `/farms/${body.id}`, {
          body: { currency: null },
        });
        expect(cleared.body.currency).toBe(currency === 'USD' ? 'EUR' : currency);
        await service.send('DELETE', `/farms/${body.id}`);
      });

      test('a foreign parent and a missing one are rejected with the same message', async () => {
        const messages = [];
        for (const barnId of [stage.names['secondBarnId'], 'barn_01K00000000000000000000000']) {
          const { body } = await service.send('POST', '/tasks', { body: { title: 'x', barnId } });
          messages.push(body.issues[0].message.replace(barnId, 'ID'));
        }
        expect(messages[0]).toBe(messages[1]);
      });
    });

    describe('a changed record', () => {
      play([
        {
          name: 'gets a version and holds what was sent',
          method: 'PATCH',
          url: '/tasks/{taskId}',
          body: { details: 'Ten birds', priority: 'urgent' },
          status: 200,
          has: {
            id: '{taskId}',
            version: 2,
            details: 'Ten birds',
            priority: 'urgent',
            status: 'open',
          },
          sends: { etag: '"v2"' },
        },
        {
          name: 'that stays the same keeps its version',
          method: 'PATCH',
          url: '/tasks/{taskId}',
          body: { details: ' Ten birds ', priority: 'URGENT', status: 'new' },
          status: 200,
          has: { version: 2 },
          sends: { etag: '"v2"' },
        },
        {
          name: 'with nothing in the body keeps its version',
          method: 'PATCH',
          url: '/tasks/{taskId}',
          body: {},
          status: 200,
          has: { version: 2 },
        },
        {
          name: 'ignores identifiers, owner and farm',
          method: 'PATCH',
          url: '/tasks/{taskId}',
          body: {
            id: 'x',
            farmId: '{otherFarmId}',
            version: 9,
            createdAt: '2020-01-01T00:00:00Z',
            createdBy: null,
            seriesId: 'x',
            completedAt: '2020-01-01T00:00:00Z',
          },
          status: 200,
          has: {
            id: '{taskId}',
            farmId: '{farmId}',
            version: 2,
            completedAt: null,
            seriesId: null,
          },
        },
        {
          name: 'loses an optional field that is null or empty',
          method: 'PATCH',
          url: '/tasks/{taskId}',
          body: { details: '', priority: null },
          status: 200,
          has: { version: 3, details: null, priority: 'normal' },
        },
        {
          name: 'tells of what it entered',
          method: 'PATCH',
          url: '/tasks/{taskId}',
          body: { status: 'completed' },
          status: 200,
          has: { version: 4, status: 'done', completedAt: '2026-11-02T08:30:00.000Z' },
          events: ['task.completed'],
        },
        {
          name: 'tells nothing the second time',
          method: 'PATCH',
          url: '/tasks/{taskId}',
          body: { status: 'done' },
          status: 200,
          has: { version: 4 },
        },
        {
          name: 'cannot move to another farm',
          method: 'PATCH',
          url: '/tasks/{taskId}',
          body: { barnId: '{otherBarnId}' },
          status: 400,
          has: { issues: [{ path: 'barnId', code: 'different_farms' }] },
        },
        {
          name: 'cannot move to a farm of another organisation',
          method: 'PATCH',
          url: '/tasks/{taskId}',
          body: { barnId: '{secondBarnId}' },
          status: 400,
          has: { issues: [{ path: 'barnId', code: 'not_found' }] },
        },
        {
          name: 'gets the parent that belongs to its farm',
          method: 'PATCH',
          url: '/tasks/{taskId}',
          body: { barnId: '{barnId}' },
          status: 200,
          has: { barnId: '{barnId}', version: 5 },
        },
        {
          name: 'loses its parent and stays on its farm',
          method: 'PATCH',
          url: '/tasks/{taskId}',
          body: { barnId: null },
          status: 200,
          has: { barnId: null, farmId: '{farmId}', version: 6 },
        },
        {
          name: 'may not change to a wrong value',
          method: 'PATCH',
          url: '/tasks/{taskId}',
          body: { title: 'y'.repeat(201), status: 'never' },
          status: 400,
          has: { issues: [{ path: 'title' }, { path: 'status' }] },
        },
        {
          name: 'stays as it was when it was refused',
          method: 'GET',
          url: '/tasks/{taskId}',
          status: 200,
          has: { title: 'Weigh birds', version: 6 },
        },
      ]);

      test('keeps its creation time and updates its modification time', async () => {
        const { farmId = '' } = stage.names;
        const created = await create(service, 'barns', { name: 'Times' }, { farmId });
        service.clock.advance(5000);
        const { body } = await service.send('PATCH', `/barns/${created.id}`, {
          body: { name: 'Later' },
        });
        expect(body.createdAt).toBe(created.createdAt);
        expect(Date.parse(body.updatedAt) - Date.parse(created.updatedAt)).toBe(5000);
        service.clock.advance(-5000);
      });
    });

    describe('a version', () => {
      play([
        {
          name: 'that holds lets a change pass',
          method: 'PATCH',
          url: '/barns/{barnId}',
          headers: { 'if-match': '"v1"' },
          body: { notes: 'first' },
          status: 200,
          has: { version: 2 },
        },
        {
          name: 'that does not hold refuses it',
          method: 'PATCH',
          url: '/barns/{barnId}',
          headers: { 'if-match': '"v1"' },
          body: { notes: 'second' },
          status: 412,
          has: { error: 'precondition_failed' },
          sends: { etag: '"v2"' },
        },
        {
          name: 'is asked before the body is read',
          method: 'PATCH',
          url: '/barns/{barnId}',
          headers: { 'if-match': '"v1"' },
          body: '{"half',
          status: 412,
        },
        {
          name: 'one of several lets it pass',
          method: 'PATCH',
          url: '/barns/{barnId}',
          headers: { 'if-match': '"v1", "v2"' },
          body: { notes: 'second' },
          status: 200,
          has: { version: 3 },
        },
        {
          name: 'any version lets it pass',
          method: 'PATCH',
          url: '/barns/{barnId}',
          headers: { 'if-match': '*' },
          body: { notes: 'third' },
          status: 200,
          has: { version: 4 },
        },
        {
          name: 'in other words does not hold, and the answer says how it is written',
          method: 'PATCH',
          url: '/barns/{barnId}',
          headers: { 'if-match': 'v4' },
          body: { notes: 'fourth' },
          status: 412,
          has: {
            message: 'The ETag of the row is "v4" now; read the row again before changing it.',
          },
        },
        {
          name: 'that does not hold refuses a delete',
          method: 'DELETE',
          url: '/barns/{barnId}',
          headers: { 'if-match': '"v1"' },
          status: 412,
        },
      ]);
    });

    test('is not sent again if the ETag matches; computed fields have a separate ETag', async () => {
      const { barnId: id } = await createFarm(service);
      const read = (tag = '""') =>
        service.send('GET', `/barns/${id}`, { headers: { 'if-none-match': tag } });
      const { headers } = await read();
      const tag = String(headers['etag']);
      expect(tag).toMatch(/^"v1-[\w-]{27}"$/);
      for (const condition of [tag, `W/${tag}`, `"v9", ${tag}`]) {
        const { status, headers } = await read(condition);
        expect([status, headers['etag'], headers['content-type']]).toEqual([304, tag, undefined]);
      }
      const change = { body: { notes: 'wet' }, headers: { 'if-match': tag } };
      expect((await service.send('PATCH', `/barns/${id}`, change)).status).toBe(200);
      expect((await service.send('PATCH', `/barns/${id}`, change)).status).toBe(412);
      expect((await read(tag)).body).toMatchObject({ version: 2, notes: 'wet' });
    });

    test('a record whose computed fields change has another ETag, though its version is the same', async () => {
      const { flockId } = await createFarm(service);
      const before = await service.send('GET', `/flocks/${flockId}`);
      await create(service, 'daily-logs', { flockId, date: '2026-10-04', mortality: 10 });
      const after = await service.send('GET', `/flocks/${flockId}`, {
        headers: { 'if-none-match': String(before.headers['etag']) },
      });
      expect(before.body).toMatchObject({ version: 1, live: 10_000 });
      expect(after.status).toBe(200);
      expect(after.body).toMatchObject({ version: 1, live: 9990 });
    });

    describe('concurrent requests', () => {
      const many = <T>(make: () => Promise<T>) => Promise.all(Array.from({ length: 10 }, make));
      const statusesOf = (answers: readonly { readonly status: number }[]) =>
        answers.map(({ status }) => status).sort();

      test('only one of the concurrent requests that change one version succeeds', async () => {
        const { farmId = '' } = stage.names;
        const { id } = await create(service, 'tasks', { title: 'x' }, { farmId });
        let serial = 0;
        const answers = await many(() =>
          service.send('PATCH', `/tasks/${id}`, {
            body: { title: `changed ${serial++}` },
            headers: { 'if-match': '"v1"' },
          }),
        );
        expect(statusesOf(answers)).toEqual([200, ...Array(9).fill(412)]);
        expect((await service.send('GET', `/tasks/${id}`)).body.version).toBe(2);
      });

      test('concurrent requests that change different fields are all stored', async () => {
        const { farmId = '' } = stage.names;
        const { id } = await create(service, 'daily-logs', {
          flockId: stage.names['flockId'],
          date: '2026-10-20',
        });
        const fields = ['mortality', 'culls', 'feedKg', 'waterL', 'eggs', 'humidity'];
        const answers = await Promise.all(
          fields.map((field) =>
            service.send('PATCH', `/daily-logs/${id}`, { body: { [field]: 7 } }),
          ),
        );
        expect(statusesOf(answers)).toEqual(fields.map(() => 200));
        const { body } = await service.send('GET', `/daily-logs/${id}?farmId=${farmId}`);
        expect(fields.map((field) => body[field])).toEqual(fields.map(() => 7));
        expect(body.version).toBe(7);
        await service.send('DELETE', `/daily-logs/${id}`);
      });

      test('only one of the concurrent requests that delete one row deletes it', async () => {
        const { farmId = '' } = stage.names;
        const total = async () => (await service.send('GET', '/tasks?limit=1')).body.meta.total;
        const { id } = await create(service, 'tasks', { title: 'x' }, { farmId });
        const before = await total();
        const answers = await many(() => service.send('DELETE', `/tasks/${id}`));
        expect(statusesOf(answers)).toEqual([200, ...Array(9).fill(404)]);
        expect(await total()).toBe(before - 1);
      });
    });

    describe('a deleted record', () => {
      beforeAll(async () => {
        const { farmId = '' } = stage.names;
        const barn = await create(service, 'barns', { name: 'To go' }, { farmId });
        const task = await create(service, 'tasks', { title: 'To go' }, { farmId });
        const comment = await create(service, 'task-comments', { taskId: task.id, text: 'x' });
        const names = { ...stage.names, goneBarn: barn.id, goneTask: task.id, comment: comment.id };
        stage = { ...stage, names };
      });

      play([
        {
          name: 'is answered with its id',
          method: 'DELETE',
          url: '/barns/{goneBarn}',
          status: 200,
          has: { id: '{goneBarn}', deleted: true },
        },
        { name: 'is not read again', method: 'GET', url: '/barns/{goneBarn}', status: 404 },
        {
          name: 'is not changed again',
          method: 'PATCH',
          url: '/barns/{goneBarn}',
          body: {},
          status: 404,
        },
        { name: 'is not deleted again', method: 'DELETE', url: '/barns/{goneBarn}', status: 404 },
        {
          name: 'is not listed',
          method: 'GET',
          url: '/barns?q=to%20go',
          status: 200,
          has: { data: [], meta: { total: 0 } },
        },
        {
          name: 'is nobody’s parent',
          method: 'POST',
          url: '/tasks',
          body: { title: 'x', barnId: '{goneBarn}' },
          status: 400,
          has: { issues: expect.arrayContaining([expect.objectContaining({ path: 'barnId' })]) },
        },
        {
          name: 'takes its comments with it',
          method: 'DELETE',
          url: '/tasks/{goneTask}',
          status: 200,
        },
        {
          name: 'leaves none of them',
          method: 'GET',
          url: '/task-comments?taskId={goneTask}',
          status: 200,
          has: { data: [], meta: { total: 0 } },
        },
        {
          name: 'whose comments are gone',
          method: 'GET',
          url: '/task-comments/{comment}',
          status: 404,
        },
      ]);

      test('deleting a farm deletes everything on it and updates the counts', async () => {
        const farm = await createFarm(service, { name: 'Bankrupt' });
        const before = await service.send('GET', '/flocks?limit=1');
        const { status } = await service.send('DELETE', `/farms/${farm.farmId}`);
        expect(status).toBe(200);
        const after = await service.send('GET', '/flocks?limit=1');
        expect(after.body.meta.total).toBe(before.body.meta.total - 1);
        expect((await service.send('GET', `/barns/${farm.barnId}`)).status).toBe(404);
        expect((await service.send('GET', `/barns?farmId=${farm.farmId}`)).status).toBe(403);
      });
    });

    describe('a delete is rejected', () => {
      beforeAll(async () => {
        const { flockId, farmId = '' } = stage.names;
        const log = await create(service, 'daily-logs', {
          flockId,
          date: '2026-11-02',
          mortality: 1,
        });
        const contact = await create(service, 'contacts', { name: 'Mill' }, { farmId });
        const order = await create(service, 'feed-orders', {
          quantityKg: 1,
          supplierId: contact.id,
        });
        const names = { ...stage.names, logId: log.id, contactId: contact.id, orderId: order.id };
        stage = { ...stage, names };
      });

      const refusal = (code: string) => ({ status: 422, has: { error: 'action_refused', code } });
      play([
        {
          name: 'for a barn that holds a flock',
          method: 'DELETE',
          url: '/barns/{barnId}',
          ...refusal('barn_occupied'),
        },
        {
          name: 'for a flock with daily logs',
          method: 'DELETE',
          url: '/flocks/{flockId}',
          ...refusal('has_logs'),
        },
        {
          name: 'for a contact with an open order',
          method: 'DELETE',
          url: '/contacts/{contactId}',
          ...refusal('has_open_orders'),
        },
        {
          name: 'but not once the order is cancelled',
          method: 'PATCH',
          url: '/feed-orders/{orderId}',
          body: { status: 'cancelled' },
          status: 200,
        },
        {
          name: 'for the contact of that order',
          method: 'DELETE',
          url: '/contacts/{contactId}',
          status: 200,
        },
        {
          name: 'but not once the log is gone',
          method: 'DELETE',
          url: '/daily-logs/{logId}',
          status: 200,
        },
        {
          name: 'for the flock of that log',
          method: 'DELETE',
          url: '/flocks/{flockId}',
          status: 200,
        },
        {
          name: 'nor for the barn of that flock',
          method: 'DELETE',
          url: '/barns/{barnId}',
          status: 200,
        },
      ]);
    });

    describe('a second daily log of a flock and day', () => {
      let first: string;
      const log = { date: '2026-11-01', mortality: 2 };
      beforeAll(async () => {
        first = (
          await create(service, 'daily-logs', { ...log, flockId: stage.names['otherFlockId'] })
        ).id;
      });

      test('is rejected with the id of the first', async () => {
        const { status, body } = await service.send('POST', '/daily-logs', {
          body: { ...log, flockId: stage.names['otherFlockId'], mortality: 3 },
        });
        expect([status, body.code]).toEqual([400, 'duplicate']);
        expect(body.issues).toEqual([
          { path: 'date', code: 'duplicate', message: body.message, existingId: first },
        ]);
      });

      test('is also rejected as a change of the date', async () => {
        const flockId = stage.names['otherFlockId'];
        const second = await create(service, 'daily-logs', { flockId, date: '2026-11-02' });
        const { status, body } = await service.send('PATCH', `/daily-logs/${second.id}`, {
          body: { date: '2026-11-01' },
        });
        expect([status, body.issues[0].existingId]).toEqual([400, first]);
      });

      test('only one of the concurrent daily logs of a flock and day is stored', async () => {
        const answers = await Promise.all(
          Array.from({ length: 8 }, () =>
            service.send('POST', '/daily-logs', {
              body: { flockId: stage.names['otherFlockId'], date: '2026-10-30' },
            }),
          ),
        );
        expect(answers.filter(({ status }) => status === 201)).toHaveLength(1);
        expect(answers.filter(({ status }) => status === 400)).toHaveLength(7);
      });
    });

    describe('an event', () => {
      test('contains the record and the changed fields with their previous values', async () => {
        const { farmId = '' } = stage.names;
        const task = await create(service, 'tasks', { title: 'Told' }, { farmId });
        const eventCount = (await service.events()).length;
        const { body: record } = await service.send('PATCH', `/tasks/${task.id}`, {
          body: { status: 'done', title: 'Told again' },
        });
        const [event, ...others] = (await service.events()).slice(eventCount);
        expect(others).toEqual([]);
        expect(event?.body).toEqual({
          id: expect.stringMatching(/^evt_/),
          event: 'task.completed',
          orgId: service.orgId,
          farmId,
          createdAt: '2026-11-02T08:30:00.000Z',
          data: { record, previous: { title: 'Told', status: 'open', completedAt: null } },
        });
      });

      test('the event of a new row has no previous values', async () => {
        const { farmId = '' } = stage.names;
        const eventCount = (await service.events()).length;
        const record = await create(service, 'tasks', { title: 'New' }, { farmId });
        const [event] = (await service.events()).slice(eventCount);
        expect(event?.body).toMatchObject({ data: { record } });
        expect(JSON.stringify(event?.body)).not.toContain('previous');
      });
    });

    describe('every resource', () => {
      let full: TestService;
      let rows: OneOfEach;
      beforeAll(async () => {
        full = await startTestService(database, { now: EXAMPLES_NOW });
        rows = await createOneOfEach(full);
      });
      afterAll(() => full.close());

      const writable = resourceNames.filter((name) => !getResource(name).readOnly);

      test.each(writable)('%s sent back unchanged is unchanged', async (name) => {
        const eventCount = (await full.events()).length;
        const before = await full.send('GET', `/${name}/${rows[name]}`);
        const { status, body, headers } = await full.send('PATCH', `/${name}/${rows[name]}`, {
          body: before.body,
        });
        expect([status, body]).toEqual([200, before.body]);
        expect(headers['etag']).toBe(versionOf(before.headers['etag']));
        expect((await full.events()).length).toBe(eventCount);
      });

      test.each(resourceNames)(
        '%s is the same alone and in a list, with all fields',
        async (name) => {
          const { body } = await full.send('GET', `/${name}/${rows[name]}`);
          const { body: list } = await full.send('GET', `/${name}?limit=200`);
          expect(list.data).toContainEqual(body);
          const common = ['id', 'farmId', 'version', 'createdAt', 'updatedAt', 'createdBy'];
          expect(Object.keys(body).sort()).toEqual(
            [...common, ...Object.keys(getResource(name).fields)].sort(),
          );
        },
      );

      test.each(writable)('%s sent to create again makes a separate row', async (name) => {
        const { body: before } = await full.send('GET', `/${name}/${rows[name]}`);
        const unique: Partial<Record<ResourceName, object>> = {
          'daily-logs': { date: '2026-11-10' },
          devices: { sourceKey: 'another' },
        };
        const { status, body } = await full.send('POST', `/${name}`, {
          body: { ...before, ...unique[name] },
        });
        expect(status).toBe(201);
        expect(body.id).not.toBe(before.id);
        expect(body.farmId).toBe(name === 'farms' ? body.id : before.farmId);
      });

      test.each(writable)('%s can be deleted or explains why not', async (name) => {
        const created = await full.send('POST', `/${name}?farmId=${rows.farms}`, {
          body: {
            ...exampleBody(getResource(name), rows),
            ...(name === 'daily-logs' ? { date: '2026-11-11' } : {}),
            ...(name === 'devices' ? { sourceKey: 'third' } : {}),
          },
        });
        expect(created.status).toBe(201);
        const { status, body } = await full.send('DELETE', `/${name}/${created.body.id}`);
        expect([status, body]).toEqual([200, { id: created.body.id, deleted: true }]);
        expect((await full.send('GET', `/${name}/${created.body.id}`)).status).toBe(404);
      });

      test.each(writable)(
        '%s is readable by the pinned key that created it, or not created',
        async (name) => {
          const key = await full.createKey({ farmIds: [rows.farms] });
          const created = await full.send('POST', `/${name}`, {
            key,
            body: {
              ...exampleBody(getResource(name), rows),
              ...(name === 'daily-logs' ? { date: '2026-11-12' } : {}),
              ...(name === 'devices' ? { sourceKey: 'fourth' } : {}),
            },
          });
          if (created.status === 403) return;
          expect(created.status).toBe(201);
          const { status, body } = await full.send('GET', `/${name}/${created.body.id}`, { key });
          expect([status, body]).toEqual([200, created.body]);
        },
      );

      test('a URL with a password is masked', async () => {
        const streamUrl = 'rtsp://root:hunter2@192.168.10.21:554/stream1';
        const { body, text } = await full.send('PATCH', `/devices/${rows.devices}`, {
          body: { streamUrl },
        });
        expect(body.streamUrl).toContain('192.168.10.21:554/stream1');
        expect(text).not.toContain('hunter2');
        const echoed = await full.send('PATCH', `/devices/${rows.devices}`, { body });
        expect(echoed.body).toEqual(body);
      });
    });

    describe('transitions', () => {
      type Step = readonly [resource: ResourceName, from: string, to: string, status: number];
      const steps: readonly Step[] = [
        ['alerts', 'open', 'acknowledged', 200],
        ['alerts', 'open', 'resolved', 200],
        ['alerts', 'resolved', 'acknowledged', 400],
        ['alerts', 'resolved', 'open', 200],
        ['alerts', 'dismissed', 'open', 200],
        ['tasks', 'open', 'done', 200],
        ['tasks', 'blocked', 'done', 400],
        ['tasks', 'done', 'open', 200],
        ['tasks', 'cancelled', 'done', 400],
        ['flocks', 'planned', 'active', 200],
        ['flocks', 'planned', 'closed', 400],
        ['flocks', 'active', 'planned', 200],
        ['flocks', 'active', 'closed', 200],
        ['flocks', 'closed', 'active', 200],
        ['flocks', 'cancelled', 'active', 400],
        ['field-reports', 'new', 'answered', 200],
        ['field-reports', 'closed', 'new', 400],
        ['feed-orders', 'draft', 'delivered', 400],
        ['feed-orders', 'ordered', 'delivered', 200],
        ['feed-orders', 'cancelled', 'ordered', 400],
        ['tenders', 'draft', 'awarded', 400],
        ['tenders', 'awarded', 'open', 400],
        ['market-orders', 'open', 'fulfilled', 400],
        ['market-orders', 'confirmed', 'fulfilled', 200],
        ['devices', 'retired', 'online', 400],
        ['devices', 'retired', 'maintenance', 200],
        ['integrations', 'pending', 'paused', 400],
        ['integrations', 'disabled', 'pending', 200],
        ['controller-commands', 'pending', 'sent', 400],
        ['controller-commands', 'executed', 'pending', 400],
        ['controller-commands', 'failed', 'pending', 200],
        ['reg-items', 'upcoming', 'approved', 400],
        ['support-tickets', 'open', 'closed', 400],
        ['support-tickets', 'resolved', 'open', 200],
      ];
      const REQUIRED: Partial<Record<ResourceName, object>> = {
        'field-reports': { rawText: 'x' },
        'feed-orders': { quantityKg: 1 },
        devices: { kind: 'fan' },
        integrations: { kind: 'weather' },
        'controller-commands': { command: 'reboot' },
        'support-tickets': { subject: 'x', body: 'x' },
      };

      test.each(steps)('%s from %s to %s returns %d', async (name, from, to, expected) => {
        const { otherFarmId: farmId = '', otherBarnId } = stage.names;
        const required = REQUIRED[name] ?? { title: 'x' };
        const flock = { barnId: otherBarnId, placementDate: '2026-10-01' };
        const row = await create(
          service,
          name,
          { ...(name === 'flocks' ? flock : required), status: from },
          { farmId },
        );
        expect(row.status).toBe(from);
        const { status, body } = await service.send('PATCH', `/${name}/${row.id}`, {
          body: { status: to },
        });
        expect([status, body.status ?? body.issues]).toEqual([
          expected,
          expected === 200
            ? to
            : [expect.objectContaining({ path: 'status', code: 'forbidden_transition' })],
        ]);
        const { transitions = {} } = getResource(name);
        if (expected === 400) expect(body.issues[0].allowed).toEqual(transitions[from]);
      });
    });
  });
}
