import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

// The day of the service is 2026-11-02, a Monday.
describe.each(DATABASES)('%s: orders that change a record', (database) => {
  let service: TestService;
  let farm: TestFarm;
  let nora: string;
  let filter: string;
  let silo: string;

  beforeAll(async () => {
    service = await startTestService(database);
    farm = await createFarm(service);
    nora = (await create(service, 'contacts', { name: 'Nora Bennett' }, farm)).id;
    await create(service, 'tasks', { title: 'Clean the drinkers' }, farm);
    await create(service, 'tasks', { title: 'Test the generator' }, farm);
    await create(service, 'alerts', { title: 'Sensor silent', barnId: farm.barnId }, farm);
  });

  beforeEach(async () => {
    const title = 'Clean filters and cooling pads';
    const task = { title, assignee: 'Sam', dueDate: '2026-11-03' };
    filter = (await create(service, 'tasks', task, farm)).id;
    const alert = { title: 'The silo is running out', barnId: farm.barnId };
    silo = (await create(service, 'alerts', alert, farm)).id;
    return async () => {
      await service.send('DELETE', `/tasks/${filter}`);
      await service.send('DELETE', `/alerts/${silo}`);
    };
  });

  afterAll(() => service.close());

  const ask = (question: string, more: Record<string, unknown> = {}, key = service.admin) =>
    service.send('POST', '/ask', {
      key,
      body: { farmId: farm.farmId, question, execute: true, ...more },
    });
  const read = async (path: string) => (await service.send('GET', path)).body;

  test.each([
    ['en', 'give the filter cleaning to Nora'],
    ['es', 'pásale a Nora la limpieza de los filtros'],
    ['he', 'תעביר את ניקוי המסננים לנורה'],
    ['th', 'โอนงานล้างไส้กรองให้นอร่า'],
    ['zh', '把清洗滤网的任务转给Nora'],
  ])('a task goes to another person, in %s', async (lang, question) => {
    const { body } = await ask(question);
    expect(body).toMatchObject({ lang, action: { status: 'executed', type: 'assign_task' } });
    expect(body.answer).toMatch(/Clean filters and cooling pads.*Sam.*Nora Bennett/);
    expect(await read(`/tasks/${filter}`)).toMatchObject({ assignee: nora, version: 2 });
    const undone = await service.send('POST', '/actions/undo', { body: body.action.undo });
    expect(undone.status).toBe(200);
    expect((await read(`/tasks/${filter}`)).assignee).toBe('Sam');
  });

  test.each([
    ['en', 'tell Nora Bennett to clean the filters'],
    ['es', 'encárgale a Nora Bennett la tarea de lavar los filtros'],
    ['he', 'תגיד ל-Nora Bennett לנקות את המסננים'],
    ['th', 'บอก Nora Bennett ให้ล้างฟิลเตอร์'],
    ['zh', '让Nora Bennett去洗过滤网'],
  ])(
    'an existing task is proposed to a person, not created again, in %s',
    async (lang, question) => {
      const count = async () => (await read('/tasks?limit=1')).meta.total;
      const before = await count();
      const { body } = await ask(question);
      expect(body).toMatchObject({ lang, action: { status: 'proposed', type: 'assign_task' } });
      expect(body.action.fields).toMatchObject({ taskId: filter, assignee: nora });
      expect(await count()).toBe(before);
      expect((await read(`/tasks/${filter}`)).assignee).toBe('Sam');
    },
  );

  test('a new task is created with its barn and priority', async () => {
    const { body } = await ask(
      'create a task for Nora Bennett: grease the winch in barn 1, urgent',
    );
    expect(body.action).toMatchObject({ status: 'executed', type: 'create_task' });
    expect(body.action.fields).toMatchObject({ priority: 'urgent', barnId: farm.barnId });
    expect(body.action.fields.title).toBe('grease the winch');
    const quoted = await ask('tell Nora Bennett that Sam said "order feed", but not yet');
    expect(quoted.body.action).toBeUndefined();
  });

  test.each([
    ['en', 'postpone the filter cleaning to Friday', '2026-11-06'],
    ['es', 'mueve la limpieza de los filtros al 6/11', '2026-11-06'],
    ['he', 'תדחה את ניקוי המסננים ליום שישי', '2026-11-06'],
    ['th', 'เลื่อนงานล้างไส้กรองไปวันศุกร์', '2026-11-06'],
    ['zh', '清洗滤网的任务改到6号', '2026-11-06'],
  ])('a task is due another day, in %s', async (lang, question, dueDate) => {
    const { body } = await ask(question);
    expect(body).toMatchObject({ lang, action: { status: 'executed', type: 'move_task' } });
    expect(await read(`/tasks/${filter}`)).toMatchObject({ dueDate, assignee: 'Sam' });
    const values = body.facts.map(({ value }: { value: unknown }) => value);
    expect(values).toEqual(expect.arrayContaining(['2026-11-03', dueDate]));
  });

  test.each([
    ['en', 'acknowledge the silo alert', 'acknowledged'],
    ['es', 'doy por vista la alerta del silo', 'acknowledged'],
    ['he', 'ראיתי את ההתראה על הסילו', 'acknowledged'],
    ['th', 'รับทราบแจ้งเตือนไซโล', 'acknowledged'],
    ['zh', '料塔的警报我知道了', 'acknowledged'],
    ['en', 'confirm that we received the alert about the silo', 'acknowledged'],
    ['es', 'confirma que recibimos la alerta del silo', 'acknowledged'],
    ['he', 'תאשר שקיבלנו את ההתראה על הסילו', 'acknowledged'],
    ['th', 'ยืนยันว่าได้รับแจ้งเตือนเรื่องไซโลแล้ว', 'acknowledged'],
    ['zh', '确认我们收到了料塔的警报', 'acknowledged'],
    ['en', 'mark the silo alert as resolved', 'resolved'],
    ['es', 'da por resuelta la alerta del silo', 'resolved'],
    ['he', 'התראת הסילו טופלה', 'resolved'],
    ['th', 'แจ้งเตือนไซโลแก้ไขแล้ว', 'resolved'],
    ['zh', '料塔的警报处理好了', 'resolved'],
    ['en', 'resolve the alert about the silo, all done', 'resolved'],
    ['en', 'resolve the silo alert - feed delivered', 'resolved'],
    ['es', 'resuelve la alerta del silo, ya llegó el alimento', 'resolved'],
    ['he', 'תסגור את ההתראה על הסילו - התערובת הגיעה', 'resolved'],
    ['th', 'ปิดแจ้งเตือนเรื่องไซโล, เติมอาหารแล้ว', 'resolved'],
    ['zh', '解决料塔的警报，已补料', 'resolved'],
  ])('an alert gets its status, in %s: %s', async (lang, question, status) => {
    const { body } = await ask(question);
    expect(body).toMatchObject({ lang, action: { status: 'executed' } });
    expect((await read(`/alerts/${silo}`)).status).toBe(status);
  });

  test.each([
    ['en', 'resolve the silo alert, not done yet'],
    ['en', 'resolve the silo alert, maybe'],
    ['en', 'resolve the silo alert, and the sensor alert'],
    ['en', 'resolve the silo alert, the sensor was silent'],
    ['en', 'resolve the silo alert, feed comes tomorrow'],
    ['es', 'resuelve la alerta del silo, quizás'],
    ['he', 'תסגור את ההתראה על הסילו, אולי'],
    ['th', 'ปิดแจ้งเตือนเรื่องไซโล, อาจจะ'],
    ['zh', '解决料塔的警报，可能'],
    ['zh', '解决料塔的警报，还没补料'],
  ])('an alert keeps its status where the reason raises doubt, in %s: %s', async (_, question) => {
    await ask(question);
    expect((await read(`/alerts/${silo}`)).status).toBe('open');
  });

  test.each([
    ['en', 'mark the filter cleaning task as done'],
    ['es', 'marca la tarea de limpiar los filtros como hecha'],
    ['he', 'סמן את משימת ניקוי המסננים כבוצעה'],
    ['th', 'งานล้างไส้กรองเสร็จแล้ว'],
    ['zh', '清洗滤网的任务做完了'],
  ])('a task described in other words is completed, in %s', async (lang, question) => {
    const { body } = await ask(question);
    expect(body).toMatchObject({ lang, action: { status: 'executed', type: 'complete_task' } });
    expect((await read(`/tasks/${filter}`)).status).toBe('done');
  });

  test.each([
    ['en', 'add a note to barn 1: litter is damp at the back'],
    ['es', 'nota nave 1: la cama está húmeda atrás'],
    ['he', 'הערה ללול 1: הרפד רטוב מאחור'],
    ['th', 'จดโน้ตเล้า 1 แกลบชื้นด้านหลัง'],
    ['zh', '1号舍备注：后面垫料潮湿'],
  ])('a note is stored in the timeline of its barn, in %s', async (lang, question) => {
    const { body } = await ask(question);
    expect(body).toMatchObject({ lang, action: { status: 'executed', type: 'add_note' } });
    const notes = await read('/events?kind=note&limit=50');
    expect(notes.data.map(({ title }: { title: string }) => title)).toContain(
      body.action.fields.title,
    );
    expect(body.action.fields.barnId).toBe(farm.barnId);
  });

  test('several matching records lead to a question, which an id answers', async () => {
    const { body } = await ask('give the cleaning task to Nora');
    expect(body.action).toBeUndefined();
    const choices = body.clarify.map(({ kind, id }: { kind: string; id: string }) => [kind, id]);
    expect(choices).toHaveLength(2);
    expect(choices).toContainEqual(['task', filter]);
    expect((await read(`/tasks/${filter}`)).assignee).toBe('Sam');
    const settled = await ask(`give the cleaning task ${filter} to Nora`);
    expect(settled.body.action.status).toBe('executed');
    expect((await read(`/tasks/${filter}`)).assignee).toBe(nora);
  });

  test('a partial match of a single record asks for confirmation', async () => {
    const { body } = await ask('give the filter painting to Nora');
    expect(body.action).toBeUndefined();
    expect(body.clarify).toEqual([
      { kind: 'task', id: filter, label: 'Clean filters and cooling pads' },
    ]);
  });

  test('words that match no record change nothing', async () => {
    const { body } = await ask('move the insurance task to Friday');
    expect(body.action).toBeUndefined();
    expect(body.clarify).toBeUndefined();
    expect(body.answer).toMatch(/nothing was changed/);
  });

  test('nothing changes without execute, or for a question', async () => {
    const silent = await ask('give the filter cleaning to Nora', { execute: false });
    expect(silent.body.action.status).toBe('suppressed');
    const answer = await ask('give the filter cleaning to Nora?');
    expect(answer.body.action?.status).not.toBe('executed');
    expect((await read(`/tasks/${filter}`)).assignee).toBe('Sam');
  });

  test.each([
    [['ai:ask', 'read:*', 'write:tasks'], 'suppressed'],
    [['ai:ask', 'read:*', 'actions:execute'], 'suppressed'],
    [['ai:ask', 'read:*', 'actions:execute', 'write:tasks'], 'executed'],
  ])('a key with %j: %s', async (scopes, status) => {
    const key = await service.createKey({ scopes });
    const { body } = await ask('give the filter cleaning to Nora', {}, key);
    expect(body.action.status).toBe(status);
    const { assignee } = await read(`/tasks/${filter}`);
    expect(assignee).toBe(status === 'executed' ? nora : 'Sam');
  });

  test('a key without read:tasks learns nothing about tasks', async () => {
    const scopes = ['ai:ask', 'read:contacts', 'actions:execute', 'write:tasks'];
    const key = await service.createKey({ scopes });
    const { body } = await ask('give the filter cleaning to Nora', {}, key);
    expect(body.needs).toEqual(['read:tasks']);
    expect(body.answer).not.toContain('Clean');
  });

  test('a key of another farm cannot change tasks of this one', async () => {
    const other = await createFarm(service, { name: 'Other' });
    const scopes = ['ai:ask', 'read:*', 'actions:execute', 'write:*'];
    const key = await service.createKey({ scopes, farmIds: [other.farmId] });
    const { body } = await ask(
      `give the filter cleaning ${filter} to Nora`,
      { farmId: other.farmId },
      key,
    );
    expect(body.action?.status).not.toBe('executed');
    expect(body.answer).not.toContain('Clean filters');
    expect((await read(`/tasks/${filter}`)).assignee).toBe('Sam');
  });

  test('the change is in the audit log, and POST /actions rejects such orders', async () => {
    const { body } = await ask('give the filter cleaning to Nora');
    const log = await read('/os/audit?limit=20');
    const rows = log.data.map((row: { rowId: unknown }) => row.rowId);
    expect(rows).toContain(filter);
    const { farmId } = farm;
    const sent = { farmId, ...body.action.fields };
    expect((await service.send('POST', '/actions', { body: sent })).status).toBe(400);
  });
});
