import { expect, test } from 'vitest';
import { cellText, valueAt } from '../../../src/cli/output/output.ts';

test.each([
  [null, ''],
  [undefined, ''],
  ['text', 'text'],
  [0, '0'],
  [-1.5, '-1.5'],
  [1e21, '1e+21'],
  [false, 'false'],
  [['a', 'b'], 'a,b'],
  [[1, null, true], '1,,true'],
  [[], ''],
  [[{ a: 1 }], '[{"a":1}]'],
  [
    [
      { id: 'b1', name: 'North' },
      { id: 'b2', name: 'South' },
    ],
    'North,South',
  ],
  [[{ id: 'b1', name: 'North', live: 4 }], '[{"id":"b1","name":"North","live":4}]'],
  [{ c: 24 }, '{"c":24}'],
])('%j is "%s"', (value, text) => {
  expect(cellText(value)).toBe(text);
});

const row = { id: '1', key: { name: 'north', owner: { id: 'x' } }, 'a.b': 'flat', list: [1] };

test.each([
  ['id', '1'],
  ['key.name', 'north'],
  ['key.owner.id', 'x'],
  ['a.b', 'flat'],
  ['list.0', 1],
  ['key.missing', undefined],
  ['id.length', undefined],
  ['toString', undefined],
  ['key.toString', undefined],
  ['__proto__', undefined],
])('the value at %s is found', (name, value) => {
  expect(valueAt(row, name)).toEqual(value);
});
