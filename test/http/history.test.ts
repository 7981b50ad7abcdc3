import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  getResource,
  type ResourceName,
  resourceNames,
} from '../../src/model/resources/registry.ts';
import { maskSecretsInText } from '../../src/platform/core/row-change.ts';
import { findRow } from '../../src/storage/records/find-rows.ts';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { createOneOfEach, EXAMPLES_NOW } from '../support/one-of-each.ts';
import { startTestService, type TestAnswer, type TestService } from '../support/service.ts';

const RUNS = Number(process.env['FARMCTL_TEST_HISTORY_RUNS'] ?? 8);

type Row = Record<string, unknown>;
type Step = TestAnswer['body'];

const nullableOf = <T>(...values: T[]) => fc.constantFrom<T | null>(...values, null);

/** Rows that get random edits, with the possible values. */
const EDITS: Readonly<Record<string, fc.Arbitrary<Row>>> = {
  tasks: fc.record(
    {
      title: fc.constantFrom('Call the vet', 'לקרוא לוטרינר', 'O\'Brien "x" \\ \u2028'),
      details: nullableOf('a\nb', 'x'.repeat(400), '🐔'),
      status: fc.constantFrom('open', 'in_progress', 'blocked'),
      dueDate: nullableOf('2026-11-05', '2026-12-31'),
      priority: fc.constantFrom('low', 'high'),
    },
    { requiredKeys: [] },
  ),
  devices: fc.record(
    {
      streamUrl: nullableOf('rtsp://user:secret@10.0.0.8/1', 'rtsp://10.0.0.8/1'),
      capabilities: nullableOf(['count'], ['count', 'weight'], []),
      notes: nullableOf('{"field":"name"}', ' name '),
      installedAt: nullableOf('2026-01-01', '2025-02-28'),
    },
    { requiredKeys: [] },
  ),
  'daily-logs': fc.record(
    {
      mortality: nullableOf(0, 3, 17),
      feedKg: nullableOf(0.1, 1e3, 1234.567, 0.30000000000000004),
      tempMin: nullableOf(-3.5, 20),
      notes: nullableOf('x'),
    },
    { requiredKeys: [] },
  ),
  'env-readings': fc.record(
    {
      temp: nullableOf(21.5, 33.3),
      ts: fc.constantFrom('2026-11-02T08:00:00+02:00', '2026-10-31T23:59:59.999Z'),
    },
    { requiredKeys: [] },
  ),
};

