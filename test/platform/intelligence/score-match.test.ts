import { expect, test } from 'vitest';
import { scoreMatch } from '../../../src/platform/intelligence/search.ts';

const row = (label: string | null, body: string | null, status: unknown = null) => ({
  label: [label],
  body: [body],
  status,
});

test.each([
  ['the whole name', row('Vitamin', null), 110],
  ['the start of the name', row('Vitamin C', null), 90],
  ['a word of the name', row('Give vitamin', null), 70],
  ['the middle of a word of the name', row('Multivitamin', null), 50],
  ['the whole of a text', row('x', 'VITAMIN'), 100],
  ['the start of a text', row('x', 'vitamin in the water'), 80],
  ['a word of a text', row('x', 'give vitamins'), 60],
  ['the middle of a word of a text', row('x', 'multivitamin'), 40],
  ['a word after the middle of another', row('x', 'multivitamin, vitamin'), 60],
  ['accents and case', row('VITÁMIN', null), 110],
  ['an open row', row('Vitamin', null, 'open'), 120],
  ['a completed row', row('Vitamin', null, 'done'), 110],
  ['nothing', row('x', 'y', 'open'), 0],
])('%s', (_, row, score) => {
  expect(scoreMatch(row, 'vitamin')).toBe(score);
});

test('niqqud is ignored', () => {
  expect(scoreMatch(row('בְּדִיקָה', null), 'בדיקה')).toBe(110);
});
