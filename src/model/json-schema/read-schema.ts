import { type Field, type JsonField, originOf, type TextField, type WordField } from '../fields.ts';
import { describeField } from './describe-field.ts';
import { anyJson, type JsonSchema, nullable } from './json-schema.ts';

type Builder<F> = (field: F) => JsonSchema;

const textFormats: Readonly<Partial<Record<NonNullable<TextField['format']>, string>>> = {
  email: 'email',
  url: 'uri',
};

const builders = {
  text: readText,
  integer: () => ({ type: 'integer' }),
  number: () => ({ type: 'number' }),
  money: () => ({ type: 'number' }),
  date: () => ({ type: 'string', format: 'date' }),
  timestamp: () => ({ type: 'string', format: 'date-time' }),
  boolean: () => ({ type: 'boolean' }),
  json: readJson,
  list: () => ({ type: 'array', items: { type: 'string' } }),
  word: readWord,
  reference: () => ({ type: 'string' }),
} satisfies Record<Field['type'], unknown>;

/** The JSON Schema of a field's value in an answer. */
export function readSchema(field: Field): JsonSchema {
  // The table pairs every type with its builder, which the compiler cannot follow through a lookup.
  const schema = (builders[field.type] as Builder<Field>)(field);
  const description = describeField(field);
  const described = description === '' ? schema : { ...schema, description };
  return isNullable(field) ? withNull(described) : described;
}

/** Whether the value of a field in an answer may be null. */
function isNullable(field: Field): boolean {
  if (originOf(field) === 'computed') return true;
  return !field.required && field.default === undefined && field.defaultFrom === undefined;
}

function readText({ format }: TextField): JsonSchema {
  const known = format === undefined ? undefined : textFormats[format];
  return known === undefined ? { type: 'string' } : { type: 'string', format: known };
}

function readJson({ anyValue }: JsonField): JsonSchema {
  return anyValue ? anyJson : { type: ['object', 'array'], additionalProperties: true, items: {} };
}

function readWord({ vocabulary }: WordField): JsonSchema {
  // Words of an open vocabulary are documented in the description.
  return vocabulary.open ? { type: 'string' } : { type: 'string', enum: vocabulary.words };
}

function withNull(schema: JsonSchema): JsonSchema {
  const { type } = schema;
  return Array.isArray(type) ? { ...schema, type: [...type, 'null'] } : nullable(schema);
}
