import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { batchBody } from '../../src/model/answers/actions.ts';
import { limits } from '../../src/model/core/limits.ts';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestAnswer, type TestService } from '../support/service.ts';

type Operation = Readonly<Record<string, unknown>>;
type Result = TestAnswer['body'];

for (const database of DATABASES) {
  describe(database, () => {
    let service: TestService;
    let farm: TestFarm;
    beforeAll(async () => {
      service = await startTestService(database);
      farm = await createFarm(service);
    });
    afterAll(() => service.close());

    const batch = (operations: readonly Operation[], request = {}) =>
      service.send('POST', '/os/batch', { body: { operations }, ...request });

    const totalOf = async (resource: string): Promise<number> =>
      (await service.send('GET', `/${resource}?limit=1`)).body.meta.total;

    const task = (title: string): Operation => ({
      method: 'POST',
      path: `/tasks?farmId=${farm.farmId}`,
      body: { title },
    });

    test('a farm, its barn, a flock and two logs are created in one call', async () => {
      const answer = await batch([
        { id: 'farm', method: 'POST', path: '/farms', body: { name: 'South' } },
        {
          id: 'barn',
          method: 'POST',
          path: '/v1/platform/barns?farmId=$farm.id',
          body: { name: 'B' },
        },
        {
          id: 'flock',
          method: 'POST',
          path: '/flocks',
          body: { barnId: '$barn.id', placementDate: '2026-10-20', chicksReceived: 9000 },
        },
        {
          method: 'POST',
          path: '/daily-logs',
          body: { flockId: '$2.id', date: '2026-11-01', mortality: 3 },
        },
        {
          method: 'POST',
          path: '/daily-logs',
          body: { flockId: '$flock.id', date: '2026-11-02', mortality: 4 },
        },
        {
          method: 'PATCH',
          path: '/barns/$barn.id',
          ifMatch: '"v1"',
          body: { notes: '$$barn.id costs $5.00' },
        },
        { method: 'PATCH', path: '/barns/$barn.id', body: { controller: '$$barn.id' } },
      ]);
      expect(answer.status).toBe(200);
      const [south, barn, flock, , last, ...patched] = answer.body.results;
      expect(answer.body.results.map(({ status }: Result) => status)).toEqual([
        201, 201, 201, 201, 201, 200, 200,
      ]);
      expect(barn).toMatchObject({ id: 'barn', etag: '"v1"', body: { farmId: south.body.id } });
      expect(barn.location).toBe(`/v1/platform/barns/${barn.body.id}`);
      expect(last.body).toMatchObject({ flockId: flock.body.id, live: 8993 });
      expect(patched[0].body.notes).toBe('$$barn.id costs $5.00');
      expect(patched[1].body).toMatchObject({ controller: '$barn.id', version: 3 });
      expect((await service.send('GET', `/flocks/${flock.body.id}`)).body.barnId).toBe(
        barn.body.id,
      );
    });

    test('if one operation fails nothing is stored, no event is emitted, and the answer names the operation', async () => {
      const before = [await totalOf('tasks'), await totalOf('barns')];
      const eventCount = (await service.events()).length;
      const answer = await batch(
        [
          task('one'),
          {
            method: 'POST',
            path: `/barns?farmId=${farm.farmId}`,
            body: { name: 'X', capacity: -1 },
          },
          { id: 'third', ...task('three') },
        ],
        { headers: { 'x-request-id': 'b-1' } },
      );
      expect(answer.status).toBe(400);
      expect(answer.body).toMatchObject({
        error: 'validation_failed',
        code: 'too_small',
        failed: 1,
        requestId: 'b-1',
        issues: [{ path: 'operations[1].capacity', code: 'too_small' }],
      });
      expect(answer.body.message).toMatch(
        /^Operation 1: capacity .* Nothing of the batch was done\.$/,
      );
      expect(answer.body.results).toEqual([
        { status: 424, code: 'rolled_back' },
        { status: 400, body: expect.objectContaining({ error: 'validation_failed' }) },
        { id: 'third', status: 424, code: 'not_run' },
      ]);
      expect([await totalOf('tasks'), await totalOf('barns')]).toEqual(before);
      expect(await service.events()).toHaveLength(eventCount);
    });

    test('an action and its undo can be part of one batch', async () => {
      const answer = await batch([
        {
          id: 'act',
          method: 'POST',
          path: '/actions',
          body: { type: 'create_task', title: 'x', farmId: farm.farmId },
        },
        { method: 'PATCH', path: '/tasks/$act.result.id', body: { priority: 'high' } },
      ]);
      expect(answer.body.results[1].body.priority).toBe('high');
      const { undo } = answer.body.results[0].body;
      const refused = await batch([
        task('stays away'),
        { method: 'POST', path: '/actions/undo', body: { undo } },
      ]);
      expect([refused.status, refused.body.code, refused.body.failed]).toEqual([
        422,
        'changed_since',
        1,
      ]);
      const undone = await batch([
        {
          id: 'act',
          method: 'POST',
          path: '/actions',
          body: { type: 'create_task', title: 'y', farmId: farm.farmId },
        },
        { method: 'POST', path: '/actions/undo', body: '$act.undo' },
      ]);
      expect(undone.body.results[1].body.result.deleted).toBe(true);
    });

    test('each operation is checked for its scope, farm and version', async () => {
      const other = await createFarm(service);
      const { id } = await create(service, 'tasks', { title: 'x' }, { farmId: farm.farmId });
      const key = await service.createKey({ scopes: ['write:tasks'], farmIds: [farm.farmId] });
      const statusOf = async (operation: Operation) =>
        (await batch([task('first'), operation], { key })).status;
      expect(await statusOf({ method: 'PATCH', path: `/tasks/${id}`, body: { title: 'y' } })).toBe(
        200,
      );
      expect(await statusOf({ method: 'POST', path: '/sales', body: {} })).toBe(403);
      expect(
        await statusOf({
          method: 'POST',
          path: `/tasks?farmId=${other.farmId}`,
          body: { title: 'z' },
        }),
      ).toBe(403);
      expect(await statusOf({ method: 'DELETE', path: '/tasks/task_nowhere' })).toBe(404);
      expect(await statusOf({ method: 'DELETE', path: `/tasks/${id}`, ifMatch: '"v1"' })).toBe(412);
      expect(
        await statusOf({ method: 'POST', path: '/actions', body: { type: 'create_task' } }),
      ).toBe(403);
      expect(await statusOf({ method: 'POST', path: '/chat-messages', body: {} })).toBe(403);
    });

    test('a batch is repeated as a whole for the same Idempotency-Key', async () => {
      const headers = { 'idempotency-key': `batch-${database}` };
      const first = await batch([task('once'), task('twice')], { headers });
      const second = await batch([task('once'), task('twice')], { headers });
      expect(second.headers['idempotent-replayed']).toBe('true');
      expect(second.text).toBe(first.text);
    });

    test('a batch is audited as a call, and each operation as the call it represents', async () => {
      await batch([task('audited')], { headers: { 'x-request-id': 'audited-batch' } });
      const { body } = await service.send('GET', '/os/audit?limit=200&method=POST');
      const entries = body.data.filter(({ requestId }: Result) => requestId === 'audited-batch');
      expect(entries.map(({ route, status }: Result) => [route, status]).toSorted()).toEqual([
        ['/v1/platform/os/batch', 200],
        ['/v1/platform/tasks', 201],
      ]);
    });

    test('a camera connection shows its token only in the first answer', async () => {
      const path = `/integrations?farmId=${farm.farmId}`;
      const operations = [{ method: 'POST', path, body: { kind: 'camera', name: 'Cameras' } }];
      const headers = { 'idempotency-key': `token-${database}` };
      const first = await batch(operations, { headers });
      const second = await batch(operations, { headers });
      expect(first.body.results[0].body.cameraToken).toMatch(/^cam_/);
      expect(second.body.results[0].body).not.toHaveProperty('cameraToken');
    });
  });
}

