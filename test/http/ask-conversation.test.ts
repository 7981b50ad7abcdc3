import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../src/model/core/limits.ts';
import { cleanUp } from '../../src/server/jobs/job-table.ts';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** The clock of the service is set to Monday, 2 November 2026. */
const TODAY = { from: '2026-11-02', to: '2026-11-02' };
const YESTERDAY = { from: '2026-11-01', to: '2026-11-01' };

interface Followed {
  readonly first: string;
  readonly period: string;
  readonly barn: string;
  readonly measure: string;
  readonly why: string;
}

/** The same four turns in every language: another period, another barn, another measure, a reason. */
const TURNS: Readonly<Record<string, Followed>> = {
  en: {
    first: 'How many birds died today in barn 1?',
    period: 'And yesterday?',
    barn: 'What about barn 2?',
    measure: 'and how much feed did they eat?',
    why: 'Why?',
  },
  es: {
    first: '¿Cuántas aves murieron hoy en el galpón 1?',
    period: '¿Y ayer?',
    barn: '¿Y en el galpón 2?',
    measure: '¿y cuánto alimento comieron?',
    why: '¿Por qué?',
  },
  he: {
    first: 'כמה עופות מתו היום בלול 1?',
    period: 'ואתמול?',
    barn: 'ומה עם לול 2?',
    measure: 'וכמה תערובת הם אכלו?',
    why: 'למה?',
  },
  th: {
    first: 'วันนี้โรงเรือน 1 ไก่ตายกี่ตัว',
    period: 'แล้วเมื่อวานล่ะ',
    barn: 'แล้วโรงเรือน 2 ล่ะ',
    measure: 'แล้วกินอาหารไปเท่าไหร่',
    why: 'ทำไม',
  },
  zh: {
    first: '今天1号鸡舍死了多少只鸡？',
    period: '那昨天呢？',
    barn: '2号鸡舍呢？',
    measure: '那吃了多少饲料？',
    why: '为什么？',
  },
};

