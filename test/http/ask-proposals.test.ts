import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { limits } from '../../src/model/core/limits.ts';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** An order that is only proposed, since its title contains an hour; a yes and a no. */
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
    const reported = [first];
    for (const sentence of sentences.slice(1)) {
      reported.push(await ask(sentence, { ...more, conversationId: first.conversationId }));
    }
    return reported;
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

  test('runs once, and not after another sentence', async () => {
    const [order, yes] = PROPOSED.en;
    const [, done, again] = await talk([order, yes, yes]);
    expect(done.action.status).toBe('executed');
    expect(again.action).toBeUndefined();
    const [, , late] = await talk([order, 'how many birds died today?', yes]);
    expect(late.action).toBeUndefined();
    expect(await titles()).toHaveLength(1);
  });

  test('runs once for two concurrent confirmations', async () => {
    const [order, yes] = PROPOSED.en;
    const { conversationId } = await ask(order);
    const answer = await Promise.all([ask(yes, { conversationId }), ask(yes, { conversationId })]);
    expect(answer.filter(({ action }) => action?.status === 'executed')).toHaveLength(1);
    expect(await titles()).toHaveLength(1);
  });

  test('expires', async () => {
    const [order, yes] = PROPOSED.en;
    const { conversationId } = await ask(order);
    service.clock.advance((limits.proposalMinutes + 1) * MINUTE);
    const late = await ask(yes, { conversationId });
    expect(late.action).toBeUndefined();
    expect(late.answer).toContain('has expired');
    expect(await titles()).toEqual([]);
  });

  test('a yes or a no to nothing says that no proposal is waiting', async () => {
    const answers = await talk(['how many birds died today?', 'yes', 'no']);
    expect(answers.slice(1).map(({ answer }) => answer.split(':')[0])).toEqual([
      'No proposal is waiting for an answer',
      'No proposal is waiting for an answer',
    ]);
  });

  test('is confirmed only by its own key, with the permissions of an order', async () => {
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

  test('replaces only the values that were restated', async () => {
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
    const confirmed = await ask('yes, do it', { conversationId });
    expect(confirmed.action.status).toBe('executed');
    expect(confirmed.answer).toContain('It is now 12 birds');
    expect(confirmed.answer).not.toContain('would be');
    const { body } = await service.send('GET', `/daily-logs/${id}`);
    expect(body.mortality).toBe(12);
  });

  test.each([
    ['en', 'log 10 dead', 'barn 2', 'how many died there today?'],
    ['es', 'anota 10 muertas', 'en la nave 2', '¿cuántas murieron allí hoy?'],
    ['he', 'תרשום 10 מתות', 'לול 2', 'כמה מתו שם היום?'],
    ['th', 'บันทึกตาย 10 ตัว', 'เล้า 2', 'วันนี้ที่นั่นตายกี่ตัว'],
    ['zh', '登记死亡10只', '2号舍', '那里今天死了多少？'],
  ])('a log runs with the barn that the next sentence names, in %s', async (...expected) => {
    const [lang, ...sentences] = expected;
    const name = 'Two barns';
    const { farmId, ...first } = await createFarm(service, { name });
    const second = await create(service, 'barns', { name: 'Barn 2' }, { farmId });
    const placed = { placementDate: '2026-10-03', chicksReceived: 10_000 };
    await create(service, 'flocks', { ...placed, barnId: second.id });
    const [open, done, there] = await talk(sentences, { farmId });
    expect(open).toMatchObject({ lang, understood: { intent: null } });
    expect(open.action).toBeUndefined();
    const fields = { barnId: second.id, mortality: 10 };
    expect(done).toMatchObject({ lang, action: { status: 'executed', fields } });
    expect(there.facts[0]).toMatchObject({ value: 10 });
    expect(done.action.fields.barnId).not.toBe(first.barnId);
  });

  test('a yes or no without a proposal has no effect and is explained', async () => {
    for (const reply of ['yes', 'no', 'sí', 'כן', 'ใช่', '好的']) {
      const { action, answer, understood } = await ask(reply);
      expect(action).toBeUndefined();
      expect(understood.intent).toBeNull();
      expect(answer).not.toBe('');
    }
  });
});
