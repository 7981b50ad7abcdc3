import { expect, test } from 'vitest';
import { isOneOrder } from '../../../src/ask/actions/is-one-order.ts';
import { compileLexicon } from '../../../src/ask/lexicon/compile-lexicon.ts';
import { en } from '../../../src/ask/lexicon/en.ts';
import { he } from '../../../src/ask/lexicon/he.ts';

test.each([
  [en, 'weigh birds and clean the nipples', true],
  [en, 'weigh birds and create an expense', false],
  [he, 'לשקול עופות ולנקות', true],
  [he, 'לשקול עופות ותרשום הוצאה', false],
  [he, 'לשקול עופות ואז תרשום הוצאה', false],
])('$language: %s', (lexicon, words, expected) => {
  expect(isOneOrder(compileLexicon(lexicon), words)).toBe(expected);
});
