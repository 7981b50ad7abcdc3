import { describe, expect, test } from 'vitest';
import { detectLanguage } from '../../src/tools/detect-language.ts';

describe('the language of a report', () => {
  test.each([
    ['he', 'מצאתי 35 מתים בלול 3 הבוקר, יותר מהרגיל'],
    ['he', 'סיימנו חיסון ניוקאסל במים בלול 2'],
    ['en', 'Found 35 dead in barn 3 this morning, more than usual'],
    ['en', 'Power cut, the generator did not start'],
    ['en', 'fan broken'],
    ['th', 'เช้านี้เจอไก่ตาย 35 ตัวในเล้า 3 มากกว่าปกติ'],
    ['th', 'ท่อน้ำรั่วในเล้า 1'],
    ['es', 'Esta mañana encontré 35 muertos en el galpón 3, más de lo normal'],
    ['es', 'Se cortó la luz y el generador no arrancó'],
    ['es', 'agua rota'],
    ['es', '¿Cobb 500?'],
    ['es', '¿y?'],
    ['es', 'y ayer'],
    ['zh', '今天早上3号鸡舍发现35只死鸡，比平时多'],
    ['zh', '停电了，发电机没启动'],
    ['ar', 'الماء مقطوع في الحظيرة 2'],
    ['ru', 'В птичнике 2 не работает вентилятор'],
  ])('%s: %s', (language, text) => {
    expect(detectLanguage(text)).toBe(language);
  });
});

test.each([
  ['he', 'NH3 גבוה בלול 2, Rotem Platinum'],
  ['zh', 'Ross 308死了12只'],
  ['th', 'Cobb 500 ตาย 3 ตัว'],
  ['en', 'The vet, ד״ר לוי, came to the barn this morning'],
])('foreign names do not hide %s: %s', (language, text) => {
  expect(detectLanguage(text)).toBe(language);
});

test.each([['12'], [''], ['👍'], ['OK'], ['Cobb 500'], ['y'], ['a'], ['I'], ['Y.']])(
  'the language of %j is unknown',
  (text) => {
    expect(detectLanguage(text)).toBeUndefined();
  },
);
