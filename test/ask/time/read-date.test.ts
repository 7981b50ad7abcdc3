import { expect, test } from 'vitest';
import { readDigitDate } from '../../../src/ask/time/read-date.ts';

test.each([
  ['18/11', false, { day: 18, month: 11 }],
  ['18.11', true, { day: 18, month: 11 }],
  ['18.11.26', false, { day: 18, month: 11, year: 26 }],
])('readDigitDate reads %s as a date (isNamed: %s)', (text, isNamed, parts) => {
  const read = readDigitDate(text, 0, { order: 'dmy', isNamed });
  expect(read).toEqual({ end: text.length, parts });
});

test.each([
  ['2.5', false],
  ['18-11', true],
])('readDigitDate does not read %s as a date (isNamed: %s)', (text, isNamed) => {
  expect(readDigitDate(text, 0, { order: 'dmy', isNamed })).toBeUndefined();
});
