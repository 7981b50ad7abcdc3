import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { getResource, type ResourceName } from '../../../src/model/resources/registry.ts';
import { emissionsOf, isSame, previousValues } from '../../../src/platform/core/row-change.ts';

type Row = Readonly<Record<string, unknown>>;

describe('a new row', () => {
  test.each<[ResourceName, Row, readonly string[]]>([
    ['alerts', { severity: 'warning', status: 'open' }, ['alert.created']],
    ['alerts', { severity: 'critical', status: 'open' }, ['alert.created', 'alert.critical']],
    ['alerts', { severity: 'info', status: 'resolved' }, ['alert.created', 'alert.resolved']],
    ['tasks', { status: 'open' }, ['task.created']],
    ['tasks', { status: 'done' }, ['task.created', 'task.completed']],
    ['field-reports', { isQuestion: false, severity: 'info' }, ['field_report.created']],
    [
      'field-reports',
      { isQuestion: true, severity: 'critical' },
      ['field_report.created', 'field_report.question', 'field_report.critical'],
    ],
    ['flocks', { status: 'active' }, ['flock.placed']],
    ['flocks', { status: 'planned' }, []],
    ['flocks', { status: 'closed' }, ['flock.closed']],
    ['daily-logs', {}, ['daily_log.created']],
    ['sales', {}, ['sale.created']],
    ['expenses', {}, ['expense.created']],
    ['feed-deliveries', {}, ['feed.delivered']],
    ['barns', { status: 'active' }, []],
    ['contacts', {}, []],
  ])('a new row of %s with %o emits %o', (resource, row, events) => {
    expect(emissionsOf(getResource(resource), undefined, row)).toEqual(events);
  });
});

describe('a change', () => {
  test.each<[ResourceName, Row, Row, readonly string[]]>([
    ['alerts', { severity: 'warning' }, { severity: 'critical' }, ['alert.critical']],
    ['alerts', { severity: 'critical' }, { severity: 'critical' }, []],
    ['alerts', { severity: 'critical' }, { severity: 'warning' }, []],
    ['alerts', { status: 'open' }, { status: 'resolved' }, ['alert.resolved']],
    ['alerts', { status: 'resolved' }, { status: 'open' }, []],
    [
      'alerts',
      { severity: 'info', status: 'open' },
      { severity: 'critical', status: 'resolved' },
      ['alert.critical', 'alert.resolved'],
    ],
    ['tasks', { status: 'open' }, { status: 'done' }, ['task.completed']],
    ['tasks', { status: 'done' }, { status: 'done', title: 'New' }, []],
    ['flocks', { status: 'planned' }, { status: 'active' }, ['flock.placed']],
    ['flocks', { status: 'selling' }, { status: 'active' }, []],
    ['flocks', { status: 'closed' }, { status: 'active' }, []],
    ['flocks', { status: 'active' }, { status: 'closed' }, ['flock.closed']],
    ['field-reports', { severity: 'info' }, { severity: 'critical' }, []],
    ['daily-logs', { mortality: 1 }, { mortality: 2 }, []],
    ['feed-deliveries', { quantityKg: 1 }, { quantityKg: 2 }, []],
  ])('a change of %s from %o to %o emits %o', (resource, before, after, events) => {
    expect(emissionsOf(getResource(resource), before, after)).toEqual(events);
  });
});

describe('the previous values', () => {
  test('are those of the changed fields', () => {
    const before = { id: 'a', title: 'Old', status: 'open', dueDate: null, meta: { a: [1] } };
    const after = {
      id: 'a',
      title: 'New',
      status: 'open',
      dueDate: '2026-11-22',
      meta: { a: [1] },
    };
    expect(previousValues(before, after)).toEqual({ title: 'Old', dueDate: null });
  });

  test('omit version and time of the change', () => {
    const before = { version: 1, updatedAt: '2026-11-01T00:00:00.000Z', title: 'Same' };
    const after = { version: 2, updatedAt: '2026-11-02T00:00:00.000Z', title: 'Same' };
    expect(previousValues(before, after)).toEqual({});
  });
});

describe('two values', () => {
  test.each([
    [1, 1, true],
    [1, '1', false],
    [null, undefined, true],
    [null, 0, false],
    [null, '', false],
    [[1, 2], [1, 2], true],
    [[1, 2], [2, 1], false],
    [{ a: 1 }, { a: 1 }, true],
    [{ a: 1 }, { a: 2 }, false],
    [{ a: 1 }, null, false],
    [{}, [], false],
    ['[]', [], false],
  ])('%j and %j are the same: %s', (left, right, same) => {
    expect(isSame(left, right)).toBe(same);
    expect(isSame(right, left)).toBe(same);
  });

  test('two values of JSON are the same after a round trip', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(isSame(value, JSON.parse(JSON.stringify(value)))).toBe(true);
      }),
    );
  });
});
