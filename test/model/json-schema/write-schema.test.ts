import { expect, test } from 'vitest';
import { writeSchema } from '../../../src/model/api/write-schema.ts';
import {
  boolean,
  date,
  type Field,
  integer,
  json,
  list,
  money,
  number,
  positive,
  text,
  timestamp,
  word,
} from '../../../src/model/core/fields.ts';
import { writableFields } from '../../../src/model/core/resource.ts';
import { closed, open } from '../../../src/model/core/vocabulary.ts';
import { resources } from '../../../src/model/resources/registry.ts';
import { fieldSchema } from '../../../src/model/validation/validation.ts';
import { createValidator } from '../../http/openapi/validator.ts';

const validate = createValidator();

const severity = closed(['info', 'critical'], { urgent: 'critical' });

/** A number, or the same as text. */
const numeric = (schema: object) => ({ anyOf: [schema, { type: 'string' }] });

test.each<[string, Field, object]>([
  ['a text', text(40), { type: ['string', 'null'], maxLength: 40 }],
  ['a required text', text(40, { required: true }), { type: 'string', minLength: 1 }],
  ['a whole number', integer(0, 9, { required: true }), numeric({ type: 'integer', maximum: 9 })],
  [
    'a number above 0',
    positive(9, { required: true }),
    numeric({ exclusiveMinimum: 0, maximum: 9 }),
  ],
  ['an amount', money(9, { required: true }), numeric({ type: 'number', minimum: 0, maximum: 9 })],
  [
    'a number with a lower limit',
    number(0, 1, { below: 1, required: true }),
    numeric({ minimum: 0, exclusiveMaximum: 1 }),
  ],
  [
    'an angle that wraps around',
    number(0, 360, { below: 360, wraps: { from: 360, to: 0 }, required: true }),
    numeric({ minimum: 0, maximum: 360 }),
  ],
  ['an open vocabulary', word(open(['sun'])), { type: ['string', 'null'] }],
  [
    'a closed vocabulary',
    word(severity, { required: true }),
    {
      anyOf: [{ type: 'string', enum: ['info', 'critical'] }, { type: 'string' }],
      description: 'Upper and lower case are the same; also taken: urgent (critical).',
    },
  ],
])('%s', (_, field, expected) => {
  expect(writeSchema(field, 'create')).toMatchObject(expected);
});

test('the default of a body field is in its description, that of a parameter in `default`', () => {
  const field = word(severity, { default: 'info' });
  const { description, ...schema } = writeSchema(field, 'create');
  expect(description).toMatch(/ Default: info\.$/);
  expect(schema).not.toHaveProperty('default');
  expect(writeSchema(field, 'update')['description']).not.toContain('Default');
  expect(writeSchema(field, 'parameter')).toHaveProperty('default', 'info');
});

test.each<[string, Field, readonly unknown[], readonly unknown[]]>([
  ['a day', date(), ['2026-11-21', '2026-11-21T08:00Z', null, ''], ['21.11.2026', 20261121]],
  [
    'a time stamp',
    timestamp(),
    ['2026-11-21 08:00:00.5+02:00', '2026-11-21T08:00'],
    ['2026-11-21', 0],
  ],
  ['a boolean', boolean(), [true, 1, '0', 'TRUE', null], ['yes', 2]],
  ['a list', list(2, 9), [['a'], 'a,b', null, []], [[1], 7]],
  ['a number', integer(1, 9), [1, 9, '5', null, '', '\u200b\u202e'], [0, 10, 1.5, '1e1']],
  ['any JSON value', json({ anyValue: true }), [{}, [[]], 'x', '', 0, false, null], []],
  ['a required number', integer(1, 9, { required: true }), [1], [null, '', 0]],
])('%s accepts the first list and rejects the second', (_, field, accepted, refused) => {
  const schema = writeSchema(field, 'create');
  for (const value of accepted) expect([value, validate(schema, value)]).toEqual([value, []]);
  for (const value of refused) expect([value, validate(schema, value)]).not.toEqual([value, []]);
});

const CANDIDATES: readonly unknown[] = [
  ...['x', ' padded ', 'CRITICAL', 'In Progress', 'done', 'high', 'אבג', '1', ' false ', 'a,b,,a'],
  ...['2026-11-21', ' 2026-11-21 ', '2026-11-21T10:00Z', '2026-11-21 10:00:00+0200', '2026-13-01'],
  ...['a@b.co', '+972501234567', 'ils', 'ILS', 'https://a.b/c', 'rtsp://10.0.0.1:554/s', 'env:X'],
  ...['x'.repeat(40), 'x'.repeat(41), 'x'.repeat(5000), '', '  ', '\n'],
  ...[0, 1, -1, 0.5, 15, 359.9, 360, 1e6, -1e9, Number.MAX_VALUE],
  ...[true, false, null, [], ['a'], ['a', 'b'], [1], {}, { metric: 'nh3' }, [['deep']]],
];

const fields = Object.values(resources).flatMap((definition) =>
  writableFields(definition).map(([name, field]) => [`${definition.name}.${name}`, field] as const),
);

test.each(fields)('values valid for the service in %s are valid for its schema', (_, field) => {
  const schema = writeSchema(field, 'create');
  const accepted = CANDIDATES.filter((value) => isTaken(field, value));
  expect(accepted.filter((value) => validate(schema, value).length > 0)).toEqual([]);
});

function isTaken(field: Field, value: unknown): boolean {
  const isEmpty = value === null || (typeof value === 'string' && value.trim() === '');
  if (isEmpty) return !field.required;
  return fieldSchema(field, { zone: 'Asia/Jerusalem' }).safeParse(value).success;
}

test('a parameter, which is always text, is described as a plain number', () => {
  expect(writeSchema(integer(0, 9), 'parameter')).toMatchObject({ type: 'integer', maximum: 9 });
});
