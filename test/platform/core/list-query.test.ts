import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FarmError } from '../../../src/model/core/errors.ts';
import {
  getResource,
  type ResourceName,
  resourceNames,
} from '../../../src/model/resources/registry.ts';
import { formatCursor, parseListQuery } from '../../../src/platform/core/list-query.ts';

const zone = 'Asia/Jerusalem';

/** The parsed query of a resource. */
function read(resource: ResourceName, query: string, inZone = zone) {
  return parseListQuery(getResource(resource), [...new URLSearchParams(query)], {
    zone: inZone,
    hidden: [],
  });
}

/** The issues of a query as `path code`. */
function issuesOf(resource: ResourceName, query: string): readonly string[] {
  try {
    read(resource, query);
    return [];
  } catch (error) {
    return (error as FarmError).issues?.map(({ path, code }) => `${path} ${code}`) ?? [];
  }
}

/** The first issue of a query. */
function firstIssue(resource: ResourceName, query: string) {
  try {
    return read(resource, query);
  } catch (error) {
    return (error as FarmError).issues?.[0];
  }
}

describe('an empty query', () => {
  test.each<[ResourceName, string]>([
    ['farms', 'createdAt'],
    ['barns', 'name'],
    ['flocks', 'placementDate'],
    ['daily-logs', 'date'],
    ['events', 'ts'],
    ['env-readings', 'ts'],
    ['vision-events', 'ts'],
    ['medicine', 'expiryDate'],
    ['contacts', 'name'],
    ['sales', 'date'],
    ['users', 'createdAt'],
    ['reg-items', 'dueDate'],
  ])('an empty query of %s returns 50 rows, descending by %s', (resource, order) => {
    expect(read(resource, '')).toEqual({
      fields: undefined,
      query: { conditions: [], order, direction: 'desc', limit: 50, offset: 0 },
    });
  });
});

test('all parameters can be combined', () => {
  const query = read(
    'tasks',
    'farmId=farm_1&limit=10&offset=20&order=dueDate&dir=asc&q=%20Weigh%20&status=completed&barnId=barn_1&dueDate_from=2026-11-01&createdAt_to=2026-11-02&fields=id,title',
  );
  expect(query).toEqual({
    fields: ['id', 'title'],
    query: {
      conditions: [
        { field: 'status', operator: '=', value: 'done' },
        { field: 'barnId', operator: '=', value: 'barn_1' },
        { field: 'dueDate', operator: '>=', value: '2026-11-01' },
        { field: 'createdAt', operator: '<=', value: '2026-11-02T21:59:59.999Z' },
      ],
      order: 'dueDate',
      direction: 'asc',
      limit: 10,
      offset: 20,
      text: 'weigh',
    },
  });
});

describe('a limit', () => {
  test.each<[ResourceName, string, string[]]>([
    ['tasks', '1', []],
    ['tasks', '200', []],
    ['tasks', '201', ['limit too_large']],
    ['env-readings', '2000', []],
    ['env-readings', '2001', ['limit too_large']],
    ['vision-events', '2000', []],
    ['vision-events', '2001', ['limit too_large']],
    ['daily-logs', '2000', ['limit too_large']],
    ['tasks', '0', ['limit too_small']],
    ['tasks', '-1', ['limit wrong_type']],
    ['tasks', '1.5', ['limit wrong_type']],
    ['tasks', '1e1', ['limit wrong_type']],
    ['tasks', '0x10', ['limit wrong_type']],
    ['tasks', '', ['limit wrong_type']],
    ['tasks', 'ten', ['limit wrong_type']],
    ['tasks', '9999999999999999999999', ['limit wrong_type']],
    ['tasks', '１０', ['limit wrong_type']],
  ])('a list of %s with the limit %j has the issues %j', (resource, value, issues) => {
    expect(issuesOf(resource, `limit=${encodeURIComponent(value)}`)).toEqual(issues);
  });
});