for (const database of DATABASES) {
  describe(`conversations on ${database}`, () => {
    let service: TestService;
    let farm: TestFarm;
    let barn2: string;

    beforeAll(async () => {
      service = await startTestService(database);
      farm = await createFarm(service, { name: 'North' });
      barn2 = (await create(service, 'barns', { name: 'Barn 2' }, { farmId: farm.farmId })).id;
      const flock2 = await create(service, 'flocks', {
        barnId: barn2,
        placementDate: '2026-10-03',
        chicksReceived: 10_000,
      });
      const log = (flockId: string, date: string, mortality: number, feedKg: number) =>
        create(service, 'daily-logs', { flockId, date, mortality, feedKg });
      await log(farm.flockId, '2026-11-01', 7, 1500);
      await log(farm.flockId, '2026-11-02', 12, 1600);
      await log(flock2.id, '2026-11-01', 3, 1400);
      await log(flock2.id, '2026-11-02', 5, 1450);
      const contact = (name: string, phone: string) =>
        create(service, 'contacts', { name, phone, kind: 'feed_supplier' }, farm);
      const maya = await contact('Maya Tal', '050-555-0101');
      await contact('Gil Oz', '050-555-0102');
      const feed = { flockId: farm.flockId, feedType: 'grower', supplierId: maya.id };
      const delivery = (date: string, quantityKg: number, totalCost: number) =>
        create(service, 'feed-deliveries', { ...feed, date, quantityKg, totalCost }, farm);
      await delivery('2026-10-20', 9900, 19_900);
      await delivery('2026-10-31', 8000, 16_000);
    });

    afterAll(() => service.close());

    const ask = async (
      question: string,
      more: Record<string, unknown> = {},
      key = service.admin,
    ) => {
      const body = { farmId: farm.farmId, question, ...more };
      const answer = await service.send('POST', '/ask', { key, body });
      expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
      return answer.body;
    };

    test.each(Object.entries(TURNS))('basic follow-ups in %s', async (lang, turns) => {
      const first = await ask(turns.first);
      const { conversationId } = first;
      expect(first).toMatchObject({ lang, facts: [{ value: 12 }, {}] });
      const period = await ask(turns.period, { conversationId });
      expect(period).toMatchObject({
        lang,
        conversationId,
        understood: { intent: 'mortality', barn: farm.barnId, period: YESTERDAY },
      });
      expect(period.facts[0].value).toBe(7);
      const barn = await ask(turns.barn, { conversationId });
      expect(barn).toMatchObject({
        lang,
        understood: { intent: 'mortality', barn: barn2, period: YESTERDAY },
      });
      expect(barn.facts[0].value).toBe(3);
      const measure = await ask(turns.measure, { conversationId });
      expect(measure).toMatchObject({
        lang,
        understood: { intent: 'feedEaten', barn: barn2, period: YESTERDAY },
      });
      expect(measure.facts[0].value).toBe(1400);
      const why = await ask(turns.why, { conversationId });
      expect(why).toMatchObject({ lang, understood: { intent: 'feedEaten', barn: barn2 } });
      expect(why.facts.map(({ label }: { label: string }) => label)).toContain('Open alerts');
    });

    test.each([
      ['en', 'log 12 dead in barn 1', 'log 12 dead in barn 1 yesterday'],
      ['en', 'How many birds died today in barn 1?', 'log 12 dead in barn 1 yesterday'],
      ['en', 'log 1500 kg feed in barn 1', 'log 12 dead in barn 1 yesterday'],
      ['es', 'registra 12 muertas en el galpón 1', 'registra 12 muertas ayer en el galpón 1'],
      ['he', 'תרשום 12 מתים בלול 1', 'תרשום 12 מתים אתמול בלול 1'],
      ['th', 'บันทึกไก่ตาย 12 ตัว โรงเรือน 1', 'บันทึกไก่ตาย 12 ตัวเมื่อวาน โรงเรือน 1'],
      ['zh', '记录1号鸡舍死亡12只', '记录昨天1号鸡舍死亡12只'],
    ])(
      'an order after another sentence is read as alone, in %s: %s',
      async (lang, first, order) => {
        const { conversationId } = await ask(first);
        const { action, ...answer } = await ask(order, { conversationId });
        expect(answer).toMatchObject({ lang, understood: { intent: 'log_daily' } });
        expect(action.fields).toMatchObject({
          ...{ barnId: farm.barnId, date: YESTERDAY.from, mortality: 12 },
        });
      },
    );

    // The last delivery of barn 1 is that of 31 October: 8 t for 16,000.
    test.each([
      [
        'en',
        'when did the last feed for barn 1 arrive?',
        'who was it from?',
        'how much did it cost?',
      ],
      [
        'es',
        '¿cuándo llegó el último alimento del galpón 1?',
        '¿y quién lo trajo?',
        '¿cuánto costó?',
      ],
      ['he', 'מתי הגיעה התערובת האחרונה ללול 1?', 'ומי הביא אותה?', 'כמה היא עלתה?'],
      ['th', 'โรงเรือน 1 ส่งอาหารครั้งล่าสุดเมื่อไหร่', 'ใครเป็นคนส่ง', 'ต้นทุนเท่าไหร่'],
      ['zh', '1号鸡舍最近一次送饲料是什么时候？', '是谁送的？', '花费多少？'],
    ])('follow-ups about the last answer, in %s', async (lang, first, who, cost) => {
      const answers = await ask(first, { lang });
      expect(answers.answer).toMatch(/31/);
      const { conversationId } = answers;
      const values = async (question: string) => {
        const { answer, facts } = await ask(question, { lang, conversationId });
        expect(answer).not.toContain('99');
        return facts.map(({ value }: { readonly value: unknown }) => value);
      };
      expect(await values(who)).toContain('Maya Tal');
      expect(await values(cost)).toContain(16_000);
      const phones: Readonly<Record<string, string>> = {
        en: 'and her phone number?',
        es: 'su celular',
        he: 'מה הטלפון שלה',
        th: 'ขอเบอร์โทรหน่อย',
        zh: '她的手机号',
      };
      const phone = await ask(phones[lang] ?? '', { lang, conversationId });
      expect(phone.answer).toContain('050-555-0101');
      expect(phone.answer).not.toContain('050-555-0102');
    });

    test.each([
      ['en', 'how many birds died yesterday in barn 1?', 'and in two?'],
      ['es', '¿cuántas aves murieron ayer en el galpón 1?', '¿y las del 2?'],
      ['he', 'כמה עופות מתו אתמול בלול 1?', 'ושל 2?'],
      ['th', 'เมื่อวานโรงเรือน 1 ไก่ตายกี่ตัว', 'แล้ว 2 ล่ะ'],
      ['zh', '昨天1号鸡舍死了多少只鸡？', '2号呢？'],
    ])('a number without other words selects another barn, in %s', async (lang, first, barn) => {
      const { conversationId } = await ask(first, { lang });
      const { understood, facts } = await ask(barn, { lang, conversationId });
      expect(understood).toMatchObject({ intent: 'mortality', barn: barn2, period: YESTERDAY });
      expect(facts[0]).toMatchObject({ value: 3 });
    });

    test('the task of the last answer is proposed to a person, and the following days are answered', async () => {
      const title = 'Grease the winch';
      const { id } = await create(service, 'tasks', { title, dueDate: '2026-11-09' }, farm);
      const { conversationId } = await ask('which tasks are open?', { lang: 'en' });
      const { action } = await ask('give it to Maya Tal', { conversationId, execute: true });
      expect(action).toMatchObject({ status: 'proposed', type: 'assign_task' });
      expect(action.fields).toMatchObject({ taskId: id });
      const due = await ask('and when is it due?', { conversationId });
      expect(due.answer).toContain('Nov 9, 2026');
    });

    test('a complete question is not changed by the previous one', async () => {
      const { conversationId } = await ask('How many birds died yesterday in barn 1?');
      const { understood, facts } = await ask('How many birds died today?', { conversationId });
      expect(understood).toMatchObject({ intent: 'mortality', period: TODAY });
      expect(understood.barn).toBeUndefined();
      const values = facts.map(({ value }: { value: unknown }) => value);
      expect(values).toEqual(expect.arrayContaining([12, 5]));
    });

    test('a follow-up for another farm keeps the measure and drops the barns', async () => {
      const south = await createFarm(service, { name: 'Southfield' });
      await create(service, 'daily-logs', {
        flockId: south.flockId,
        date: '2026-11-02',
        mortality: 2,
      });
      const { conversationId } = await ask('How many birds died today in barn 1?');
      const { understood, facts } = await ask('and at Southfield farm?', { conversationId });
      expect(understood).toMatchObject({ intent: 'mortality', farm: south.farmId });
      expect([understood.barn, facts[0].value]).toEqual([undefined, 2]);
    });

    test('unknown or unmatched names lead to a clarification, never to a guess', async () => {
      const { conversationId } = await ask('How many birds died today in barn 1?');
      for (const question of ['and barn 9?', 'and the qwerty?', 'and 12?']) {
        const { facts, confidence, clarify } = await ask(question, { conversationId });
        expect([question, facts, clarify ?? []]).toEqual([question, [], expect.any(Array)]);
        expect(confidence).toBeLessThan(1);
      }
      const { facts } = await ask('and yesterday?', { conversationId });
      expect(facts[0].value).toBe(7);
    });

    test('conversations without a conversation, nothing is continued', async () => {
      await ask('How many birds died today in barn 1?');
      const { facts } = await ask('and yesterday?');
      expect(facts).toEqual([]);
    });

    test('a conversation belongs to its key', async () => {
      const { conversationId } = await ask('How many birds died today in barn 1?');
      const other = await service.createKey({ scopes: ['ai:ask', 'read:*'] });
      const answer = await ask('and yesterday?', { conversationId }, other);
      expect([answer.facts, answer.conversationId === conversationId]).toEqual([[], false]);
    });

    test('rights are checked with every turn', async () => {
      const key = await service.createKey({ name: 'narrowed', scopes: ['ai:ask', 'read:*'] });
      const question = 'What is the temperature in barn 1?';
      const { conversationId, needs } = await ask(question, {}, key);
      expect(needs).toBeUndefined();
      const scopes = ['ai:ask', 'read:farms', 'read:barns', 'read:flocks'];
      await service.service.runtime.database.run(sql`
        update api_keys set scopes = ${JSON.stringify(scopes)} where name = 'narrowed'`);
      const answer = await ask('and in barn 2?', { conversationId }, key);
      expect(answer.understood).toMatchObject({ intent: 'temperature', barn: barn2 });
      expect(answer.needs).toContain('read:env-readings');
      expect(answer.facts).toEqual([]);
    });

    test('a conversation does not continue with a deleted barn', async () => {
      const barn = await create(service, 'barns', { name: 'Barn 7' }, { farmId: farm.farmId });
      const { conversationId } = await ask('How many birds died today in barn 7?');
      await service.send('DELETE', `/barns/${barn.id}`);
      const { facts } = await ask('and yesterday?', { conversationId });
      expect(facts).toEqual([]);
    });

    test('conversations expire, are bounded for each key, and are swept', async () => {
      const key = await service.createKey({ scopes: ['ai:ask', 'read:*'] });
      const { conversationId } = await ask('How many birds died today in barn 1?', {}, key);
      const { runtime } = service.service;
      const count = async () => {
        const row = await runtime.database.first<{ total: number | string }>(sql`
          select count(*) as total from ask_conversations`);
        return Number(row?.total);
      };
      const { key_id: keyId, org_id: orgId } = (await runtime.database.first<{
        key_id: string;
        org_id: string;
      }>(sql`select key_id, org_id from ask_conversations where id = ${conversationId}`)) ?? {
        key_id: '',
        org_id: '',
      };
      for (let index = 0; index < limits.conversationsPerKey + 5; index++) {
        await runtime.database.run(sql`
          insert into ask_conversations (id, org_id, key_id, memory, used_at) values
            (${`conversation_${index}`}, ${orgId}, ${keyId}, null, '2026-11-02T00:00:00.000Z')`);
      }
      await ask('How many birds died today in barn 2?', {}, key);
      const own = await runtime.database.all(sql`
        select id from ask_conversations where key_id = ${keyId}`);
      expect(own).toHaveLength(limits.conversationsPerKey);
      const stored = await ask('and yesterday?', { conversationId }, key);
      expect(stored.facts[0].value).toBe(7);
      await runtime.database.run(sql`
        update ask_conversations set used_at = '2026-11-01T00:00:00.000Z' where key_id = ${keyId}`);
      const late = await ask('and yesterday?', { conversationId }, key);
      expect([late.facts, late.conversationId === conversationId]).toEqual([[], false]);
      const before = await count();
      await cleanUp(runtime);
      expect(before - (await count())).toBe(limits.conversationsPerKey - 1);
    });
  });
}
