import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

for (const database of DATABASES) {
  describe(`POST /ask on ${database}`, () => {
    let service: TestService;
    let farm: TestFarm;
    let readOnly: string;

    beforeAll(async () => {
      service = await startTestService(database);
      farm = await createFarm(service);
      await create(service, 'daily-logs', {
        flockId: farm.flockId,
        date: '2026-11-02',
        mortality: 12,
      });
      readOnly = await service.createKey({ scopes: ['ai:ask', 'read:*'] });
    });

    afterAll(() => service.close());

    const ask = (question: string, more: Record<string, unknown> = {}, key = service.admin) =>
      service.send('POST', '/ask', { key, body: { farmId: farm.farmId, question, ...more } });

    test('a question is answered with the facts behind it', async () => {
      const { status, body } = await ask('How many birds died today in barn 1?');
      expect([status, body.lang, body.mode]).toEqual([200, 'en', 'deterministic']);
      expect(body.understood).toMatchObject({
        intent: 'mortality',
        farm: farm.farmId,
        barn: farm.barnId,
        period: { from: '2026-11-02', to: '2026-11-02' },
      });
      expect(body.facts[0]).toMatchObject({ value: 12, unit: 'birds' });
      expect(body.answer).toContain('12');
    });

    test.each([
      ['he', 'כמה עופות מתו היום בלול 1?'],
      ['th', 'วันนี้โรงเรือน 1 ไก่ตายกี่ตัว'],
      ['es', '¿Cuántas aves murieron hoy en el galpón 1?'],
      ['zh', '今天1号鸡舍死了多少只鸡？'],
    ])('the facts are the same in %s', async (lang, question) => {
      const english = await ask('How many birds died today in barn 1?');
      const { body } = await ask(question);
      expect(body.lang).toBe(lang);
      expect(body.understood).toEqual(english.body.understood);
      expect(body.facts).toEqual(english.body.facts);
      expect(body.answer).toContain('12');
    });

    test('an uncertain answer starts with the interpretation', async () => {
      const { body } = await ask('how many loads of gas came for barn 1 this week?');
      expect(body.confidence).toBeLessThan(0.87);
      const [count] = body.facts;
      expect(count).toMatchObject({ label: 'feed-deliveries: records', value: 0 });
      expect(body.understood).toMatchObject({
        intent: null,
        suggested: { intent: 'deliveries', form: { scope: { barns: [farm.barnId] } } },
      });
      const [reading, ...answer] = body.answer.split('\n');
      expect(reading).toMatch(
        /^I am not certain .* “Feed deliveries · how many · Barn 1 · today”:$/,
      );
      const certain = await ask('how many feed deliveries were there for barn 1 today?');
      expect(certain.body.confidence).toBeGreaterThan(0.87);
      expect(answer.join('\n')).toBe(certain.body.answer);
    });

    test('a reading that has no answer is not suggested', async () => {
      const { body } = await ask('¿Qué días faltan por registrar?', { lang: 'es' });
      expect(body.understood.suggested).toBeUndefined();
      expect(body.answer).not.toMatch(/«/);
    });

    test.each([
      ['en', 'how many loads of gas came for barn 1 this week?', 'Yes.'],
      ['es', '¿cuánto iniciador comió el galpón 1?', '¡Sí!'],
      ['zh', '哪栋没有警报', '对的。'],
    ])('only a yes confirms a suggestion: %s', async (_, question, yes) => {
      const { body } = await ask(question);
      const { conversationId } = body;
      const { suggested } = body.understood;
      const confirmed = await ask(yes, { conversationId });
      expect(confirmed.body).toMatchObject({
        confidence: 1,
        understood: suggested,
      });
      const again = await ask(question);
      const other = await ask('and barn 2?', { conversationId: again.body.conversationId });
      expect(other.body.understood.intent).not.toBe(suggested.intent);
      const later = { conversationId: (await ask(question)).body.conversationId };
      await ask('blorp?', later);
      expect((await ask(yes, later)).body.understood.intent).toBeNull();
      const alone = await ask(yes);
      expect(alone.body.understood.intent).toBeNull();
    });

    test('the answer is in the requested language', async () => {
      const { body } = await ask('How many birds died today?', { lang: 'he' });
      expect(body.lang).toBe('he');
      expect(body.answer).toMatch(/\p{Script=Hebrew}/u);
    });

    test('an unknown barn and one of another farm get the same answer', async () => {
      const other = await createFarm(service, { name: 'Golan' });
      await create(service, 'barns', { name: 'Barn 77' }, { farmId: other.farmId });
      const key = await service.createKey({ scopes: ['ai:ask', 'read:*'], farmIds: [farm.farmId] });
      const foreign = await ask('How many died in barn 77?', {}, key);
      const absent = await ask('How many died in barn 78?', {}, key);
      const { conversationId } = absent.body;
      expect({ ...foreign.body, conversationId }).toEqual(absent.body);
      expect(foreign.body.answer).toBe(
        'There is no barn with that name or number that you can access.',
      );
      const named = await ask('How many birds are there at Golan farm?', {}, key);
      expect(named.body.answer).toBe('There is no farm with that name that you can access.');
    });

    test('nothing runs without execute, and the proposed action is returned', async () => {
      const { body } = await ask('Create a task: weigh 100 birds');
      expect(body.action).toMatchObject({
        status: 'suppressed',
        type: 'create_task',
        fields: { farmId: farm.farmId, type: 'create_task', title: 'weigh 100 birds' },
      });
      expect((await service.send('GET', '/tasks')).body.meta.total).toBe(0);
    });

    test('nothing runs for a key without actions:execute', async () => {
      const { body } = await ask('Create a task: weigh 100 birds', { execute: true }, readOnly);
      expect(body.action.status).toBe('suppressed');
      expect((await service.send('GET', '/tasks')).body.meta.total).toBe(0);
    });

    test('an action runs once and can be undone', async () => {
      const headers = { 'idempotency-key': 'ask-1' };
      const body = {
        farmId: farm.farmId,
        question: 'Create a task: weigh 100 birds',
        execute: true,
      };
      const first = await service.send('POST', '/ask', { body, headers });
      const again = await service.send('POST', '/ask', { body, headers });
      expect(first.body.action.status).toBe('executed');
      expect(again.text).toBe(first.text);
      expect((await service.send('GET', '/tasks')).body.meta.total).toBe(1);
      const undone = await service.send('POST', '/actions/undo', { body: first.body.action.undo });
      expect(undone.status).toBe(200);
      expect((await service.send('GET', '/tasks')).body.meta.total).toBe(0);
    });

    test('a rejected action is an answer with its reason', async () => {
      const question = 'Place a flock of 9,000 in barn 1 on 2026-12-01';
      const { status, body } = await ask(question, { execute: true });
      expect([status, body.action.status]).toEqual([200, 'refused']);
      expect(body.action.reason).not.toBe('');
    });

    describe('an order restates the values it writes', () => {
      const LOGS: readonly (readonly [string, string, RegExp])[] = [
        ['en', 'Log 30 dead in barn 1', /Deaths: 30.*Deaths: the record of that day is 12 .*30/s],
        ['he', 'תרשום 30 מתים בלול 1', /30.*12.*30/s],
        ['th', 'บันทึกไก่ตาย 30 ตัว โรงเรือน 1', /30.*12.*30/s],
        ['es', 'anota 30 muertos en el galpón 1', /30.*12.*30/s],
        ['zh', '记录1号舍死亡30只', /30.*12.*30/s],
      ];

      test.each(LOGS)(
        'an order restates the values it writes and asks before it replaces a value, in %s',
        async (lang, question, expected) => {
          const { body } = await ask(question, { execute: true });
          expect(body.lang).toBe(lang);
          expect(body.action).toMatchObject({ status: 'proposed', fields: { mortality: 30 } });
          expect(body.answer).toMatch(expected);
          const logs = await service.send('GET', `/daily-logs?flockId=${farm.flockId}`);
          expect(logs.body.data[0].mortality).toBe(12);
          const values = body.facts.map(({ value }: { value: unknown }) => value);
          expect(values).toEqual(expect.arrayContaining([12, 30]));
        },
      );

      test.each([
        ['en', 'Log 20 dead in barn 1 tomorrow'],
        ['he', 'תרשום 20 מתים בלול 1 מחר'],
        ['th', 'บันทึกไก่ตาย 20 ตัว โรงเรือน 1 พรุ่งนี้'],
        ['es', 'anota 20 muertos en el galpón 1 mañana'],
        ['zh', '记录1号舍明天死亡20只'],
      ])(
        'an order restates the values it writes and is refused for a future day, in %s',
        async (lang, question) => {
          const { body } = await ask(question, { execute: true });
          expect([body.lang, body.action.status]).toEqual([lang, 'refused']);
          const logs = await service.send('GET', `/daily-logs?flockId=${farm.flockId}`);
          const days = logs.body.data.map(({ date }: { date: string }) => date);
          expect(days).not.toContain('2026-11-03');
        },
      );

      test.each([
        ['en', 'Log 2000 dead in barn 1 on 2026-10-31', /2,000 birds of .* birds in one day/],
        ['es', 'anota 2000 muertos en el galpón 1 el 31 de octubre', /2[.,]?000 .* en un solo día/],
        ['zh', '记录1号舍10月31日死亡2000只', /一天内损失2,000/],
      ])(
        'an order restates the values it writes and asks when more than a tenth of a flock is lost in a day, in %s',
        async (_, question, expected) => {
          const { body } = await ask(question, { execute: true });
          expect(body.action).toMatchObject({ status: 'proposed', fields: { mortality: 2000 } });
          expect(body.answer).toMatch(expected);
        },
      );

      test.each([
        ['en', 'Save a new contact Yossi Klein, plumber, 054-555-7788'],
        ['en', 'Remind me how many birds are in barn 1'],
        ['he', 'תוסיף למלאי 2 קילו אמפיצילין תוקף 31.5.2028'],
        ['th', 'เพิ่มยาเอนโรฟลอกซาซิน 3 ลิตร หมดอายุ 30/6/2028'],
        ['zh', '提醒我一下1号舍有多少只鸡'],
      ])(
        'an order restates the values it writes and asks before it stores words whose end or meaning is uncertain, in %s: %s',
        async (_, question) => {
          const { body } = await ask(question, { execute: true });
          expect(body.action.status).toBe('proposed');
        },
      );

      test('an order restates the values it writes and a quoted name is certain', async () => {
        const { body } = await ask('Add a barn called "North"', { execute: true });
        expect(body.action).toMatchObject({ status: 'executed', fields: { name: 'North' } });
        await service.send('POST', '/actions/undo', { body: body.action.undo });
      });

      test('an order restates the values it writes and is refused when more birds would die than are alive', async () => {
        const { body } = await ask('Log 50000 dead in barn 1 on 2026-11-01', { execute: true });
        expect(body.action.status).toBe('refused');
        expect(body.answer).toMatch(/Deaths: 50,000.*Deaths: the value is too large/s);
      });

      test('an order restates the values it writes and keeps its language with a title in another one', async () => {
        const { body } = await ask('สร้างงาน: לנקות את כל קווי המים ואת המאווררים', {
          execute: true,
        });
        expect(body).toMatchObject({ lang: 'th', action: { status: 'executed' } });
        expect(body.answer).toContain('לנקות את כל קווי המים ואת המאווררים');
        await service.send('POST', '/actions/undo', { body: body.action.undo });
      });
    });

    test('question and answer are stored in the conversation of the key and day', async () => {
      await ask('How old are the birds?', {}, readOnly);
      const runs = await service.send('GET', '/agent-runs?limit=200');
      const run = runs.body.data.find(
        (row: { question: string }) => row.question === 'How old are the birds?',
      );
      expect(run).toMatchObject({ kind: 'ask', status: 'succeeded', lang: 'en', model: null });
      const messages = await service.send('GET', '/chat-messages?limit=200');
      const text = messages.body.data.filter(
        (row: { agentRunId: string }) => row.agentRunId === run.id,
      );
      expect(text.map((row: { role: string }) => row.role).sort()).toEqual(['assistant', 'user']);
      expect(new Set(text.map((row: { threadId: string }) => row.threadId)).size).toBe(1);
    });

    test('data that the key may not read is not in the answer', async () => {
      const key = await service.createKey({ scopes: ['ai:ask', 'read:tasks'] });
      const { status, body } = await ask('How many birds died today?', {}, key);
      expect([status, body.facts]).toEqual([200, []]);
      expect(body.answer).toContain('read:daily-logs');
      expect(body.answer).not.toContain('12');
    });

    test.each([
      ['no question', {}, 400],
      ['a question of 501 characters', { question: 'a'.repeat(501) }, 400],
      ['another language', { question: 'hi', lang: 'fr' }, 400],
      ['a foreign farm', { question: 'hi', farmId: 'farm_none' }, 403],
    ])('%s is rejected', async (_name, body, status) => {
      const sent = { farmId: farm.farmId, ...body };
      expect((await service.send('POST', '/ask', { body: sent })).status).toBe(status);
    });

    test('a key without ai:ask is rejected', async () => {
      const key = await service.createKey({ scopes: ['read:*'] });
      expect((await ask('How old are the birds?', {}, key)).status).toBe(403);
    });
  });
}
