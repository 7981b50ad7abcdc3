import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainAnswer } from '../../../src/ask/answer/plain-answer.ts';

test.each([
  ['a thought is not told', '<think>12 or 13?</think>12 birds.', '12 birds.'],
  ['nor one that does not end', 'Well. <think>12 or 13?', 'Well.'],
  ['a named link keeps its name', 'See [here](https://evil.example/a?b=1).', 'See here.'],
  ['a picture goes', 'Look ![x](https://evil.example/p.png) here', 'Look here'],
  ['a bare link goes', 'See https://evil.example/x now', 'See now'],
  ['a link without a scheme goes', 'See evil.example/x?y=1 now', 'See now'],
  ['a script link goes', 'Click javascript:alert(1) now', 'Click now'],
  ['an abbreviation and a decimal stay', 'Dr. Levi saw 2.5 kg/bird', 'Dr. Levi saw 2.5 kg/bird'],
  ['tags and markup go', '## **Deaths** in <b>Barn_1</b> `now`', 'Deaths in Barn_1 now'],
  ['numbers of list items are no figures', '1. Look\n2) Air', '- Look\n- Air'],
  ['marks of direction and controls go', 'a\u202eb\u0007c\u200bd', 'abcd'],
  ['codes of terminals go', '\u001b[2Ja\u001b[31mb', 'ab'],
  ['blanks are one, line breaks stay', 'a  b \r\n\r\n\r\n\r\nc', 'a b\n\nc'],
])('%s', (_name, written, plain) => {
  expect(plainAnswer(written, 2000)).toBe(plain);
});

test('a long answer ends with a sentence where it can', () => {
  expect(plainAnswer('One here. Two here. Three', 15)).toBe('One here.');
  expect(plainAnswer('abcdefgh', 4)).toBe('abcd');
});

test('nothing is left of links and controls, and the length holds', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (written) => {
      const plain = plainAnswer(written, 100);
      expect(Array.from(plain).length).toBeLessThanOrEqual(100);
      expect(plain).not.toMatch(/[^\n\P{Cc}]/u);
    }),
  );
});
