import { expect, test } from 'vitest';
import { type DemoRow, phrasesOf } from '../../../src/mock/demo-farm/demo-context.ts';
import { DEMO_NOW, demoRows, insertDemo } from '../../support/demo-rows.ts';
import { startTestService } from '../../support/service.ts';

const questions = {
  en: (barn: string) => `How many birds died yesterday in ${barn}?`,
  es: (barn: string) => `¿Cuántas aves murieron ayer en ${barn}?`,
  th: (barn: string) => `เมื่อวานไก่ตายกี่ตัวใน${barn}`,
  zh: (barn: string) => `${barn}昨天死了多少只鸡？`,
};
/** A barn of each farm. */
const BARNS = ['b3', 'l1', 's1'] as const;

test.each(['en', 'es', 'th', 'zh'] as const)('a question in %s finds the barns', async (lang) => {
  const service = await startTestService('sqlite', { now: DEMO_NOW });
  const rows = demoRows(lang);
  await insertDemo(service, rows);
  for (const key of BARNS) {
    const { name } = phrasesOf(lang).barns[key];
    const barn = rows.barns.find((row: DemoRow) => row['name'] === name);
    const { status, body } = await service.send('POST', '/ask', {
      key: service.admin,
      body: { farmId: barn?.farmId, question: questions[lang](name) },
    });
    expect([status, body.lang, body.understood?.intent]).toEqual([200, lang, 'mortality']);
    expect(body.understood.barn, name).toBe(barn?.id);
    expect(body.answer).toContain(name);
  }
  await service.close();
});
