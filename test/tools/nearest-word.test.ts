import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nearestWord } from '../../src/tools/words.ts';
import { fastestMillis } from '../support/fastest-millis.ts';

const WORDS = ['open', 'in_progress', 'blocked', 'done', 'cancelled'];

test.each([
  ['opan', 'open'],
  ['opne', 'open'],
  ['OPEN', 'open'],
  ['in-progress', 'in_progress'],
  ['canceled', 'cancelled'],
  ['block', 'blocked'],
  ['don', 'done'],
])('%s was meant as %s', (typed, meant) => {
  expect(nearestWord(typed, WORDS)).toBe(meant);
});

test('of words as near, the one that begins alike was meant', () => {
  expect(nearestWord('flok', ['clock', 'flocks', 'block'])).toBe('flocks');
});

test.each(['', 'xyz', 'tomorrow', 'q', '🐔🐔🐔'])('%j was meant as none of them', (typed) => {
  expect(nearestWord(typed, WORDS)).toBeUndefined();
});

test('no list has a nearest word for nothing', () => {
  expect(nearestWord('open', [])).toBeUndefined();
});

test('a word of the list is nearest to itself', () => {
  fc.assert(
    fc.property(fc.constantFrom(...WORDS), (word) => {
      expect(nearestWord(word, WORDS)).toBe(word);
    }),
  );
});

test('a very long word takes no longer than a short one', () => {
  expect(fastestMillis(() => nearestWord('x'.repeat(1_000_000), WORDS))).toBeLessThan(100);
});
