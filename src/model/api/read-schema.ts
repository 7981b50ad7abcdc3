import {
  type Field,
  type JsonField,
  originOf,
  type TextField,
  type WordField,
} from '../core/fields.ts';
import type { ResourceDefinition } from '../core/resource.ts';
import { getResource } from '../resources/registry.ts';
import {
  anyJson,
  array,
  instant,
  integer,
  type JsonSchema,
  nullable,
  object,
  ref,
  string,
} from './json-schema.ts';

const defaultSources = {
  now: 'the present time',
  today: 'the present day of the farm',
  caller: 'the name of the key',
} as const;

/** The description of a field for the reference documents; empty if its name is sufficient. */
export function describeField(field: Field): string {
  return [
    ...(field.note === undefined ? [] : [field.note]),
    ...(field.unit === undefined ? [] : [`Unit: ${field.unit}`]),
    ...describeType(field),
    ...(field.defaultFrom === undefined ? [] : [`Default: ${defaultSources[field.defaultFrom]}`]),
  ]
    .map((sentence) => (/[.!?]$/.test(sentence) ? sentence : `${sentence}.`))
    .join(' ');
}

function describeType(field: Field): string[] {
  if (field.type === 'reference') {
    const { singular } = getResource(field.to);
    return [`Id of ${/^[aeio]/.test(singular) ? 'an' : 'a'} ${singular}`];
  }
  if (field.type === 'word' && field.vocabulary.open) {
    return [`One of ${field.vocabulary.words.join(', ')}, or another word`];
  }
  if (field.type === 'list' && field.words) return [`Such as ${field.words.join(', ')}`];
  if (field.type === 'text' && field.format === 'currency') return ['ISO 4217 code'];
  return [];
}

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

/** The JSON Schema of a field's value in a response. */
export function readSchema(field: Field): JsonSchema {
  // `builders` pairs each type with its builder; the compiler loses this relation in a lookup.
  const schema = (builders[field.type] as Builder<Field>)(field);
  const description = describeField(field);
  const described = description === '' ? schema : { ...schema, description };
  return isNullable(field) ? withNull(described) : described;
}

/** Whether the value of a field may be null in a response. */
function isNullable(field: Field): boolean {
  if (originOf(field) === 'computed') return true;
  return !field.required && field.default === undefined && field.defaultFrom === undefined;
}

function readText({ format }: TextField): JsonSchema {
  const textFormat = format === undefined ? undefined : textFormats[format];
  return textFormat === undefined ? { type: 'string' } : { type: 'string', format: textFormat };
}

function readJson({ anyValue, shape }: JsonField): JsonSchema {
  if (shape !== undefined) return ref(shape);
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

/**
 * The schema of a resource's record in responses. All fields are present; unknown values are null.
 */
export function recordSchema(definition: ResourceDefinition): JsonSchema {
  return object(
    { ...recordProperties(definition), ...doubtProperties(definition) },
    `${definition.summary}.`,
  );
}

function doubtProperties({ doubted }: ResourceDefinition): Readonly<Record<string, JsonSchema>> {
  const note = 'Of a written record: path, code and message of what may be wrong';
  return doubted ? { 'doubts?': array({}, note) } : {};
}

/** The response to a create: the record and the secrets that are returned only once. */
export function createdRecordSchema(definition: ResourceDefinition): JsonSchema {
  const secrets = Object.entries(definition.shownOnce ?? {}).map(
    ([name, note]) => [`${name}?`, string(note)] as const,
  );
  return object(
    {
      ...recordProperties(definition),
      ...doubtProperties(definition),
      ...Object.fromEntries(secrets),
    },
    `${definition.summary}, with the secrets that are shown once.`,
  );
}

/** The schemas of a record's fields, by name. */
export function recordProperties(definition: ResourceDefinition): Record<string, JsonSchema> {
  const ownProperties = Object.entries(definition.fields).map(
    ([name, field]) => [name, readSchema(field)] as const,
  );
  const farmId = string('The farm it belongs to.');
  return {
    id: string(),
    farmId: definition.farm.kind === 'organisation' ? nullable(farmId) : farmId,
    version: integer('Counts the changes of the row.'),
    createdAt: instant(),
    updatedAt: instant(),
    createdBy: ref('Author'),
    ...Object.fromEntries(ownProperties),
  };
}
