import { expect, test } from 'vitest';
import { snippetOf } from '../../../src/platform/intelligence/search.ts';

test('a short text is shown whole, in one line', () => {
  expect(snippetOf('Weigh\n100  birds', 'birds')).toBe('Weigh 100 birds');
});

test('a long text is shown around the match', () => {
  const text = `${'a'.repeat(100)} needle ${'b'.repeat(200)}`;
  expect(snippetOf(text, 'needle')).toBe(`…${'a'.repeat(29)} needle ${'b'.repeat(83)}…`);
});

test('pointed Hebrew is found and shown unchanged', () => {
  const text = `${'א'.repeat(50)} שָׁלוֹם`;
  expect(snippetOf(text, 'שלום')).toBe(`…${'א'.repeat(29)} שָׁלוֹם`);
});

test('a text without a match has no snippet', () => {
  expect(snippetOf('Weigh', 'birds')).toBeUndefined();
});
