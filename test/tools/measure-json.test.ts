import { expect, test } from 'vitest';
import { measureJson } from '../../src/tools/text.ts';

test.each([
  ['[]', 1, false, 1],
  ['[1,[2,3],{"a":4,"b":5}]', 2, false, 3],
  ['[[[]]]', 2, true, 1],
  ['["[[[", "\\"[[", 1]', 1, false, 3],
  ['["\\\\",[]]', 1, true, 2],
  ['["open, [', 1, false, 1],
])('%s within %i levels', (text, most, isTooDeep, items) => {
  expect(measureJson(text, most)).toEqual({ isTooDeep, items });
});

test('a text of millions of brackets is measured quickly', () => {
  expect(measureJson('['.repeat(5_000_000), 10).isTooDeep).toBe(true);
  expect(measureJson(`[${'[],'.repeat(1_000_000)}0]`, 10).items).toBe(1_000_001);
});
