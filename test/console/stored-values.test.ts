import { expect, test } from 'vitest';
import {
  entriesOf,
  isPresent,
  resourceOfId,
  unitOfKey,
} from '../../src/console/fields/stored-values.ts';
import { exampleId } from '../../src/model/core/fields.ts';

test('an object is shown without internal and unknown values', () => {
  const source = { rule: 'nh3', key: 'nh3:barn_1', value: 31, limit: null, words: { title: {} } };
  expect(entriesOf(source)).toEqual([
    ['rule', 'nh3'],
    ['value', 31],
  ]);
});

test.each([
  [null, false],
  [undefined, false],
  [[], false],
  [{}, false],
  [0, true],
  [false, true],
  ['', true],
  [[0], true],
])('%j is a visible value: %s', (value, expected) => {
  expect(isPresent(value)).toBe(expected);
});

test.each([
  ['weightG', 'g'],
  ['temp', '°C'],
  ['pct', '%'],
  ['densityKgM2', 'kg/m²'],
  ['constructor', undefined],
  ['model', undefined],
])('the unit of %s is %s', (key, unit) => {
  expect(unitOfKey(key)).toBe(unit);
});

test('the id of a record is recognised by its prefix', () => {
  expect(resourceOfId(exampleId('flock'))).toBe('flocks');
  expect(resourceOfId('flock_1')).toBeUndefined();
  expect(resourceOfId(`thing_${'0'.repeat(26)}`)).toBeUndefined();
});
