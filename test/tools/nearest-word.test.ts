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
])('the closest word to %s is %s', (typed, nearest) => {
  expect(nearestWord(typed, WORDS)).toBe(nearest);
});

test('the word with the same start is chosen from equally close words', () => {
  expect(nearestWord('flok', ['clock', 'flocks', 'block'])).toBe('flocks');
});

test.each(['', 'xyz', 'tomorrow', 'q', '🐔🐔🐔'])('%j is not close to any of them', (typed) => {
  expect(nearestWord(typed, WORDS)).toBeUndefined();
});

test('an empty text has no closest word', () => {
  expect(nearestWord('open', [])).toBeUndefined();
});

test('a word of the list is the closest to itself', () => {
  fc.assert(
    fc.property(fc.constantFrom(...WORDS), (word) => {
      expect(nearestWord(word, WORDS)).toBe(word);
    }),
  );
});

test('a very long word takes no longer than a short one', () => {
  expect(fastestMillis(() => nearestWord('x'.repeat(1_000_000), WORDS))).toBeLessThan(100);
});
