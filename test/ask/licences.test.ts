import { writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { loadLexicon } from '../../src/ask/lexicon/compile-lexicon.ts';
import { isLicensed, loadLicences } from '../../src/ask/licence.ts';
import { languages } from '../../src/model/core/message.ts';
import { curatedQuestions, readCurated } from '../support/curated-questions.ts';
import {
  curatedLicences,
  evaluatedLicences,
  writtenLicences,
} from '../support/granted-licences.ts';
import { en } from './evaluation/sets/en.ts';
import { es } from './evaluation/sets/es.ts';
import { he } from './evaluation/sets/he.ts';
import { th } from './evaluation/sets/th.ts';
import { zh } from './evaluation/sets/zh.ts';

const FILE = 'src/ask/lexicons/licences.json';
/** All questions of the sets are read. */
const UPDATE_MILLIS = 1_800_000;
const sets = { en, es, he, th, zh };

/** Each was answered wrongly: with deliveries for trucks, a barn for a rank, a past value for one ahead. */
const MISREAD = {
  en: [
    'how many trucks came this week?',
    'which flock made us the most money',
    'is there any vaccine left in the fridge',
    'who has the most birds',
    'which feed did barn 1 eat yesterday',
    'how much starter did barn 2 eat',
    'how many birds died because of heat',
    'how much did the eggs of the ducks cost last month',
    'who sold us the last birds',
    'how many eggs did we sell this month',
    'how long did the last power cut take',
    'how many trucks came',
    'are the birds eating less',
    'total spent on feed this flock in barn 1',
  ],
  es: [
    '¿el galpón 1 tiene más bajas que el 2?',
    '¿cuántos camiones vinieron esta semana?',
    '¿queda vacuna en la nevera?',
    '¿cuánto iniciador comió el galpón 2?',
    '¿qué lote nos dejó más plata?',
    '¿llegó ya el camión del pienso?',
    '¿qué porcentaje de postura tiene el 2?',
    '¿cuándo vacunaron el 1 por última vez?',
    'gastos menos el alimento este mes',
    '¿están comiendo menos?',
    'total gastado en pienso de este lote en la nave 1',
  ],
  he: [
    'איזה לול שני הכי גרוע בתמותה השבוע?',
    'כמה משאיות הגיעו השבוע?',
    'נשאר חיסון במקרר?',
    'כמה עופות ימותו השבוע',
    'כמה עלה לנו אפרוח במחזור האחרון?',
    'כמה ביצים מכרנו החודש',
    'כמה עלה ביקור הווטרינר האחרון',
    'כמה הוצאנו על תערובת בלול 1 במחזור הזה',
  ],
  th: [
    'ลูกไก่เจ้าไหนถูกสุด',
    'รถอาหารมาหรือยัง',
    'วัคซีนในตู้เย็นเหลือไหม',
    'เมื่อวานเล้า 1 กินอาหารอะไร',
    'สัปดาห์นี้ไก่จะตายกี่ตัว',
    'ใครขายไก่ให้เราครั้งล่าสุด',
    'เดือนนี้ขายไข่กี่ฟอง',
  ],
  zh: [
    '这周死得第二多的是哪栋',
    '这周来了几车料?',
    '冰箱里还有疫苗吗',
    '2号舍还能放多少鸡',
    '上次谁卖鸡给我们',
    '2号料塔能装多少',
    '这个月卖了多少蛋',
    '1号舍这批饲料花了多少钱',
  ],
} as const;

// FARMCTL_UPDATE_LICENCES=1 npx vitest run test/ask/licences.test.ts
test.skipIf(process.env['FARMCTL_UPDATE_LICENCES'] !== '1')(
  'licences are rewritten',
  async () => {
    const granted = new Set<string>();
    for (const language of languages) {
      const compiled = await loadLexicon(language);
      const all = [...curatedLicences(compiled), ...evaluatedLicences(sets[language], compiled)];
      for (const licence of all) granted.add(licence);
    }
    writeFileSync(FILE, writtenLicences(granted));
  },
  UPDATE_MILLIS,
);

describe.each(languages)('questions in %s', (language) => {
  test('of the curated sets are licensed', async () => {
    const compiled = await loadLexicon(language);
    const licences = await loadLicences();
    const suggested = curatedQuestions(compiled).filter((question) => {
      const read = readCurated(question, compiled);
      return read && !isLicensed(read.understood, read.reading, licences);
    });
    expect(suggested).toEqual([]);
  });

  test('that were once misread are not licensed', async () => {
    const compiled = await loadLexicon(language);
    const licences = await loadLicences();
    const answered = MISREAD[language].filter((question) => {
      const read = readCurated(question, compiled);
      return read && isLicensed(read.understood, read.reading, licences);
    });
    expect(answered).toEqual([]);
  });
});
