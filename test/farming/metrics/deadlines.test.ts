import { assert, constantFrom, integer, option, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nextDueDate, withdrawalUntil } from '../../../src/farming/metrics/dates.ts';
import { lastDayInside } from '../../../src/farming/metrics/population.ts';
import { addDays } from '../../../src/tools/calendar.ts';

describe('the next due date', () => {
  test.each([
    ['once', '2026-11-22', null],
    ['daily', '2026-12-31', '2027-01-01'],
    ['weekly', '2026-11-22', '2026-11-29'],
    ['biweekly', '2026-11-22', '2026-12-06'],
    ['monthly', '2026-11-22', '2026-12-22'],
    ['monthly', '2027-01-31', '2027-02-28'],
  ] as const)('%s after %s is %s', (frequency, dueDate, expected) => {
    expect(nextDueDate(dueDate, frequency)).toBe(expected);
  });

  test('is later', () =>
    assert(
      property(
        constantFrom('daily', 'weekly', 'biweekly', 'monthly'),
        integer({ min: 0, max: 20_000 }),
        (frequency, days) => {
          const dueDate = addDays('2000-01-01', days);
          return (nextDueDate(dueDate, frequency) ?? '') > dueDate;
        },
      ),
    ));
});

test.each([
  ['withdrawal:7d', '2026-11-22'],
  ['In the water. Withdrawal: 7 days, then recheck', '2026-11-22'],
  ['withdrawal = 28d', '2026-12-13'],
  ['withdrawal:0d', '2026-11-15'],
  ['withdrawal:7 doses', null],
  ['withdrawal 7d', null],
  ['no withdrawal', null],
  [null, null],
])('a treatment on 2026-11-15 noted as %j ends its withdrawal period on %s', (notes, expected) => {
  expect(withdrawalUntil('2026-11-15', notes)).toBe(expected);
});

describe('the last day of a closed flock', () => {
  const end = { closedDay: '2026-12-20', lastLogDate: '2026-12-10', lastSaleDate: '2026-12-12' };

  test.each([
    ['the last sale', end, '2026-12-12'],
    ['the last log if it is later', { ...end, lastLogDate: '2026-12-13' }, '2026-12-13'],
    ['the last log of a flock that was not sold', { ...end, lastSaleDate: null }, '2026-12-10'],
    ['the closing if sales are dated later', { ...end, lastSaleDate: '2026-12-24' }, '2026-12-20'],
    ['the last sale if there is no closing time', { ...end, closedDay: null }, '2026-12-12'],
    [
      'the closing without any records',
      { ...end, lastLogDate: null, lastSaleDate: null },
      '2026-12-20',
    ],
    [
      'unknown without any of these',
      { closedDay: null, lastLogDate: null, lastSaleDate: null },
      null,
    ],
  ])('is %s', (_, input, expected) => {
    expect(lastDayInside(input)).toBe(expected);
  });

  const anyDay = integer({ min: 0, max: 60 }).map((days) => addDays('2026-11-01', days));

  test('is never after the closing', () =>
    assert(
      property(anyDay, option(anyDay), option(anyDay), (closedDay, lastLogDate, lastSaleDate) => {
        return (lastDayInside({ closedDay, lastLogDate, lastSaleDate }) ?? '') <= closedDay;
      }),
    ));
});
