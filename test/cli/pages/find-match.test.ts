import { expect, test } from 'vitest';
import { findMatch } from '../../../src/cli/pages/history.ts';

test.each([
  ['Weigh 100 birds', 'weigh', ['', 'Weigh', ' 100 birds']],
  ['שָׁלוֹם לוּל 3', 'לול', ['שָׁלוֹם ', 'לוּל', ' 3']],
  ['El galpón está lleno', 'galpon', ['El ', 'galpón', ' está lleno']],
  ['ﬁnisher', 'fi', ['', 'ﬁ', 'nisher']],
  ['今天水里要加', '水里', ['今天', '水里', '要加']],
  ['น้ำไก่', 'ไก่', ['น้ำ', 'ไก่', '']],
])('in %s, %s is found', (text, query, match) => {
  expect(findMatch(text, query)).toEqual(match);
});

test.each([
  ['Weigh', 'barn'],
  ['Weigh', '  '],
  ['', 'a'],
])('in %j, %j is not found', (text, query) => {
  expect(findMatch(text, query)).toBeUndefined();
});
