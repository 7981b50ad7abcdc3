import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** Questions with texts that their answers must and must not contain. */
const CASES: Readonly<
  Record<string, { readonly holds: unknown; readonly lacks?: unknown } & Record<string, unknown>>
> = {
  'the target weight is no standard of the breed': {
    holds: 2.4,
    en: 'what is the weight target of barn 1?',
    es: '¿cuál es la meta de peso del galpón 1?',
    he: 'מה יעד המשקל בלול 1?',
    th: 'น้ำหนักเป้าหมายของเล้า 1 เท่าไหร่',
    zh: '1号舍的体重目标是多少？',
  },
  'who checked it, where the language has no tense': {
    holds: 'Declan',
    en: 'who checked the generator?',
    es: '¿quién revisó el generador?',
    he: 'מי בדק את הגנרטור?',
    th: 'ใครเช็คเครื่องปั่นไฟ',
    zh: '发电机是谁检查的？',
  },
  'a vaccination that is recorded as a treatment, not as a task': {
    holds: '2026-10-20',
    en: 'when was the Gumboro vaccination in barn 1?',
    es: '¿cuándo fue la vacuna de Gumboro en el galpón 1?',
    th: 'เล้า 1 ทำวัคซีนกัมโบโรวันไหน',
  },
  'the tasks of a person today include the overdue ones': {
    holds: 'Clean the drinker lines',
    lacks: 'Weigh tomorrow',
    en: "what's Declan got on today?",
    th: 'วันนี้ Declan ต้องทำอะไรบ้าง',
  },
  'what a chick cost': {
    holds: 0.62,
    en: 'what did a chick cost us in barn 1?',
    es: '¿cuánto costó cada pollito en el galpón 1?',
    he: 'כמה שילמנו לאפרוח בלול 1?',
    th: 'เล้า 1 ราคาลูกไก่ตัวละเท่าไหร่',
    zh: '1号舍买苗多少钱一只？',
  },
  'the price per kilogram of a sale with only a total': {
    holds: 7.6,
    en: 'price per kilo on the last sale',
    es: 'precio por kilo de la última venta',
    he: 'מחיר לקילו במכירה האחרונה',
    zh: '上次卖鸡多少钱一公斤',
  },
  'the largest expense is one, with its description': {
    holds: 'Roof repair',
    lacks: 1500,
    en: 'what was our largest single expense in October?',
    es: '¿cuál fue el gasto más grande de octubre?',
    he: 'מה הייתה ההוצאה הגדולה ביותר באוקטובר?',
    th: 'รายจ่ายก้อนใหญ่ที่สุดเดือนตุลาคมคืออะไร',
    zh: '10月最高的一笔支出是什么？',
  },
  'the cheapest supplier by the price of a delivery': {
    holds: 450,
    lacks: 500,
    en: 'who do we buy the cheapest feed from?',
    es: '¿quién nos vende el alimento más barato?',
    he: 'מי מוכר לנו את התערובת הכי זולה?',
    th: 'ใครส่งอาหารให้ถูกที่สุด',
  },
  'inspections of the month to come': {
    holds: 'Fire safety check',
    lacks: 'Old check',
    en: 'which inspections fall due in December?',
    es: '¿qué inspecciones hay que pasar en diciembre?',
    he: 'אילו ביקורות צריך לעבור בדצמבר?',
    th: 'เดือนธันวาคมมีการตรวจอะไรบ้าง',
    zh: '12月有哪些检查到期？',
  },
  'a licence has expired when its last day is over, whatever its status': {
    holds: 'Water permit',
    lacks: 'Poultry licence',
    en: 'do we have any licence that has already expired',
    es: 'tenemos alguna licencia ya vencida?',
    he: 'יש רישיון שכבר פג תוקפו?',
    th: 'มีใบอนุญาตที่หมดอายุไปแล้วไหม',
    zh: '有没有已经过期的执照',
  },
  'automations that are off': {
    holds: 'Old rule',
    lacks: 'New rule',
    en: 'show me the automations that are off',
    es: 'muéstrame las automatizaciones apagadas',
    he: 'תראה לי את האוטומציות הכבויות',
    th: 'ขอดูระบบอัตโนมัติที่ปิดอยู่',
    zh: '给我看关着的自动化规则',
  },
  'tasks without a day': {
    holds: 'Order straw',
    lacks: 'Wash the silo',
    en: 'tasks without a due date',
    es: 'tareas sin fecha',
    he: 'משימות בלי תאריך',
  },
};
const LANGUAGES = ['en', 'es', 'he', 'th', 'zh'] as const;