for (const database of DATABASES) {
  describe(database, () => {
    let service: TestService;
    let farm: TestFarm;
    let serial = 0;
    beforeAll(async () => {
      service = await startTestService(database);
      farm = await createFarm(service);
    });
    afterAll(() => service.close());

    const historyOf = async (resource: string, id: string, query = '') =>
      (await service.send('GET', `/os/history/${resource}/${id}${query}`)).body;

    /** The row as it is stored, without secrets. */
    const stored = async (resource: string, id: string): Promise<string> => {
      const definition = getResource(resource);
      const scope = { orgId: service.orgId, farmIds: 'all' } as const;
      const json = await findRow(service.service.runtime.database, definition, { id, scope });
      return JSON.stringify(JSON.parse(maskSecretsInText(definition, json ?? '')));
    };

    const makeRow = async (resource: ResourceName): Promise<string> => {
      serial += 1;
      const { farmId, barnId, flockId } = farm;
      const day = new Date(Date.UTC(2026, 10, 2) - serial * 86_400_000).toISOString().slice(0, 10);
      const bodies: Record<string, Row> = {
        tasks: { title: 'Clean' },
        devices: { kind: 'camera', barnId, streamUrl: 'rtsp://a:b@10.0.0.8/1' },
        'daily-logs': { flockId, date: day, mortality: 4 },
        'env-readings': { barnId, temp: 25 },
      };
      return (await create(service, resource, bodies[resource] ?? {}, { farmId })).id;
    };

    test.each(Object.keys(EDITS) as ResourceName[])(
      'applied backwards from the present state of %s, the changes give every earlier version',
      async (resource) => {
        const edits = fc.array(EDITS[resource] as fc.Arbitrary<Row>, { maxLength: 6 });
        await fc.assert(
          fc.asyncProperty(edits, async (changes) => {
            const id = await makeRow(resource);
            const versions = [await stored(resource, id)];
            for (const body of changes) {
              service.clock.advance(61_003);
              const { status } = await service.send('PATCH', `/${resource}/${id}`, { body });
              expect(status).toBe(200);
              const now = await stored(resource, id);
              if (now !== versions.at(-1)) versions.push(now);
            }
            const { data, meta } = await historyOf(resource, id);
            expect(meta.total).toBe(versions.length);
            expect(foldBack(versions.at(-1) ?? '', data)).toEqual(versions.toReversed());
          }),
          { numRuns: RUNS },
        );
      },
    );

    test('a change names the author, time, request, and the field before and after', async () => {
      const { id } = await create(service, 'tasks', { title: 'x' }, { farmId: farm.farmId });
      const key = await service.createKey({ name: 'Dana' });
      service.clock.advance(60_000);
      const at = new Date(service.clock.now()).toISOString();
      await service.send('PATCH', `/tasks/${id}`, {
        key,
        body: { title: 'y', priority: 'normal' },
        headers: { 'x-request-id': 'r-1' },
      });
      const { data, ...rest } = await historyOf('tasks', id);
      expect(rest).toEqual({
        resource: 'tasks',
        id,
        farmId: farm.farmId,
        deleted: false,
        meta: { total: 2, limit: 50, offset: 0, hasMore: false },
      });
      expect(data[0]).toEqual({
        version: 2,
        kind: 'changed',
        at,
        by: { type: 'key', id: expect.any(String), name: 'Dana' },
        requestId: 'r-1',
        actionId: null,
        undone: false,
        changes: [{ field: 'title', before: 'x', after: 'y' }],
      });
      expect(data[1]).toMatchObject({ version: 1, kind: 'created', changes: [] });
    });

    test('an action and its undo are recorded with the action', async () => {
      const { id } = await create(service, 'tasks', { title: 'x' }, { farmId: farm.farmId });
      const body = { farmId: farm.farmId, type: 'complete_task', taskId: id };
      const executed = await service.send('POST', '/actions', { body });
      await service.send('POST', '/actions/undo', { body: executed.body.undo });
      const { data } = await historyOf('tasks', id, '?field=status');
      const actionId = executed.body.action.id;
      expect(data.map((step: Step) => [step.actionId, step.undone, step.changes])).toEqual([
        [actionId, true, [{ field: 'status', before: 'done', after: 'open' }]],
        [actionId, false, [{ field: 'status', before: 'open', after: 'done' }]],
      ]);
    });

    test('a deleted row keeps its history, and so do the rows deleted with it', async () => {
      const { farmId } = farm;
      const task = await create(service, 'tasks', { title: 'x' }, { farmId });
      const comment = await create(service, 'task-comments', { taskId: task.id, text: 'a' });
      const key = await service.createKey({ name: 'Avi', farmIds: [farmId] });
      await service.send('DELETE', `/tasks/${task.id}`, { key });
      for (const [resource, id] of [
        ['tasks', task.id],
        ['task-comments', comment.id],
      ]) {
        const { deleted, data, meta } = await historyOf(resource, id);
        expect([deleted, meta.total, data[0].kind, data[0].version]).toEqual([
          true,
          2,
          'deleted',
          2,
        ]);
        expect(data[0].by.name).toBe('Avi');
        const second = await historyOf(resource, id, '?limit=1&offset=1');
        expect(second.data.map(({ kind }: Step) => kind)).toEqual(['created']);
      }
      const otherKey = await service.createKey({ farmIds: [(await createFarm(service)).farmId] });
      const answer = await service.send('GET', `/os/history/tasks/${task.id}`, { key: otherKey });
      expect(answer.status).toBe(404);
    });

    test('a secret in an address is masked', async () => {
      const id = await makeRow('devices');
      await service.send('PATCH', `/devices/${id}`, {
        body: { streamUrl: 'rtsp://c:d@10.0.0.9/1' },
      });
      const { data } = await historyOf('devices', id);
      expect(data[0].changes).toEqual([
        {
          field: 'streamUrl',
          before: 'rtsp://***:***@10.0.0.8/1',
          after: 'rtsp://***:***@10.0.0.9/1',
        },
      ]);
    });

    test('a new row has no history entry', async () => {
      const { runtime } = service.service;
      const count = async () =>
        runtime.database.first<{ n: number }>({
          sql: 'select count(*) as n from row_history',
          text: 'select count(*) as n from row_history',
          values: [],
        });
      const before = await count();
      await create(service, 'env-readings', { barnId: farm.barnId, temp: 24 });
      expect(await count()).toEqual(before);
    });

    test.each([
      ['/os/history/nothing/x', 404, 'not_found'],
      ['/os/history/tasks/task_nowhere', 404, 'not_found'],
      ['/os/history/tasks/%00', 404, 'not_found'],
      ['/os/history/tasks/x?field=titel', 400, 'validation_failed'],
      ['/os/history/tasks/x?limit=201', 400, 'validation_failed'],
      ['/os/history/tasks/x?farmId=farm_nowhere', 403, 'farm_forbidden'],
    ])('%s answers %i', async (path, status, error) => {
      const answer = await service.send('GET', path);
      expect([answer.status, answer.body.error]).toEqual([status, error]);
    });
  });
}

describe('the history of each resource', () => {
  let service: TestService;
  let rows: Awaited<ReturnType<typeof createOneOfEach>>;
  beforeAll(async () => {
    service = await startTestService('sqlite', { now: EXAMPLES_NOW });
    rows = await createOneOfEach(service);
  });
  afterAll(() => service.close());

  test.each(resourceNames)(
    'the history of each resource of %s requires the scope to read it',
    async (name) => {
      const other = name === 'tasks' ? 'sales' : 'tasks';
      const path = `/os/history/${name}/${rows[name]}`;
      const own = await service.createKey({ scopes: [`read:${name}`] });
      const wrong = await service.createKey({ scopes: [`read:${other}`] });
      const otherFarmKey = await service.createKey({ farmIds: ['farm_elsewhere'] });
      const foreignKey = await service.createKey({ orgId: await service.createOrganisation(name) });
      const statuses = [];
      for (const key of [own, wrong, otherFarmKey, foreignKey]) {
        statuses.push((await service.send('GET', path, { key })).status);
      }
      expect(statuses).toEqual([200, 403, 404, 404]);
    },
  );
});

/** The row as it is now and before each of its changes, the newest first. */
function foldBack(now: string, steps: readonly Step[]): string[] {
  const versions = [now];
  let row: Row = JSON.parse(now);
  steps.slice(0, -1).forEach((step: Step, index: number) => {
    const before = Object.fromEntries(
      step.changes.map((change: { field: string; before: unknown }) => [
        change.field,
        change.before,
      ]),
    );
    const earlier = steps[index + 1];
    row = { ...row, ...before, version: earlier.version, updatedAt: earlier.at };
    versions.push(JSON.stringify(row));
  });
  return versions;
}
