import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { boolean, date, integer, number, text, timestamp } from '../../../src/model/core/fields.ts';
import { formatCursor, isValueOf, parseCursor } from '../../../src/platform/core/list-query.ts';

const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

test('a cursor is parsed back to its value', () => {
  const cursors = fc.record({
    order: fc.constantFrom('date', 'name', 'id', 'createdAt'),
    direction: fc.constantFrom('asc' as const, 'desc' as const),
    value: fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Object.is(value, -0)),
      fc.boolean(),
      fc.constant(null),
    ),
    id: fc.string({ unit: fc.constantFrom(...'abc_XYZ019') }),
  });
  fc.assert(
    fc.property(cursors, (cursor) => {
      const written = formatCursor(cursor);
      expect(written).toMatch(/^[\w-]+$/);
      expect(parseCursor(written)).toEqual(cursor);
    }),
  );
});

test.each([
  ['', ''],
  ['not base64', '!!!'],
  ['not JSON', Buffer.from('{').toString('base64url')],
  ['an object', encode({ order: 'date' })],
  ['three parts', encode(['date', 'asc', 'x'])],
  ['five parts', encode(['date', 'asc', 'x', 'id', 1])],
  ['another direction', encode(['date', 'down', 'x', 'id'])],
  ['a number as id', encode(['date', 'asc', 'x', 5])],
  ['a list as value', encode(['date', 'asc', ['x'], 'id'])],
  ['NUL in its id', encode(['date', 'asc', 'x', 'i\0d'])],
])('a text that is %s is not a cursor', (_, text) => {
  expect(parseCursor(text)).toBeUndefined();
});

test('no text breaks the parser of cursors', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.jsonValue().map(encode)), (text) => {
      const cursor = parseCursor(text);
      if (cursor) expect(['asc', 'desc']).toContain(cursor.direction);
    }),
  );
});

describe('a value', () => {
  test.each([
    ['a day', date(), '2026-11-22', true],
    ['an impossible day', date(), '2026-02-30', false],
    ['a number as day', date(), 5, false],
    ['an instant', timestamp(), '2026-11-22T08:30:00.000Z', true],
    ['a day as instant', timestamp(), '2026-11-22', false],
    ['an instant with an offset', timestamp(), '2026-11-22T10:30:00.000+02:00', false],
    ['an instant with a space', timestamp(), '2026-11-22 08:30:00.000Z', false],
    ['an instant of microseconds', timestamp(), '2026-11-22T08:30:00.000001Z', false],
    ['an instant of seconds', timestamp(), '2026-11-22T08:30:00Z', false],
    ['a whole number', integer(0, 10), 5, true],
    ['half as whole number', integer(0, 10), 0.5, false],
    ['a huge whole number', integer(0, 10), 1e300, false],
    ['a text as number', number(0, 10), '5', false],
    ['true', boolean(), true, true],
    ['1 as a boolean', boolean(), 1, false],
    ['a text', text(10), 'x', true],
    ['a text with NUL', text(10), 'x\0', false],
    ['a number as text', text(10), 5, false],
    ['nothing', date(), null, true],
  ] as const)('%s: %o %o is a possible value of the field: %s', (_, field, value, expected) => {
    expect(isValueOf(field, value)).toBe(expected);
  });
});
