import { describe, expect, test } from 'vitest';
import { periodDays, periodParameters } from '../../src/console/features/records/periods.ts';
import { getResource } from '../../src/model/resources/registry.ts';

describe('the period of a list', () => {
  test.each([
    ['before', { to: '2028-03-01' }],
    ['today', { from: '2028-03-02', to: '2028-03-02' }],
    // With today: 25 to 29 February and 1 and 2 March are seven days.
    ['last7', { from: '2028-02-25', to: '2028-03-02' }],
    // 28 days from 2 to 29 February, and 1 and 2 March.
    ['last30', { from: '2028-02-02', to: '2028-03-02' }],
    ['next7', { from: '2028-03-02', to: '2028-03-08' }],
    ['next30', { from: '2028-03-02', to: '2028-03-31' }],
    ['month', { from: '2028-03-01', to: '2028-03-31' }],
    ['lastMonth', { from: '2028-02-01', to: '2028-02-29' }],
  ])('%s is counted from today', (name, days) => {
    expect(periodDays(name, '2028-03-02')).toEqual(days);
  });

  test('of a month has its last day, also at the end of a year', () => {
    expect(periodDays('month', '2027-12-31')).toEqual({ from: '2027-12-01', to: '2027-12-31' });
    expect(periodDays('month', '2027-02-28')).toEqual({ from: '2027-02-01', to: '2027-02-28' });
    expect(periodDays('lastMonth', '2027-01-31')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  });

  test('is a parameter for each end; an unknown period is no filter', () => {
    const tasks = getResource('tasks');
    expect(
      periodParameters(tasks, { dueDate: 'before', createdAt: 'today' }, '2027-01-05'),
    ).toEqual({
      dueDate_to: '2027-01-04',
      createdAt_from: '2027-01-05',
      createdAt_to: '2027-01-05',
    });
    expect(periodParameters(tasks, { dueDate: 'constructor' }, '2027-01-05')).toEqual({});
  });
});