describe('rejects', () => {
  test.each<[string, ResourceName, string, string[]]>([
    ['an unknown parameter', 'tasks', 'stauts=open', ['stauts unknown_parameter']],
    ['a filter of another resource', 'barns', 'severity=info', ['severity unknown_parameter']],
    ['q without searchable fields', 'sales', 'q=x', ['q unknown_parameter']],
    [
      'a range of a field without ranges',
      'tasks',
      'updatedAt_from=2026-11-01',
      ['updatedAt_from unknown_parameter'],
    ],
    ['a parameter of another case', 'tasks', 'Limit=5', ['Limit unknown_parameter']],
    ['a parameter without a name', 'tasks', '=5', [' unknown_parameter']],
    ['__proto__', 'tasks', '__proto__=1', ['__proto__ unknown_parameter']],
    ['a repeated filter', 'tasks', 'status=open&status=done', ['status repeated_parameter']],
    ['a repeated limit', 'tasks', 'limit=5&limit=5', ['limit repeated_parameter']],
    ['an unknown field', 'tasks', 'order=titel', ['order not_allowed']],
    ['order by a computed field', 'tasks', 'order=overdue', ['order not_allowed']],
    ['order by JSON', 'tasks', 'order=createdBy', ['order not_allowed']],
    ['order by the organisation', 'tasks', 'order=orgId', ['order not_allowed']],
    ['order by SQL', 'tasks', 'order=title;drop', ['order not_allowed']],
    ['order by a property of objects', 'tasks', 'order=constructor', ['order not_allowed']],
    ['another direction', 'tasks', 'dir=up', ['dir not_allowed']],
    ['an offset below 0', 'tasks', 'offset=-1', ['offset wrong_type']],
    ['a far offset', 'tasks', 'offset=10000001', ['offset too_large']],
    ['an unknown field to return', 'tasks', 'fields=id,titel', ['fields not_allowed']],
    ['no field to return', 'tasks', 'fields=', ['fields not_allowed']],
    ['an unknown status', 'tasks', 'status=openn', ['status not_allowed']],
    ['an empty filter', 'tasks', 'status=', ['status required']],
    [
      'a day that does not exist',
      'tasks',
      'dueDate_from=2026-02-30',
      ['dueDate_from invalid_date'],
    ],
    [
      'an hour that does not exist',
      'tasks',
      'createdAt_from=2026-11-01T24:00:00',
      ['createdAt_from invalid_date'],
    ],
    ['control characters in q', 'tasks', 'q=a%00b', ['q invalid_character']],
    ['an invalid boolean', 'field-reports', 'isQuestion=maybe', ['isQuestion wrong_type']],
    ['an invalid cursor', 'tasks', 'cursor=x', ['cursor invalid_format']],
    [
      'all errors together',
      'tasks',
      'limit=999&offset=x&order=y&dir=z&status=w&foo=1&dueDate_to=never',
      [
        'foo unknown_parameter',
        'status not_allowed',
        'dueDate_to invalid_date',
        'order not_allowed',
        'dir not_allowed',
        'limit too_large',
        'offset wrong_type',
      ],
    ],
  ])('%s', (_, resource, query, issues) => {
    expect(issuesOf(resource, query)).toEqual(issues);
  });
});

describe('the closest name is suggested', () => {
  test.each<[ResourceName, string, string]>([
    ['tasks', 'stauts=open', 'status'],
    ['tasks', 'duedate_from=2026-11-01', 'dueDate_from'],
    ['tasks', 'ordr=title', 'order'],
    ['tasks', 'order=titl', 'title'],
    ['tasks', 'dir=DESC', 'desc'],
    ['tasks', 'fields=titles', 'title'],
    ['tasks', 'status=opened', 'open'],
    ['tasks', 'farmid=x', 'farmId'],
  ])('the closest name of %s is suggested for %s: %s', (resource, query, suggestion) => {
    expect(firstIssue(resource, query)).toMatchObject({ suggestion });
  });
});

