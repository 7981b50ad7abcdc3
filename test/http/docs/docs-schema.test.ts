import { expect, test } from 'vitest';
import { renderFieldTable, typeText } from '../../../src/http/docs/markup.ts';
import { buildOpenApi } from '../../../src/http/openapi/build-documents.ts';
import type { JsonSchema } from '../../../src/model/api/json-schema.ts';
import { writeSchema } from '../../../src/model/api/write-schema.ts';
import { integer, number, word } from '../../../src/model/core/fields.ts';
import { closed } from '../../../src/model/core/vocabulary.ts';

test.each<[JsonSchema, string]>([
  [{ type: 'string', format: 'date' }, 'date'],
  [{ type: ['number', 'null'] }, 'number or null'],
  [{ type: 'string', maxLength: 5000 }, 'string, at most 5,000 characters'],
  [{ type: 'array', items: { type: 'integer' } }, 'list of integer'],
  [{ const: true }, 'true'],
  [{ enum: ['asc', 'desc'] }, 'one of asc, desc'],
  [{ anyOf: [{ $ref: '#/components/schemas/Flock' }, { type: 'null' }] }, 'Flock or null'],
  [{}, 'any'],
  [writeSchema(integer(0, 700), 'create'), 'integer, from 0 to 700 or null'],
  [writeSchema(number(0, 1, { required: true }), 'create'), 'number, from 0 to 1'],
  [writeSchema(word(closed(['on', 'off'])), 'create'), 'one of on, off or null'],
])('%j in words is %s', (schema, words) => {
  expect(typeText(schema).markup.replace(/<[^>]+>/g, '')).toBe(words);
});

test('a table has inner objects with dotted names and marks what is required', () => {
  const document = buildOpenApi({ version: '1.0.0' });
  const { markup } = renderFieldTable(document, {
    type: 'object',
    properties: {
      meta: { type: 'object', properties: { total: { type: 'integer' } } },
      rows: { type: 'array', items: { type: 'object', properties: { id: {} } } },
    },
    required: ['rows'],
  });
  expect(
    [...markup.matchAll(/<td><code>([^<]+)<\/code>( <em)?/g)].map(([, name, mark]) => [
      name,
      Boolean(mark),
    ]),
  ).toEqual([
    ['meta', false],
    ['meta.total', false],
    ['rows', true],
    ['rows[].id', false],
  ]);
});
