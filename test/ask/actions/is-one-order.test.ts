import { expect, test } from 'vitest';
import { isSingleOrder } from '../../../src/ask/actions/is-one-order.ts';
import { loadLexicon } from '../../../src/ask/lexicon/compile-lexicon.ts';

test.each([
  ['en', 'weigh birds and clean the nipples', true],
  ['en', 'weigh birds and create an expense', false],
  ['he', 'לשקול עופות ולנקות', true],
  ['he', 'לשקול עופות ותרשום הוצאה', false],
  ['he', 'לשקול עופות ואז תרשום הוצאה', false],
] as const)('isSingleOrder(%s, "%s") is %s', async (language, words, expected) => {
  expect(isSingleOrder(await loadLexicon(language), words)).toBe(expected);
});