describe('a range of days', () => {
  test.each([
    // Both ends of the day in the zone; 25 hours when the clocks are set back.
    ['createdAt_from=2026-10-25', zone, '>=', '2026-10-24T21:00:00.000Z'],
    ['createdAt_to=2026-10-25', zone, '<=', '2026-10-25T21:59:59.999Z'],
    ['createdAt_from=2026-11-01', 'Asia/Bangkok', '>=', '2026-10-31T17:00:00.000Z'],
    ['createdAt_to=2026-11-01', 'Asia/Bangkok', '<=', '2026-11-01T16:59:59.999Z'],
    // An instant is itself.
    ['createdAt_from=2026-11-01T10:00:00%2B02:00', zone, '>=', '2026-11-01T08:00:00.000Z'],
    ['createdAt_to=2026-11-01T10:00:00Z', zone, '<=', '2026-11-01T10:00:00.000Z'],
  ])('%s in %s is %s %s', (query, inZone, operator, value) => {
    expect(read('tasks', query, inZone).query.conditions).toEqual([
      { field: 'createdAt', operator, value },
    ]);
  });

  test.each([
    ['dueDate_from=2026-11-01', '>=', '2026-11-01'],
    ['dueDate_to=2026-11-01', '<=', '2026-11-01'],
    // 22:30 UTC is the next day in Israel.
    ['dueDate_to=2026-11-01T22:30:00Z', '<=', '2026-11-02'],
  ])('a range of days of a date field: %s is %s %s', (query, operator, value) => {
    expect(read('tasks', query).query.conditions).toEqual([{ field: 'dueDate', operator, value }]);
  });
});

test.each([
  ['q=%20%20', undefined],
  ['q=Ñandú', 'nandu'],
  ['q=שָׁלוֹם', 'שלום'],
  ['q=%25_*', '%_*'],
  ['q=鸡', '鸡'],
])('%s searches for %j', (query, text) => {
  expect(read('tasks', query).query.text).toBe(text);
});

describe('a cursor', () => {
  const cursor = (order: string, value: string | number | null = null, id = 'task_1') =>
    `cursor=${formatCursor({ order, direction: 'asc', value, id })}`;

  test('carries its own order', () => {
    expect(read('tasks', cursor('title', 'x')).query).toMatchObject({
      order: 'title',
      direction: 'asc',
      after: { value: 'x', id: 'task_1' },
    });
  });

  test.each([
    ['another order beside it', `${cursor('title', 'x')}&order=dueDate`],
    ['another direction beside it', `${cursor('title', 'x')}&dir=desc`],
    ['an offset beside it', `${cursor('title', 'x')}&offset=10`],
    ['a value that is invalid for the field', cursor('dueDate', 'tomorrow')],
    ['an unknown field', cursor('nothing', 'x')],
    ['a computed field', cursor('overdue', null)],
    ['JSON', cursor('createdBy', 'x')],
    ['the organisation', cursor('orgId', 'x')],
  ])('a cursor with %s is rejected', (_, query) => {
    expect(issuesOf('tasks', query)).toEqual(['cursor invalid_format']);
  });

  test('a cursor of a list field is rejected', () => {
    expect(issuesOf('media', cursor('tags', 'x'))).toEqual(['cursor invalid_format']);
  });
});

test('any query is parsed or rejected with issues that name their parameter', () => {
  const name = fc.oneof(
    fc.constantFrom('limit', 'offset', 'order', 'dir', 'q', 'status', 'fields', 'cursor', 'farmId'),
    fc.constantFrom('createdAt_from', 'dueDate_to', '__proto__', 'constructor'),
    fc.string(),
  );
  const value = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('open', '5', 'asc', 'id'),
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...resourceNames),
      fc.array(fc.tuple(name, value), { maxLength: 4 }),
      (resource, parameters) => {
        try {
          parseListQuery(getResource(resource), parameters, { zone, hidden: [] });
        } catch (error) {
          const { slug, message, issues } = error as FarmError;
          expect(slug).toBe('validation_failed');
          expect(message).toBe(issues?.[0]?.message);
          const names = parameters.map(([given]) => given.slice(0, 100));
          for (const { path } of issues ?? []) expect(names).toContain(path);
        }
      },
    ),
    { numRuns: 500 },
  );
});