describe('is rejected before anything is executed', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.close());

  const post = { method: 'POST', path: '/tasks', body: {} };
  test.each([
    ['no operation', [], 'operations', 'required'],
    [
      'too many',
      Array.from({ length: limits.batchOperations + 1 }, () => post),
      'operations',
      'too_many',
    ],
    ['a text', ['POST /tasks'], 'operations[0]', 'wrong_type'],
    ['reading', [{ method: 'GET', path: '/tasks' }], 'operations[0].method', 'not_allowed'],
    ['an unknown path', [post, { ...post, path: '/taskz' }], 'operations[1].path', 'not_allowed'],
    ['the application', [{ ...post, path: '/os/keys' }], 'operations[0].path', 'not_allowed'],
    [
      'a place outside',
      [{ ...post, path: 'https://x/tasks' }],
      'operations[0].path',
      'invalid_format',
    ],
    ['a list changed', [{ ...post, method: 'PATCH' }], 'operations[0].method', 'not_allowed'],
    [
      'a row made twice',
      [{ ...post, path: '/tasks/task_1' }],
      'operations[0].method',
      'not_allowed',
    ],
    [
      'a misspelt field',
      [{ ...post, ifmatch: '"v1"' }],
      'operations[0].ifmatch',
      'unknown_parameter',
    ],
    [
      'a name used twice',
      [
        { ...post, id: 'a' },
        { ...post, id: 'a' },
      ],
      'operations[1].id',
      'duplicate',
    ],
    ['a number as name', [{ ...post, id: '1' }], 'operations[0].id', 'invalid_format'],
    [
      'a reference ahead',
      [{ ...post, body: { a: ['$1.id'] } }, post],
      'operations[0].body.a[0]',
      'not_found',
    ],
    [
      'a reference to itself',
      [{ ...post, id: 'a', body: { b: '$a.id' } }],
      'operations[0].body.b',
      'not_found',
    ],
  ])('%s', async (_name, operations, path, code) => {
    const answer = await service.send('POST', '/os/batch', { body: { operations } });
    expect(answer.status).toBe(400);
    expect(answer.body.issues[0]).toMatchObject({ path, code });
  });

  test('a reference to a missing field of an answer is rejected with its position', async () => {
    const operations = [
      { method: 'POST', path: '/farms', body: { name: 'x' } },
      { method: 'POST', path: '/barns', body: { name: '$0.nothing.at.all' } },
    ];
    const { body } = await service.send('POST', '/os/batch', { body: { operations } });
    expect(body.issues).toMatchObject([{ path: 'operations[1].name', code: 'not_found' }]);
  });

  test('the example of the reference documents is accepted', () => {
    expect(batchBody.examples['barnAndFlock']).toHaveProperty('operations');
  });
});
