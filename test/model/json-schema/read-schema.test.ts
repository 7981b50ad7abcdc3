import { expect, test } from 'vitest';
import { readSchema } from '../../../src/model/api/read-schema.ts';
import {
  boolean,
  date,
  type Field,
  integer,
  json,
  list,
  money,
  reference,
  text,
  timestamp,
  word,
} from '../../../src/model/core/fields.ts';
import { closed, open } from '../../../src/model/core/vocabulary.ts';

test.each<[string, Field, object]>([
  ['a required text', text(9, { required: true }), { type: 'string' }],
  ['a text that may be absent', text(9), { type: ['string', 'null'] }],
  ['an address', text(9, { format: 'url' }), { type: ['string', 'null'], format: 'uri' }],
  ['a number with a unit', integer(0, 9, { unit: 'birds' }), { description: 'Unit: birds.' }],
  ['an amount', money(9), { type: ['number', 'null'] }],
  ['a day', date({ required: true }), { type: 'string', format: 'date' }],
  ['an instant', timestamp({ required: true }), { type: 'string', format: 'date-time' }],
  ['a field that is never empty', boolean({ default: true }), { type: 'boolean' }],
  ['a field that is filled in', text(9, { defaultFrom: 'caller' }), { type: 'string' }],
  ['a computed field', integer(0, 9, { origin: 'computed' }), { type: ['integer', 'null'] }],
  ['free JSON', json(), { type: ['object', 'array', 'null'] }],
  ['a list', list(3, 9), { type: ['array', 'null'], items: { type: 'string' } }],
  [
    'a closed vocabulary',
    word(closed(['on', 'off'])),
    { type: ['string', 'null'], enum: ['on', 'off', null] },
  ],
  [
    'an open vocabulary',
    word(open(['sun', 'rain'])),
    { type: ['string', 'null'], description: 'One of sun, rain, or another word.' },
  ],
  ['a reference', reference('alerts'), { description: 'Id of an alert.' }],
])('%s', (_, field, expected) => {
  expect(readSchema(field)).toMatchObject(expected);
});
