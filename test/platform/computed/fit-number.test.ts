import { assert, double, property } from 'fast-check';
import { expect, test } from 'vitest';
import type { Field } from '../../../src/model/core/fields.ts';
import { fitToField } from '../../../src/platform/computed/compute-fields.ts';

const PERCENT: Field = { type: 'number', min: 0, max: 100, unit: '%' };
const GRAMS: Field = { type: 'number', min: 0, max: 100_000, unit: 'g' };
const KILOGRAMS: Field = { type: 'number', min: 0, max: 1000, unit: 'kg' };
const BIRDS: Field = { type: 'integer', min: 0, max: 1_000_000 };
const MONEY: Field = { type: 'money', min: 0, max: 1e9 };
const DATE: Field = { type: 'date' };

test.each([
  ['a percentage has two decimals', PERCENT, 4.965157, 4.97],
  ['grams have one', GRAMS, 107.578233, 107.6],
  ['kilograms have three', KILOGRAMS, 2.6504, 2.65],
  ['birds are whole', BIRDS, 19_892, 19_892],
  ['money has two', MONEY, 4560.005, 4560.01],
  ['the limits belong to the field', PERCENT, 100, 100],
  ['a value rounded to a limit belongs to the field', PERCENT, 100.004, 100],
  ['a share above the maximum is unknown', PERCENT, 100.01, null],
  ['a number below the minimum is unknown', BIRDS, -1, null],
  ['a value that is not a number is unknown', PERCENT, Number.NaN, null],
  ['a day is unchanged', DATE, '2026-11-02', '2026-11-02'],
  ['a day after the end of the calendar is unknown', DATE, '2202-01-01', null],
  ['null is unchanged', PERCENT, null, null],
  ['an absent value is null', PERCENT, undefined, null],
  ['a boolean is unchanged', { type: 'boolean' }, false, false],
] as const)('%s', (_, field, value, expected) => {
  expect(fitToField(field, value)).toBe(expected);
});

test('the rounded number differs by half of the last decimal at most', () =>
  assert(
    property(double({ min: 0, max: 100, noNaN: true }), (value) => {
      return Math.abs((fitToField(PERCENT, value) as number) - value) <= 0.005 + 1e-9;
    }),
  ));
