import { expect, test } from 'vitest';
import { rulesOf } from '../../../src/platform/rules/rules-by-resource.ts';

test.each(['farms', 'tenders', 'market-orders', 'media'])(
  '%s need no more than their declaration',
  (resource) => {
    expect(rulesOf(resource)).toEqual({});
  },
);

test('the rules of a resource are always the same object', () => {
  expect(rulesOf('flocks')).toBe(rulesOf('flocks'));
  expect(rulesOf('flocks').fill).toBeTypeOf('function');
});
