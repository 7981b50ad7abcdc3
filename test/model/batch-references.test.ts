import { expect, test } from 'vitest';
import {
  escapeReferences,
  fillReferences,
  referencesIn,
} from '../../src/model/validation/row-rules.ts';

test('a reference is found with its position, its operation and its field', () => {
  expect(referencesIn({ barnId: '$barn.id', list: ['a', '$2.result.id'] }, 'body')).toEqual([
    { path: 'body.barnId', text: '$barn.id', operation: 'barn', field: 'id' },
    { path: 'body.list[1]', text: '$2.result.id', operation: '2', field: 'result.id' },
  ]);
});

test.each(['$5.50', 'id', '$barn', '$$barn.id', '$barn.id and more'])(
  '%s is no reference',
  (text) => {
    expect(referencesIn(text, 'body')).toEqual([]);
  },
);

test('a reference is resolved, and an escaped one is unescaped text', () => {
  const answers = new Map([['barn', { id: 'barn_1', size: { m2: 12 } }]]);
  const value = { barnId: '$barn.id', size: '$barn.size.m2', text: '$$barn.id' };
  expect(fillReferences(value, answers)).toEqual({ barnId: 'barn_1', size: 12, text: '$barn.id' });
});

test('escaped text is unchanged after unescaping', () => {
  const value = { title: '$barn.id', list: ['$0.name', 'plain'], count: 3, none: null };
  expect(fillReferences(escapeReferences(value), new Map())).toEqual(value);
});