// The day of the service is 2026-11-02.
describe.each(DATABASES)('%s: prices, targets, due items, and records by state', (database) => {
  let service: TestService;
  let farm: TestFarm;

  beforeAll(async () => {
    service = await startTestService(database);
    farm = await createFarm(service);
    await service.send('PATCH', `/flocks/${farm.flockId}`, {
      body: { pricePerChick: 0.62, targetWeightKg: 2.4 },
    });
    const add = (resource: Parameters<typeof create>[1], values: Record<string, unknown>) =>
      create(service, resource, values, farm);
    const supplier = async (name: string) =>
      (await add('contacts', { name, kind: 'feed_supplier' })).id;
    const deliver = async (name: string, pricePerTon: number) =>
      add('feed-deliveries', {
        flockId: farm.flockId,
        feedType: 'grower',
        date: '2026-10-20',
        quantityKg: 10_000,
        pricePerTon,
        supplierId: await supplier(name),
      });
    await add('sales', {
      flockId: farm.flockId,
      date: '2026-10-25',
      birdsCount: 400,
      totalWeightKg: 1000,
      totalAmount: 7600,
    });
    await deliver('Dear Mill', 500);
    await deliver('Cheap Mill', 450);
    const spend = (description: string, amount: number) =>
      add('expenses', { description, amount, category: 'maintenance', date: '2026-10-12' });
    await spend('Roof repair', 1200);
    await spend('Paint', 300);
    const due = (title: string, dueDate: string) =>
      add('reg-items', { title, kind: 'inspection', dueDate });
    await due('Fire safety check', '2026-12-20');
    await due('Old check', '2025-12-20');
    const licence = (title: string, expiryDate: string) =>
      add('reg-items', { title, kind: 'license', expiryDate });
    await licence('Water permit', '2026-11-01');
    await licence('Poultry licence', '2026-11-02');
    await add('automations', { name: 'Old rule', enabled: false });
    await add('automations', { name: 'New rule', enabled: true });
    await add('tasks', { title: 'Order straw' });
    await add('tasks', { title: 'Check the generator', status: 'done', assignee: 'Declan' });
    const give = (title: string, dueDate: string) =>
      add('tasks', { title, dueDate, assignee: 'Declan' });
    await give('Clean the drinker lines', '2026-10-28');
    await give('Weigh tomorrow', '2026-11-30');
    const vaccine = { kind: 'vaccination', product: 'Gumboro D78', date: '2026-10-20' };
    await create(service, 'treatments', { flockId: farm.flockId, ...vaccine }, farm);
    await add('tasks', { title: 'Wash the silo', dueDate: '2026-11-04' });
  });

  afterAll(() => service.close());

  const cases = Object.entries(CASES).flatMap(([title, { holds, lacks, ...questions }]) =>
    LANGUAGES.flatMap((lang) => {
      const question = questions[lang];
      return typeof question === 'string' ? [{ title, lang, question, holds, lacks }] : [];
    }),
  );

  test.each(cases)('$title, in $lang', async ({ lang, question, holds, lacks }) => {
    const body = { question, lang, farmId: farm.farmId };
    const answer = (await service.send('POST', '/ask', { body })).body;
    const values = answer.facts.map(({ value }: { readonly value: unknown }) => value);
    expect(values, answer.answer).toContain(holds);
    if (lacks !== undefined) expect(values).not.toContain(lacks);
  });

  test('inspections of past days are those that took place', async () => {
    const event = { kind: 'inspection', title: 'Vet office', barnId: farm.barnId };
    await create(service, 'events', { ...event, ts: '2026-10-07T08:00:00Z' }, farm);
    const body = { question: 'inspections last month', lang: 'en', farmId: farm.farmId };
    const { understood, answer } = (await service.send('POST', '/ask', { body })).body;
    expect(understood.intent).toBe('events');
    expect(answer).toContain('Vet office');
  });

  test.each([
    ['th', 'ใครเช็คไส้กรอง'],
    ['zh', '过滤网是谁检查的？'],
    ['en', 'when was the Newcastle vaccination in barn 1?'],
  ])('%s: it is not stated that there is no record of "%s"', async (lang, question) => {
    const body = { question, lang, farmId: farm.farmId };
    const { understood, facts } = (await service.send('POST', '/ask', { body })).body;
    expect([understood.intent, facts]).toEqual([null, []]);
  });

  test('the cheapest feed is never answered with the barn that ate least, in zh', async () => {
    const body = { question: '谁家饲料最便宜？', lang: 'zh', farmId: farm.farmId };
    const { understood } = (await service.send('POST', '/ask', { body })).body;
    expect(understood.intent).not.toBe('feedEaten');
  });
});
