import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleId } from '../../src/model/core/fields.ts';
import { type ActionType, actions, actionTypes } from '../../src/model/resources/actions.ts';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { farmContent } from '../support/farm-content.ts';
import { startTestService, type TestService } from '../support/service.ts';

const ASSISTANT = ['read:*', 'ai:ask', 'actions:execute'];

for (const database of DATABASES) {
  describe(`${database}: actions`, () => {
    let service: TestService;
    let farm: TestFarm;
    let assistant: string;
    beforeAll(async () => {
      service = await startTestService(database);
      farm = await createFarm(service);
      assistant = await service.createKey({ scopes: ASSISTANT, farmIds: [farm.farmId] });
    });
    afterAll(() => service.close());

    const act = (body: unknown, key = assistant) => service.send('POST', '/actions', { key, body });
    const undo = (body: unknown, key = assistant) =>
      service.send('POST', '/actions/undo', { key, body });
    const now = () => farmContent(service.service.runtime.database, service.orgId);

    test('a key that may act but not write creates a task, and the answer contains its undo descriptor', async () => {
      const answer = await act({
        type: 'create_task',
        title: 'Call the vet',
        assignee: 'Dana',
        priority: 'medium',
      });
      expect(answer.status).toBe(200);
      expect(answer.body).toMatchObject({
        ok: true,
        action: { type: 'create_task', farmId: farm.farmId, createdAt: '2026-11-02T08:30:00.000Z' },
        result: {
          farmId: farm.farmId,
          title: 'Call the vet',
          assignee: 'Dana',
          priority: 'normal',
          status: 'open',
          version: 1,
        },
        undo: { actionId: answer.body.action.id, type: 'create_task' },
      });
      expect(Object.keys(answer.body)).toEqual(['ok', 'action', 'result', 'undo']);
      const read = await service.send('GET', `/tasks/${answer.body.result.id}`);
      expect(read.body).toEqual(answer.body.result);
      const undone = await undo(answer.body.undo);
      expect([undone.status, undone.body]).toEqual([
        200,
        {
          ok: true,
          undone: { actionId: answer.body.action.id, type: 'create_task' },
          result: { id: answer.body.result.id, deleted: true },
        },
      ]);
      expect((await service.send('GET', `/tasks/${answer.body.result.id}`)).status).toBe(404);
    });

    test.each(actionTypes.filter((type) => !['complete_task', 'create_flock'].includes(type)))(
      'the example of %s runs and can be undone completely',
      async (type) => {
        const before = await now();
        const body = exampleOf(type, farm);
        const response = await act(body);
        expect([type, response.status, response.text]).toEqual([type, 200, expect.any(String)]);
        const undone = await undo({ undo: response.body.undo });
        expect([type, undone.status, undone.text]).toEqual([type, 200, expect.any(String)]);
        expect(await now()).toEqual(before);
      },
    );

    test('a task is completed by its title, with the note as a comment, and reopened', async () => {
      await create(service, 'tasks', { title: 'Weigh 100 BIRDS' }, { farmId: farm.farmId });
      const before = await now();
      const response = await act({ type: 'complete_task', title: 'weigh 100 birds', note: 'Done' });
      expect(response.body.result).toMatchObject({ status: 'done', title: 'Weigh 100 BIRDS' });
      const { id } = response.body.result;
      const comments = await service.send('GET', `/task-comments?taskId=${id}`);
      expect(comments.body.data).toMatchObject([{ text: 'Done', authorName: 'test' }]);
      const undone = await undo(response.body.undo);
      expect(undone.body.result).toMatchObject({ id, status: 'open', completedAt: null });
      expect(await now()).toEqual(before);
    });

    test('a log is written once a day; further values are added to it and removed again', async () => {
      const { flockId, barnId } = farm;
      const first = await act({ type: 'log_daily', barnId, mortality: 12, notes: 'Hot' });
      expect(first.body.result).toMatchObject({ flockId, date: '2026-11-02', mortality: 12 });
      const before = await now();
      const second = await act({ type: 'log_daily', flockId, mortality: 14, feedKg: 2140 });
      expect(second.body.result).toMatchObject({
        id: first.body.result.id,
        mortality: 14,
        feedKg: 2140,
        notes: 'Hot',
        version: 2,
      });
      const undone = await undo(second.body.undo);
      expect(undone.body.result).toMatchObject({ mortality: 12, feedKg: null, notes: 'Hot' });
      expect(await now()).toEqual(before);
      expect((await undo(first.body.undo)).status).toBe(200);
    });

    test('feed is ordered with its quantity, other items with their title', async () => {
      const feed = await act({ type: 'create_order', quantityKg: 16_000, title: 'For barn 1' });
      expect(feed.body.result).toMatchObject({
        quantityKg: 16_000,
        status: 'ordered',
        orderDate: '2026-11-02',
        notes: 'For barn 1',
      });
      const goods = await act({
        type: 'create_order',
        title: 'Shavings',
        quantity: 12,
        unit: 'bales',
        dueDate: '2026-12-01',
      });
      expect(goods.body.result).toMatchObject({
        kind: 'order',
        direction: 'buy',
        title: 'Shavings',
        needByDate: '2026-12-01',
      });
      const mixed = await act({ type: 'create_order', quantityKg: 5, unit: 'bales' });
      expect([mixed.status, mixed.body.issues[0].path]).toEqual([400, 'unit']);
      const other = await act({ type: 'create_order', title: 'Shavings', feedType: 'grower' });
      expect([other.status, other.body.issues[0].path]).toEqual([400, 'feedType']);
      for (const { body } of [feed, goods]) expect((await undo(body.undo)).status).toBe(200);
    });

    test.each([
      [{}, ['type required']],
      [[], ['body wrong_type']],
      [{ type: 'create_tsk' }, ['type not_allowed']],
      [{ type: 'create_task' }, ['title required']],
      [
        { type: 'create_task', title: ' ', priority: 'top' },
        ['title required', 'priority not_allowed'],
      ],
      [
        { type: 'create_task', title: 'x', barnId: 'barn_missing', dueDate: '2026-02-30' },
        ['dueDate invalid_date', 'barnId not_found'],
      ],
      [{ type: 'create_expense', amount: 'much' }, ['amount wrong_type', 'category required']],
      [{ type: 'complete_task' }, ['taskId required']],
      [{ type: 'create_order' }, ['quantityKg required']],
      [{ type: 'log_daily' }, ['flockId required']],
      [{ type: 'set_farm_location', latitude: 91 }, ['latitude too_large', 'longitude required']],
      [{ type: 'create_task', title: 'x', farmId: 7 }, ['farmId wrong_type']],
      [{ type: 'navigate', path: 'https://example.com' }, ['path invalid_format']],
      [{ type: 'navigate', path: '//example.com/flocks' }, ['path invalid_format']],
      [{ type: 'navigate', path: '/flocks/../keys' }, ['path invalid_format']],
      [{ type: 'navigate', path: '/flocks/%2e%2e' }, ['path invalid_format']],
      [{ type: 'navigate', path: '/\\example.com' }, ['path invalid_format']],
      [{ type: 'navigate', path: '/flcks' }, ['path not_allowed']],
      [{ type: 'navigate', path: '/flocks/flock_missing' }, ['path not_found']],
    ])('%j is not valid: %j', async (body, issues) => {
      const before = await now();
      const answer = await act(body);
      const results = answer.body.issues.map((issue: Issue) => `${issue.path} ${issue.code}`);
      expect([answer.status, results]).toEqual([400, issues]);
      expect(await now()).toEqual(before);
    });

    test('an unknown type is rejected with the closest valid one', async () => {
      const { body } = await act({ type: 'create_tsk' });
      expect(body.issues[0]).toMatchObject({ suggestion: 'create_task', allowed: actionTypes });
    });

    test('an action that conflicts with the state of the farm is rejected with the reason', async () => {
      const { barnId, farmId } = farm;
      const title = 'Twice';
      const ownFarm = { farmId };
      const blocked = await create(
        service,
        'tasks',
        { title: 'Stuck', status: 'blocked' },
        ownFarm,
      );
      const completedTask = await create(
        service,
        'tasks',
        { title: 'Done', status: 'done' },
        ownFarm,
      );
      await create(service, 'tasks', { title }, ownFarm);
      await create(service, 'tasks', { title }, ownFarm);
      const empty = await create(service, 'barns', { name: 'Empty' }, ownFarm);
      const cases: readonly (readonly [object, string])[] = [
        [{ type: 'create_flock', barnId, placementDate: '2026-11-02' }, 'barn_occupied'],
        [{ type: 'log_daily', barnId: empty.id, mortality: 1 }, 'barn_empty'],
        [{ type: 'complete_task', title }, 'ambiguous_title'],
        [{ type: 'complete_task', title: 'Nobody knows' }, 'no_such_task'],
        [{ type: 'complete_task', taskId: completedTask.id }, 'already_done'],
        [{ type: 'complete_task', title: 'done' }, 'already_done'],
        [{ type: 'complete_task', taskId: blocked.id }, 'task_blocked'],
      ];
      for (const [body, code] of cases) {
        const before = await now();
        const answer = await act(body);
        expect([body, answer.status, answer.body.error, answer.body.code]).toEqual([
          body,
          422,
          'action_refused',
          code,
        ]);
        expect(await now()).toEqual(before);
      }
      const runs = await service.send('GET', '/agent-runs?actionType=create_flock');
      expect(runs.body.data[0]).toMatchObject({
        kind: 'action',
        trigger: 'api',
        status: 'failed',
        actionStatus: 'refused',
        farmId,
      });
    });

    test('a row of another farm and a missing row are rejected with the same message', async () => {
      const foreign = await createFarm(service, { name: 'Foreign' });
      const id = (text: string) => text.replace(/(barn|flock)_\w+/g, '$1');
      const pairs = [
        { type: 'create_task', title: 'x', barnId: foreign.barnId },
        { type: 'log_daily', flockId: foreign.flockId, mortality: 1 },
        { type: 'set_barn_location', barnId: foreign.barnId, latitude: 1, longitude: 1 },
        { type: 'create_flock', barnId: foreign.barnId, placementDate: '2026-11-02' },
      ];
      for (const body of pairs) {
        const missing = JSON.parse(
          JSON.stringify(body)
            .replaceAll(foreign.barnId, 'barn_01K9ZZZZZZZZZZZZZZZZZZZZZZ')
            .replaceAll(foreign.flockId, 'flock_01K9ZZZZZZZZZZZZZZZZZZZZZZ'),
        );
        const [one, other] = [await act(body), await act(missing)];
        expect([one.status, one.body.code]).toEqual([400, 'not_found']);
        const reported = (text: string) => id(text.replace(/"requestId":"[^"]*"/, ''));
        expect(reported(one.text)).toBe(reported(other.text));
      }
      const foreignTask = { type: 'create_task', title: 'x', farmId: foreign.farmId };
      const missingFarmTask = { ...foreignTask, farmId: 'farm_01K9ZZZZZZZZZZZZZZZZZZZZZZ' };
      const [one, other] = [await act(foreignTask), await act(missingFarmTask)];
      expect([one.status, one.body.error]).toEqual([403, 'farm_forbidden']);
      expect(one.body.message).toBe(other.body.message);
      const navigated = await act({ type: 'navigate', path: `/barns/${foreign.barnId}` });
      expect([navigated.status, navigated.body.code]).toEqual([400, 'not_found']);
    });

    test('a key of several farms must name the farm unless a row determines it', async () => {
      await createFarm(service, { name: 'Second' });
      const { admin } = service;
      const incomplete = await act({ type: 'create_medicine', name: 'Vitamin C' }, admin);
      expect(incomplete.body.issues).toMatchObject([{ path: 'farmId', code: 'required' }]);
      const text = await act({ type: 'create_task', title: 'x', barnId: farm.barnId }, admin);
      expect(text.body.action.farmId).toBe(farm.farmId);
      await create(service, 'tasks', { title: 'Only here' }, { farmId: farm.farmId });
      const titled = await act({ type: 'complete_task', title: 'only here' }, admin);
      expect([titled.status, titled.body.action?.farmId]).toEqual([200, farm.farmId]);
      const other = await createFarm(service, { name: 'Third' });
      const crossed = await act(
        { type: 'create_task', title: 'x', farmId: other.farmId, barnId: farm.barnId },
        admin,
      );
      expect(crossed.body.issues).toMatchObject([{ path: 'barnId', code: 'different_farms' }]);
    });

    test('an action cannot be undone once other records depend on it', async () => {
      const barn = await act({ type: 'create_barn', name: 'Barn 9' });
      const barnId = barn.body.result.id;
      const flock = await act({ type: 'create_flock', barnId, placementDate: '2026-11-01' });
      expect(flock.status).toBe(200);
      const flockId = flock.body.result.id;
      expect((await undo(barn.body.undo)).body.code).toBe('barn_occupied');
      const log = await act({ type: 'log_daily', flockId, mortality: 1 });
      expect((await undo(flock.body.undo)).body.code).toBe('has_logs');
      await service.send('PATCH', `/daily-logs/${log.body.result.id}`, { body: { culls: 2 } });
      expect((await undo(log.body.undo)).body.code).toBe('changed_since');
      const task = await act({ type: 'create_task', title: 'Talked about' });
      await create(service, 'task-comments', { taskId: task.body.result.id, text: 'Why?' });
      expect((await undo(task.body.undo)).body.code).toBe('changed_since');
      const created = await act({ type: 'create_contact', name: 'Gone' });
      await service.send('DELETE', `/contacts/${created.body.result.id}`);
      expect((await undo(created.body.undo)).body.code).toBe('changed_since');
      await service.send('PATCH', `/daily-logs/${log.body.result.id}`, { body: { culls: null } });
      expect((await undo(log.body.undo)).status).toBe(200);
      expect((await undo(flock.body.undo)).status).toBe(200);
      expect((await undo(barn.body.undo)).status).toBe(200);
      expect((await undo(barn.body.undo)).body.code).toBe('already_undone');
    });

    test('actions on a sealed flock are rejected, and so is undoing earlier ones', async () => {
      const barn = await act({ type: 'create_barn', name: 'Sealed' });
      const placed = { type: 'create_flock', placementDate: '2026-11-01' };
      const flock = await act({ ...placed, barnId: barn.body.result.id });
      const flockId = flock.body.result.id;
      const log = await act({ type: 'log_daily', flockId, mortality: 1 });
      await service.service.runtime.database.run(
        sql`update flocks set sealed = ${database === 'sqlite' ? 1 : true} where id = ${flockId}`,
      );
      const answers = [
        await undo(log.body.undo),
        await undo(flock.body.undo),
        await act({ type: 'log_daily', flockId, mortality: 2 }),
        await act({ type: 'create_expense', flockId, amount: 5, category: 'vet' }),
      ];
      const results = answers.map(({ status, body: { code } }) => [status, code]);
      expect(results).toEqual(answers.map(() => [422, 'sealed_case_file']));
    });

    test('a descriptor that was altered, guessed or issued to another key is treated as unknown', async () => {
      const { body } = await act({ type: 'create_task', title: 'Mine' });
      const elsewhere = await createFarm(service, { name: 'Elsewhere' });
      const otherKey = await service.createKey({ scopes: ASSISTANT, farmIds: [elsewhere.farmId] });
      const otherOrg = await service.createKey({
        scopes: ASSISTANT,
        orgId: await service.createOrganisation('Other'),
      });
      const { undo: descriptor } = body;
      const unknown = { ...descriptor, actionId: 'action_01K9ZZZZZZZZZZZZZZZZZZZZZZ' };
      const answers = await Promise.all([
        undo(unknown),
        undo({ ...descriptor, type: 'create_alert' }),
        undo({ ...descriptor, token: `${descriptor.token.slice(0, -1)}_` }),
        undo({ ...descriptor, token: 'x' }),
        undo(descriptor, otherKey),
        undo(descriptor, otherOrg),
      ]);
      const results = answers.map(({ status, body: { code, message } }) => [status, code, message]);
      const refusal = 'The descriptor is not one of an action the key may undo.';
      expect(results).toEqual(answers.map(() => [422, 'invalid_descriptor', refusal]));
      const lacking = await undo({ actionId: 'x' });
      expect(lacking.body.issues.map((issue: Issue) => issue.path)).toEqual(['type', 'token']);
      expect((await undo({ undo: 'last' })).body.issues[0].path).toBe('undo');
      expect((await undo(descriptor, service.admin)).status).toBe(200);
    });

    test('one of two concurrent undo requests succeeds and the other is rejected', async () => {
      const { body } = await act({ type: 'create_task', title: 'Once' });
      const answers = await Promise.all([undo(body.undo), undo(body.undo), undo(body.undo)]);
      const results = answers.map(({ status, body: { code } }) => code ?? status).toSorted();
      expect(results).toEqual([200, 'already_undone', 'already_undone']);
    });

    test('two flocks cannot be placed in one barn concurrently', async () => {
      const { id: barnId } = await create(service, 'barns', { name: 'Race' }, farm);
      const body = { type: 'create_flock', barnId, placementDate: '2026-11-02' };
      const answers = await Promise.all([act(body), act(body), act(body)]);
      const results = answers.map(({ status, body: { code } }) => code ?? status).toSorted();
      expect(results).toEqual([200, 'barn_occupied', 'barn_occupied']);
    });

    test('the list of actions marks those that were undone', async () => {
      const { body } = await act({ type: 'create_contact', name: 'Listed' });
      const list = (query: string) =>
        service.send('GET', `/os/actions?${query}`, { key: assistant });
      const [action] = (await list('type=create_contact&limit=1')).body.data;
      expect(action).toMatchObject({
        id: body.action.id,
        type: 'create_contact',
        farmId: farm.farmId,
        fields: { name: 'Listed' },
        resource: 'contacts',
        rowId: body.result.id,
        undoable: true,
        undoneAt: null,
      });
      expect(JSON.stringify(action)).not.toContain(body.undo.token);
      await undo(body.undo);
      const [after] = (await list(`farmId=${farm.farmId}&undone=true&limit=1`)).body.data;
      expect(after).toMatchObject({ id: body.action.id, undoable: false });
      expect((await list('farmId=farm_none')).status).toBe(403);
      expect((await list('kind=x')).status).toBe(400);
    });

    test('an action appears in events, the activity log, the audit log and the agent runs', async () => {
      const before = (await service.events()).length;
      const { body } = await act({ type: 'create_alert', title: 'Leak', severity: 'critical' });
      const emitted = await service.events();
      expect(emitted.slice(before).map(({ event }) => event)).toEqual([
        'alert.created',
        'alert.critical',
      ]);
      const undone = await undo(body.undo);
      expect(undone.status).toBe(200);
      expect(await service.events()).toHaveLength(emitted.length);
      const activity = await service.send('GET', '/activity?kinds=action_undone&lang=en');
      expect(activity.body.data[0]).toMatchObject({
        title: expect.stringContaining('Undone: Alert: Leak'),
        ref: { resource: 'alerts', id: body.result.id },
      });
      const runs = await service.send('GET', '/agent-runs?actionType=create_alert&order=id');
      expect(runs.body.data.slice(0, 2)).toMatchObject([
        { actionStatus: 'undone', requestId: undone.headers['x-request-id'] },
        { actionStatus: 'executed', output: { actionId: body.action.id, rowId: body.result.id } },
      ]);
      const audit = await service.send('GET', '/os/audit?path=/v1/platform/actions&limit=1');
      expect(audit.body.data[0]).toMatchObject({
        resource: 'alerts',
        rowId: body.result.id,
        farmId: farm.farmId,
      });
    });

    test('a repeated request returns the first answer', async () => {
      const send = () =>
        service.send('POST', '/actions', {
          key: assistant,
          body: { type: 'create_task', title: 'Idempotent' },
          headers: { 'idempotency-key': 'act-1' },
        });
      const [first, second] = [await send(), await send()];
      expect(second.headers['idempotent-replayed']).toBe('true');
      expect(second.body).toEqual(first.body);
      const listed = await service.send('GET', '/tasks?q=Idempotent');
      expect(listed.body.data).toHaveLength(1);
    });

    test('a key without the scope can neither act nor undo', async () => {
      const writer = await service.createKey({ scopes: ['read:*', 'write:*'] });
      const body = { type: 'create_task', title: 'x' };
      const answers = [await act(body, writer), await undo({}, writer)];
      expect(answers.map(({ status, body: { error } }) => [status, error])).toEqual([
        [403, 'insufficient_scope'],
        [403, 'insufficient_scope'],
      ]);
    });

    test('navigating links to screens and records that the key may see', async () => {
      const go = async (path: string) => (await act({ type: 'navigate', path })).body;
      expect((await go(`/flocks/${farm.flockId}`)).result).toEqual({
        path: `/flocks/${farm.flockId}`,
        url: `/v1/platform/flocks/${farm.flockId}`,
      });
      expect((await go('/digest')).result.url).toBe('/v1/platform/digest');
      expect((await go('/actions')).result.url).toBe('/v1/platform/os/actions');
      expect((await go('/flocks?status=active')).result.url).toBe(
        '/v1/platform/flocks?status=active',
      );
      expect((await go('/keys')).error).toBe('insufficient_scope');
      const { undo: descriptor } = await go('/tasks');
      expect((await undo(descriptor)).body).toMatchObject({ ok: true, result: null });
    });
  });
}

interface Issue {
  readonly path: string;
  readonly code: string;
}

function exampleOf(type: ActionType, farm: TestFarm): object {
  const text = JSON.stringify({ farmId: farm.farmId, type, ...actions[type].example });
  return JSON.parse(
    text.replaceAll(exampleId('barn'), farm.barnId).replaceAll(exampleId('flock'), farm.flockId),
  );
}
