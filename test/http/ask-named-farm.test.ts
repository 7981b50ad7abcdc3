import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { DATABASES } from '../support/databases.ts';
import { create, createFarm, type TestFarm } from '../support/farm.ts';
import { startTestService, type TestService } from '../support/service.ts';

/** The name of the farm, and a question that names it by a part. It is 2026-11-02. */
const QUESTIONS = {
  en: ['Hefer Valley Broilers', 'how many birds died yesterday at hefer?'],
  es: ['Granja Valle de Héfer', '¿cuántas aves murieron ayer en Hefer?'],
  he: ['לולי פטם עמק חפר', 'כמה עופות מתו אתמול בעמק חפר'],
  th: ['ฟาร์มไก่เนื้อหุบเขาเฮเฟอร์', 'เมื่อวานไก่ตายกี่ตัวที่เฮเฟอร์'],
  zh: ['赫费尔谷肉鸡场', '赫费尔谷昨天死了多少只鸡'],
} as const;

for (const database of DATABASES) {
  describe(`${database}: a question that names its farm by a part of the name`, () => {
    let service: TestService;
    let farm: TestFarm;
    beforeAll(async () => {
      service = await startTestService(database);
      farm = await createFarm(service);
      const log = { flockId: farm.flockId, date: '2026-11-01', mortality: 12 };
      await create(service, 'daily-logs', log);
      const { farmId } = farm;
      const buyer = { name: 'Esther Katz', company: 'Hefer Packing', kind: 'customer' };
      await create(service, 'contacts', buyer, { farmId });
      await service.send('POST', '/farms', { body: { name: 'Gilboa Layers' } });
    });
    afterAll(() => service.close());

    const rename = (name: string) =>
      service.send('PATCH', `/farms/${farm.farmId}`, { body: { name } });
    const ask = async (question: string, lang: string, more: object = {}) => {
      const body = { question, lang, farmId: farm.farmId, ...more };
      return (await service.send('POST', '/ask', { body })).body;
    };

    test.each(Object.entries(QUESTIONS))('in %s is answered', async (lang, [name, question]) => {
      await rename(name);
      const { understood, facts } = await ask(question, lang);
      expect(understood.intent).toBe('mortality');
      expect(facts).toContainEqual(expect.objectContaining({ value: 12, unit: 'birds' }));
    });

    test('about trade is only suggested if a customer has that name, too', async () => {
      await rename('Hefer Valley Broilers');
      const { understood } = await ask('how much did we sell to hefer', 'en');
      expect(understood.intent).toBeNull();
    });

    test('in the title of a task keeps the name', async () => {
      await rename('Hefer Valley Broilers');
      const question = 'add a task: call the hefer mill about the silo';
      const { action } = await ask(question, 'en', { execute: true });
      expect(action.fields.title).toBe('call the hefer mill about the silo');
    });
  });
}
