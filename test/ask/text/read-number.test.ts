import { describe, expect, test } from 'vitest';
import { loadLexicon } from '../../../src/ask/lexicon/compile-lexicon.ts';
import { readNumber } from '../../../src/ask/text/read-number.ts';

async function writingOf(language: 'en' | 'th' | 'zh') {
  return (await loadLexicon(language)).writing;
}

describe('readNumber', () => {
  test.each([
    ['en', 'twenty five', 25],
    ['en', 'two hundred fifty', 250],
    ['en', 'three hundred twenty thousand', 320_000],
    ['en', '16 thousand', 16_000],
    ['en', 'two thousand five', 2005],
    ['th', 'สองร้อยสามสิบ', 230],
    ['th', 'ยี่สิบเอ็ด', 21],
    ['th', 'สองหมื่นห้าพัน', 25_000],
    ['th', '2 พัน', 2000],
    ['th', 'หนึ่งแสน', 100_000],
    ['zh', '十二', 12],
    ['zh', '两百三十五', 235],
    ['zh', '一百零五', 105],
    ['zh', '一万两千三百', 12_300],
    ['zh', '三千五', 3500],
    ['zh', '一千零五', 1005],
    ['zh', '2万5', 25_000],
    ['zh', '1.2万', 12_000],
    ['zh', '２３０', 230],
    ['zh', '三十万', 300_000],
  ] as const)('language %s: reads "%s" as %d', async (language, text, value) => {
    const writing = await writingOf(language);
    const normal = text.normalize('NFKC');
    expect(readNumber(normal, 0, writing)).toEqual({ end: normal.length, value });
  });

  test.each([
    ['five six', 4, 5],
    ['five, six', 4, 5],
    ['12 10', 2, 12],
    ['10 five', 2, 10],
    ['2 ten', 1, 2],
  ])('stops before a second number: "%s"', async (text, end, value) => {
    expect(readNumber(text, 0, await writingOf('en'))).toEqual({ end, value });
  });

  test('stops before a unit whose first character is also a numeral', async () => {
    expect(readNumber('5千克', 0, await writingOf('zh'))).toEqual({ end: 1, value: 5 });
  });
});

test.each([
  ['יותר מ-32 מעלות', 6, 7, 32],
  ['ל-5', 1, 2, 5],
  ['פחות ב-12.5', 6, 7, 12.5],
])('a hyphen after a Hebrew letter is no minus: %s', async (text, hyphen, at, value) => {
  const { writing } = await loadLexicon('he');
  expect(readNumber(text, hyphen, writing)).toBeUndefined();
  expect(readNumber(text, at, writing)?.value).toBe(value);
});
