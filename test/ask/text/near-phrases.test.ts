import fc from 'fast-check';
import { distance } from 'fastest-levenshtein';
import { expect, test } from 'vitest';
import { createNearPhrases, createPhraseTrie } from '../../../src/ask/text/phrase-trie.ts';

function nearOf(...phrases: readonly string[]) {
  const trie = createPhraseTrie<string>();
  for (const phrase of phrases) trie.add(phrase, phrase);
  return createNearPhrases(trie);
}

test.each([
  ['mortality', 'mortality'],
  ['mortalityy', 'mortality'],
  ['mortalty', 'mortality'],
  ['mortelity', 'mortality'],
  ['motrality', 'mortality'],
  ['mortaliyt', 'mortality'],
  ['omrtality', 'mortality'],
])('"%s" matches "%s"', (word, phrase) => {
  expect(nearOf(phrase)(word)).toEqual([phrase]);
});

test.each([
  ['motralty', 'mortality'],
  ['mrtalit', 'mortality'],
  ['fede', 'feed'],
  ['a feedd', 'a feed'],
])('"%s" does not match "%s"', (word, phrase) => {
  expect(nearOf(phrase)(word)).toEqual([]);
});

test('matches of the same length precede longer ones', () => {
  expect(nearOf('water', 'waterss', 'watert')('waters')).toEqual(['watert']);
  expect(nearOf('water', 'waterss')('waters')).toEqual(['waterss']);
});

test('matches differ by one letter or by two swapped adjacent letters', () => {
  const word = fc.string({ unit: fc.constantFrom('a', 'b', 'ל', 'ם'), minLength: 5, maxLength: 8 });
  fc.assert(
    fc.property(word, word, (one, other) => {
      const swaps = Array.from({ length: one.length - 1 }, (_, at) =>
        [one.slice(0, at), one[at + 1], one[at], one.slice(at + 2)].join(''),
      );
      const isNear = distance(one, other) <= 1 || swaps.includes(other);
      expect(nearOf(other)(one)).toEqual(isNear ? [other] : []);
    }),
  );
});
