import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { loadMeasure, wrapText } from '../../../src/cli/output/text-layout.ts';

const widthOf = await loadMeasure();

describe('wrapping', () => {
  test.each([
    ['a short text stays', 'en', 20, 'Barn 1 is warm', ['Barn 1 is warm']],
    ['a long one is broken at spaces', 'en', 10, 'Barn 1 is too warm', ['Barn 1 is', 'too warm']],
    ['a long word stays whole', 'en', 5, 'a flock_01K9ZZ b', ['a', 'flock_01K9ZZ', 'b']],
    ['Hebrew', 'he', 10, 'תמותה חריגה בלול', ['תמותה', 'חריגה בלול']],
    ['Chinese is broken between words', 'zh', 8, '今天水里要加多少', ['今天水里', '要加多少']],
    ['punctuation begins no line', 'zh', 8, '今天水里，要加', ['今天', '水里，要', '加']],
    ['Thai is broken between words', 'th', 7, 'มากกว่าปกติ', ['มากกว่า', 'ปกติ']],
    ['a value keeps its unit', 'en', 9, 'today 382\u00a0g', ['today', '382\u00a0g']],
    ['nothing', 'en', 10, '', ['']],
  ])('%s', (...[, language, width, text, lines]) => {
    expect(wrapText(text, { width, widthOf, language })).toEqual(lines);
  });

  test('loses nothing, and only words that are too long exceed the width', () => {
    const words = fc.array(fc.stringMatching(/^[a-z0-9-]{1,12}$/), { minLength: 1, maxLength: 30 });
    fc.assert(
      fc.property(words, fc.integer({ min: 4, max: 40 }), (each, width) => {
        const lines = wrapText(each.join(' '), { width, widthOf, language: 'en' });
        expect(lines.join(' ')).toBe(each.join(' '));
        for (const line of lines) expect(line.length <= width || !line.includes(' ')).toBe(true);
      }),
    );
  });
});
