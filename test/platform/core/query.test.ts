import { expect, test } from 'vitest';
import { queryOf, queryOfText } from '../../../src/platform/core/request-context.ts';

test.each([
  ['', []],
  ['farmId=farm_1', [['farmId', 'farm_1']]],
  [
    'status=open&status=done&q=a+b%26c',
    [
      ['status', 'open'],
      ['status', 'done'],
      ['q', 'a b&c'],
    ],
  ],
  [
    'flag&=x',
    [
      ['flag', ''],
      ['', 'x'],
    ],
  ],
])('%j is parsed as %j', (text, parameters) => {
  const query = queryOfText(text);
  expect(query.text).toBe(text);
  expect(query.parameters).toEqual(parameters);
});

test('parameters are the same after a round trip', () => {
  const parameters = [
    ['q', 'ביקורת & 1+1=2 %'],
    ['status', 'open'],
    ['status', ''],
  ] as const;
  const { text } = queryOf(parameters);
  expect(text).toMatch(/^q=%D7%91/);
  expect(queryOfText(text).parameters).toEqual(parameters);
});
