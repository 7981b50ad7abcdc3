import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

describe.each(DATABASES)('%s: questions about records', (database) => {
  let service: TestService;
  let farmId: string;
  let ownFlockId: string;

  beforeAll(async () => {
    service = await startTestService(database);
    const own = await createFarm(service);
    const other = await createFarm(service);
    farmId = own.farmId;
    ownFlockId = own.flockId;
    const sold = async ({ farmId: farm, flockId }: typeof own, birdsCount: number) =>
      create(
        service,
        'sales',
        { flockId, date: '2026-11-02', birdsCount, totalWeightKg: birdsCount * 2.5, pricePerKg: 6 },
        { farmId: farm },
      );
    await sold(own, 900);
    await sold(own, 50);
    await sold(other, 7000);
    const user = { name: 'Dana Zohar', role: 'worker', phone: '050-555-0199' };
    await create(service, 'users', user, { farmId });
  });
  afterAll(() => service.close());

  const ask = async (question: string, key?: string) =>
    (
      await service.send('POST', '/ask', {
        body: { farmId, question },
        ...(key === undefined ? {} : { key }),
      })
    ).body;

  test('do not name a weight that no bird can have as the highest', async () => {
    const { id } = await create(
      service,
      'sales',
      { flockId: ownFlockId, date: '2026-11-01', birdsCount: 10, totalWeightKg: 9000 },
      { farmId },
    );
    const { answer, understood } = await ask('What was our largest sale by weight?');
    await service.send('DELETE', `/sales/${id}`);
    expect(understood.form).toMatchObject({ aggregate: 'max', select: 'totalWeightKg' });
    expect(answer).toMatch(/2,250 kg/);
    expect(answer).not.toMatch(/9,000/);
  });

  test('are answered only from rows of the farm', async () => {
    const { understood, facts, answer } = await ask('How many birds did we sell this month?');
    expect(understood.form).toMatchObject({ subject: { resource: 'sales' }, aggregate: 'sum' });
    expect(facts[0]).toMatchObject({ value: 950 });
    expect(answer).toContain('950');
    expect(answer).not.toContain('7,9');
  });

  // 900 + 50 birds of one farm and 7,000 of the other.
  test.each([
    ['en', 'How many birds did we sell this month on all farms?'],
    ['es', '¿Cuántas aves vendimos este mes en todas las granjas?'],
    ['he', 'כמה עופות מכרנו החודש בכל המשקים?'],
    ['th', 'เดือนนี้ทุกฟาร์มขายไก่กี่ตัว'],
    ['zh', '这个月所有鸡场卖了多少只鸡？'],
  ])('about all farms are answered for each, in %s', async (lang, question) => {
    const { lang: reported, answer, facts, understood } = await ask(question);
    expect(reported).toBe(lang);
    expect(understood.farms).toHaveLength(2);
    expect(answer).toContain('950');
    expect(answer).toMatch(/7[.,]?000/);
    const sold = facts.filter(({ unit }: { unit: string | null }) => unit === 'birds');
    expect(sold.map(({ value }: { value: number }) => value).toSorted()).toEqual([7000, 950]);
  });

  test('without a farm are answered for each, unless they name a place of one', async () => {
    const send = (question: string) =>
      service.send('POST', '/ask', { body: { question, lang: 'en' } });
    const { body } = await send('How many birds did we sell this month?');
    expect(body.understood.farms).toHaveLength(2);
    expect(body.answer).toContain('950');
    expect(body.answer).toContain('7,000');
    for (const question of ['How many birds did we sell from barn 1 this month?', 'Log 3 dead']) {
      const { status, body: refused } = await send(question);
      expect([status, refused.issues?.[0]]).toEqual([
        400,
        expect.objectContaining({ path: 'farmId' }),
      ]);
    }
  });

  test.each([
    ['en', 'Which farm has the most birds?'],
    ['es', '¿Qué granja tiene más aves?'],
    ['he', 'באיזו חווה יש הכי הרבה עופות?'],
    ['th', 'ฟาร์มไหนมีไก่มากที่สุด'],
    ['zh', '哪个农场鸡最多？'],
  ])('a ranking of farms lists all, the highest first, in %s', async (_lang, question) => {
    const { understood } = await ask(question);
    expect(understood.farms).toHaveLength(2);
    // The other one sold 7,000 of as many birds.
    expect(understood.farms[0]).toBe(farmId);
  });

  test('farms are not ranked unless all have a value', async () => {
    const { answer, understood } = await ask('Which farm has the highest mortality?');
    expect(understood.farms).toHaveLength(2);
    expect(answer).toMatch(/^The farms cannot be ranked/);
  });

  test('about all farms cover only those of the key', async () => {
    const key = await service.createKey({ farmIds: [farmId] });
    const { answer } = await ask('How many birds did we sell this month on all farms?', key);
    expect(answer).not.toContain('7,0');
  });

  test('need the scope of their resource', async () => {
    const key = await service.createKey({ scopes: ['ai:ask', 'read:flocks'] });
    const { facts, answer } = await ask('How many birds did we sell this month?', key);
    expect(facts).toEqual([]);
    expect(answer).toContain('read:sales');
  });

  test('questions about records of a key of another farm reveal nothing about this one', async () => {
    const { body } = await service.send('GET', '/farms');
    const others = body.data
      .map(({ id }: { id: string }) => id)
      .filter((id: string) => id !== farmId);
    const key = await service.createKey({ farmIds: others });
    const { status } = await service.send('POST', '/ask', {
      body: { farmId, question: 'How many birds did we sell this month?' },
      key,
    });
    expect([403, 404]).toContain(status);
  });

  test('find people who are only named as assignees, for keys that read tasks', async () => {
    await create(service, 'tasks', { title: 'Wash the silo', assignee: 'Malka' }, { farmId });
    const { answer } = await ask('What does Malka have to do?');
    expect(answer).toContain('Wash the silo');
    const key = await service.createKey({ scopes: ['ai:ask', 'read:flocks'] });
    const other = await ask('What does Malka have to do?', key);
    expect(other.answer).not.toContain('Wash the silo');
    expect(other.answer).not.toContain('Malka');
  });

  test('about too many farms are not answered for a part of them', async () => {
    for (let number = 0; number < 20; number++) {
      await service.send('POST', '/farms', { body: { name: `Farm ${number}` } });
    }
    const { understood } = await ask('How many birds did we sell this month on all farms?');
    expect(understood.farms).toBeUndefined();
  });

  test.each([
    ['en', "what is Dana Zohar's phone number?"],
    ['es', '¿Cuál es el teléfono de Dana Zohar?'],
    ['he', 'מה הטלפון של Dana Zohar?'],
    ['th', 'เบอร์โทรของ Dana Zohar'],
    ['zh', 'Dana Zohar的电话是多少？'],
  ])('tell the telephone number of a user, in %s', async (_lang, question) => {
    const { answer } = await ask(question);
    expect(answer).toContain('050-555-0199');
    const key = await service.createKey({ scopes: ['ai:ask', 'read:contacts'] });
    expect((await ask(question, key)).answer).not.toContain('050-555-0199');
  });
});
