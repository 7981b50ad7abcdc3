import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainAnswer, renderAnswer } from '../../../src/ask/answer/plain-answer.ts';
import { measures } from '../../../src/ask/measures/measures.ts';
import { loadLanguage } from '../../../src/i18n/load-language.ts';
import { message } from '../../../src/model/core/message.ts';
import { aBusyFarm } from '../../support/a-busy-farm.ts';
import { aQuestion } from '../../support/asked.ts';

test.each([
  ['a reasoning block is removed', '<think>12 or 13?</think>12 birds.', '12 birds.'],
  ['an unterminated reasoning block is removed', 'Well. <think>12 or 13?', 'Well.'],
  [
    'a Markdown link is replaced by its text',
    'See [here](https://evil.example/a?b=1).',
    'See here.',
  ],
  ['an image is removed', 'Look ![x](https://evil.example/p.png) here', 'Look here'],
  ['a bare URL is removed', 'See https://evil.example/x now', 'See now'],
  ['a URL without a scheme is removed', 'See evil.example/x?y=1 now', 'See now'],
  ['a javascript: URL is removed', 'Click javascript:alert(1) now', 'Click now'],
  [
    'an abbreviation and a decimal number are preserved',
    'Dr. Levi saw 2.5 kg/bird',
    'Dr. Levi saw 2.5 kg/bird',
  ],
  [
    'HTML tags and Markdown are removed',
    '## **Deaths** in <b>Barn_1</b> `now`',
    'Deaths in Barn_1 now',
  ],
  ['numbers of list items are replaced by bullets', '1. Look\n2) Air', '- Look\n- Air'],
  ['bidirectional and control characters are removed', 'a\u202eb\u0007c\u200bd', 'abcd'],
  ['terminal escape sequences are removed', '\u001b[2Ja\u001b[31mb', 'ab'],
  ['spaces are collapsed and line breaks preserved', 'a  b \r\n\r\n\r\n\r\nc', 'a b\n\nc'],
])('%s', (_name, written, plain) => {
  expect(plainAnswer(written, 2000)).toBe(plain);
});

test('a long answer is truncated at the end of a sentence if possible', () => {
  expect(plainAnswer('One here. Two here. Three', 15)).toBe('One here.');
  expect(plainAnswer('abcdefgh', 4)).toBe('abcd');
});

test('any text is limited in length and has no control characters', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (written) => {
      const plain = plainAnswer(written, 100);
      expect(Array.from(plain).length).toBeLessThanOrEqual(100);
      expect(plain).not.toMatch(/[^\n\P{Cc}]/u);
    }),
  );
});

test.each([
  // Six days of Barn 1 have no logged feed.
  ['en', 'feedStock', 'list', /^About 9,400\skg of feed is left/],
  ['en', 'moneySpent', 'list', /^From Nov 1, 2026/m],
  ['es', 'moneySpent', 'list', /^Del 1 nov 2026/m],
] as const)('in %s each line of %s (%s) begins with a capital letter', async (...row) => {
  const [language, name, aggregation, expected] = row;
  const translator = await loadLanguage(language);
  const found = measures[name].compute(
    aBusyFarm(),
    aQuestion({ aggregation, slots: { by: 'monthly' } }),
  );
  const answer = renderAnswer(translator, found);
  expect(answer).toMatch(expected);
  expect(answer).not.toMatch(/^\p{Ll}/mu);
});

test('the name of a record at the beginning of a line is not changed', async () => {
  const lines = [
    message('ask.capacity', { place: 'house 3', value: { quantity: 1, unit: 'birds' } }),
  ];
  const answer = renderAnswer(await loadLanguage('en'), { facts: [], lines });
  expect(answer).toBe('house 3: room for 1 bird.');
});
