import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../src/model/core/limits.ts';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** An order that is only proposed, since its title holds an hour; a yes and a no. */
const PROPOSED = {
  en: ['add a task: check the fans in two hours', 'yes, do it', 'no, leave it'],
  es: ['crea una tarea: revisar los ventiladores en dos horas', 'sí, dale', 'no, déjalo'],
  he: ['צור משימה: לבדוק את המאווררים בעוד שעתיים', 'כן, תעשה', 'לא, עזוב'],
  th: ['สร้างงาน: ตรวจพัดลมอีกสองชั่วโมง', 'ได้เลยครับ', 'ไม่ต้องครับ'],
  zh: ['新建任务：两小时后检查风机', '好的', '不用了'],
} as const;
const MINUTE = 60_000;

// The day of the service is 2026-11-02, a Monday.
describe.each(DATABASES)('%s: an order that is only proposed', (database) => {
  let service: TestService;
  let farm: TestFarm;

  beforeAll(async () => {
    service = await startTestService(database);
    farm = await createFarm(service);
  });

  beforeEach(async () => {
    const { data } = (await service.send('GET', '/tasks?limit=100')).body;
    for (const { id } of data) await service.send('DELETE', `/tasks/${id}`);
  });

  afterAll(() => service.close());

  const ask = async (question: string, more: Record<string, unknown> = {}, key = service.admin) =>
    (
      await service.send('POST', '/ask', {
        key,
        body: { farmId: farm.farmId, question, execute: true, ...more },
      })
    ).body;
  const talk = async (sentences: readonly string[], more: Record<string, unknown> = {}) => {
    const first = await ask(sentences[0] ?? '', more);
    const told = [first];
    for (const sentence of sentences.slice(1)) {
      told.push(await ask(sentence, { ...more, conversationId: first.conversationId }));
    }
    return told;
  };
  const titles = async (): Promise<string[]> =>
    (await service.send('GET', '/tasks?limit=100')).body.data.map(
      ({ title }: { title: string }) => title,
    );

  test.each(Object.entries(PROPOSED))('runs with a yes, in %s', async (lang, [order, yes]) => {
    const [first, second] = await talk([order, yes]);
    expect(first).toMatchObject({ lang, action: { status: 'proposed', type: 'create_task' } });
    expect(second).toMatchObject({ lang, action: { status: 'executed' } });
    expect(second.action.fields).toEqual(first.action.fields);
    expect(await titles()).toEqual([first.action.fields.title]);
    const undone = await service.send('POST', '/actions/undo', { body: second.action.undo });
    expect(undone.status).toBe(200);
  });

  test.each(Object.entries(PROPOSED))(
    'is dropped with a no, in %s',
    async (lang, [order, yes, no]) => {
      const [, declined, late] = await talk([order, no, yes]);
      expect(declined).toMatchObject({ lang, understood: { intent: null } });
      expect(declined.action).toBeUndefined();
      expect(late.action).toBeUndefined();
      expect(await titles()).toEqual([]);
    },
  );

  test('runs once, and not after anything else was said', async () => {
    const [order, yes] = PROPOSED.en;
    const [, done, again] = await talk([order, yes, yes]);
    expect(done.action.status).toBe('executed');
    expect(again.action).toBeUndefined();
    const [, , late] = await talk([order, 'how many birds died today?', yes]);
    expect(late.action).toBeUndefined();
    expect(await titles()).toHaveLength(1);
  });

  test('runs once where two say yes at the same time', async () => {
    const [order, yes] = PROPOSED.en;
    const { conversationId } = await ask(order);
    const told = await Promise.all([ask(yes, { conversationId }), ask(yes, { conversationId })]);
    expect(told.filter(({ action }) => action?.status === 'executed')).toHaveLength(1);
    expect(await titles()).toHaveLength(1);
  });

  test('is forgotten after a while', async () => {
    const [order, yes] = PROPOSED.en;
    const { conversationId } = await ask(order);
    service.clock.advance((limits.proposalMinutes + 1) * MINUTE);
    const late = await ask(yes, { conversationId });
    expect(late.action).toBeUndefined();
    expect(late.answer).toContain('too long ago');
    expect(await titles()).toEqual([]);
  });

  test('is confirmed by its own key alone, with the rights of an order', async () => {
    const [order, yes] = PROPOSED.en;
    const { conversationId } = await ask(order);
    const other = await service.createKey();
    expect((await ask(yes, { conversationId }, other)).action).toBeUndefined();
    const reader = await service.createKey({ scopes: ['read:*', 'ai:ask'] });
    const own = await ask(order, {}, reader);
    const denied = await ask(yes, { conversationId: own.conversationId }, reader);
    expect(denied.action).toMatchObject({ status: 'suppressed' });
    const unasked = await talk([order, yes], { execute: false });
    expect(unasked[1].action).toMatchObject({ status: 'suppressed' });
    expect(await titles()).toEqual([]);
  });

  test('replaces only the values that were told', async () => {
    const { barnId, flockId } = farm;
    const log = { flockId, date: '2026-11-02', mortality: 7 };
    const { id } = await create(service, 'daily-logs', log, farm);
    const order = 'log 12 dead in barn 1';
    const first = await ask(order);
    expect(first.action).toMatchObject({ status: 'proposed', fields: { barnId, mortality: 12 } });
    expect(first.answer).toContain('7 birds');
    await service.send('PATCH', `/daily-logs/${id}`, { body: { mortality: 9 } });
    const { conversationId } = first;
    const changed = await ask('yes', { conversationId });
    expect(changed.action.status).toBe('proposed');
    expect(changed.answer).toContain('9 birds');
    expect((await ask('yes', { conversationId })).action.status).toBe('executed');
    const { body } = await service.send('GET', `/daily-logs/${id}`);
    expect(body.mortality).toBe(12);
  });

  test('a yes or a no to nothing does nothing, and says so', async () => {
    for (const reply of ['yes', 'no', 'sí', 'כן', 'ใช่', '好的']) {
      const { action, answer, understood } = await ask(reply);
      expect(action).toBeUndefined();
      expect(understood.intent).toBeNull();
      expect(answer).not.toBe('');
    }
  });
});
