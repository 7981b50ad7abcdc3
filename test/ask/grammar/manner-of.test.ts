import { describe, expect, test } from 'vitest';
import { readManner } from '../../../src/ask/grammar/question-values.ts';
import { readSentence } from '../../../src/ask/grammar/read-sentence.ts';
import { loadLexicon } from '../../../src/ask/lexicon/compile-lexicon.ts';
import type { Language } from '../../../src/model/core/message.ts';

const names = { barns: [], flocks: [], people: [], products: [], farms: [] };

async function mannerIn(language: Language, question: string) {
  const compiled = await loadLexicon(language);
  const calendar = { today: '2026-11-21', weekStartsOn: 0, direction: 'past' } as const;
  return readManner(readSentence(question, { compiled, names, calendar }), compiled);
}

describe('readManner: questions for a reason or advice are open', () => {
  test.each<[Language, string, boolean]>([
    ['en', 'Why did so many birds die?', true],
    ['en', 'What would you do about the ammonia?', true],
    ['en', 'How come the feed is gone?', true],
    ['en', 'How many birds died?', false],
    ['he', 'למה מתו כל כך הרבה עופות?', true],
    ['he', 'מה אתה ממליץ לגבי האמוניה?', true],
    ['he', 'כמה עופות מתו?', false],
    ['th', 'ทำไมไก่ตายเยอะ', true],
    ['th', 'แอมโมเนียสูง แก้ยังไง', true],
    ['th', 'วันนี้ไก่ตายกี่ตัว', false],
    ['es', '¿Por qué murieron tantas aves?', true],
    ['es', '¿Qué recomiendas para el amoníaco?', true],
    ['es', '¿Cuántas aves murieron?', false],
    ['zh', '为什么死了这么多鸡？', true],
    ['zh', '氨气高怎么办？', true],
    ['zh', '今天死了多少只鸡？', false],
  ])('%s: "%s": isOpen is %s', async (language, question, isOpen) => {
    expect((await mannerIn(language, question)).isOpen).toBe(isOpen);
  });
});

describe('readManner: an order has one command word and no negation', () => {
  test.each([
    ['Raise some kind of alarm', true],
    ["Don't raise some kind of alarm", false],
    ['Should I raise some kind of alarm', false],
    ['Raise some kind of alarm?', false],
    ['Raise an alarm and delete the barn', false],
    ['How is it going', false],
  ])('"%s": isOrder is %s', async (question, isOrder) => {
    expect((await mannerIn('en', question)).isOrder).toBe(isOrder);
  });
});

test('readManner collects numbers written in digits and in words', async () => {
  const { numbers } = await mannerIn('en', 'put twelve or 1.5 of them away');
  expect(numbers).toEqual(expect.arrayContaining([12, 1.5]));
});
