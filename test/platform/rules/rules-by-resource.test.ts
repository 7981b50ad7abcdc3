import { expect, test } from 'vitest';
import { rulesOf } from '../../../src/platform/rules/rules-by-resource.ts';

test.each(['tenders', 'market-orders', 'media'])(
  '%s have no rules beyond their declaration',
  (resource) => {
    expect(rulesOf(resource)).toEqual({});
  },
);

test('farms have only a default: the currency of their location', () => {
  expect(rulesOf('farms')).toEqual({ defaults: expect.any(Function) });
});

test('the rules of a resource are always the same object', () => {
  expect(rulesOf('flocks')).toBe(rulesOf('flocks'));
  expect(rulesOf('flocks').fill).toBeTypeOf('function');
});
