import { expect, test } from 'vitest';
import { isOneOrder } from '../../../src/ask/actions/is-one-order.ts';
import { loadLexicon } from '../../../src/ask/lexicon/compile-lexicon.ts';

test.each([
  ['en', 'weigh birds and clean the nipples', true],
  ['en', 'weigh birds and create an expense', false],
  ['he', 'לשקול עופות ולנקות', true],
  ['he', 'לשקול עופות ותרשום הוצאה', false],
  ['he', 'לשקול עופות ואז תרשום הוצאה', false],
] as const)('%s: %s', async (language, words, expected) => {
  expect(isOneOrder(await loadLexicon(language), words)).toBe(expected);
});
