import {
  type DateField,
  type Field,
  isNumeric,
  type JsonField,
  type ListField,
  type NumberField,
  type TextField,
  type WordField,
} from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { type ResourceDefinition, requiredFields, writableFields } from '../core/resource.ts';
import {
  type ActionDefinition,
  type ActionType,
  actionFields,
  actions,
} from '../resources/actions.ts';
import { anyJson, type JsonSchema, presenceOf } from './json-schema.ts';
import { describeField } from './read-schema.ts';

type Builder<F> = (field: F) => JsonSchema;

// Validation treats white space and invisible characters as no value.
const NOTHING_VISIBLE = '^[\\s\\p{Cf}]*$';
const TRUE_OR_FALSE = '^\\s*([Tt][Rr][Uu][Ee]|[Ff][Aa][Ll][Ss][Ee]|[01])\\s*$';
const NUMERAL = '^\\s*[+-]?\\d+(\\.\\d+)?\\s*$';
const INSTANT =
  '^\\s*\\d{4}-\\d{2}-\\d{2}[T ]\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?([Zz]|[+-]\\d{2}:?\\d{2})?\\s*$';
const DAY_OR_INSTANT =
  '^\\s*\\d{4}-\\d{2}-\\d{2}([T ]\\d{2}:\\d{2}(:\\d{2}(\\.\\d{1,9})?)?([Zz]|[+-]\\d{2}:?\\d{2})?)?\\s*$';

/** No value: the field is absent, or an update clears it. */
const cleared: JsonSchema = { type: ['null', 'string'], pattern: NOTHING_VISIBLE };

const builders = {
  text: writeText,
  integer: writeNumber,
  number: writeNumber,
  money: writeNumber,
  date: writeDate,
  timestamp: () => ({ type: 'string', pattern: INSTANT, examples: ['2026-11-21T08:15:00Z'] }),
  boolean: () => ({
    anyOf: [
      { type: 'boolean' },
      { type: 'integer', enum: [0, 1] },
      { type: 'string', pattern: TRUE_OR_FALSE },
    ],
  }),
  json: writeJson,
  list: writeList,
  word: writeWord,
  reference: () => ({ type: 'string' }),
} satisfies Record<Field['type'], unknown>;

/** What the value is for; determines whether it may be empty. */
export type WriteKind = 'create' | 'update' | 'parameter';

/**
 * The JSON Schema of a field's value in a request. It accepts everything the service accepts: a
 * value that violates the schema is also rejected by the service.
 */
export function writeSchema(field: Field, kind: WriteKind): JsonSchema {
  // `builders` pairs each type with its builder; the compiler loses this relation in a lookup.
  const built = (builders[field.type] as Builder<Field>)(field);
  // Parameters are always strings; in a body, a number may be sent as a string.
  const schema = isNumeric(field) && kind !== 'parameter' ? withNumeral(built) : built;
  const description = [describeField(field), describeForms(field), describeDefault(field, kind)]
    .filter((sentence) => sentence !== '')
    .join(' ');
  return {
    ...(kind === 'parameter' || field.required ? schema : withCleared(schema)),
    ...(description === '' ? {} : { description }),
    ...(kind === 'parameter' && field.default !== undefined ? { default: field.default } : {}),
  };
}

function withNumeral(schema: JsonSchema): JsonSchema {
  return { anyOf: [schema, { type: 'string', pattern: NUMERAL }] };
}

function withCleared(schema: JsonSchema): JsonSchema {
  const { type } = schema;
  if (Array.isArray(type) && type.includes('string')) return { ...schema, type: [...type, 'null'] };
  if (schema['type'] === 'string' && !('pattern' in schema)) {
    return { ...schema, type: ['string', 'null'] };
  }
  const choices = Array.isArray(schema['anyOf']) ? schema['anyOf'] : [schema];
  return { anyOf: [...choices, cleared] };
}

function writeText({ max, required }: TextField): JsonSchema {
  return { type: 'string', ...(required ? { minLength: 1 } : {}), maxLength: max };
}

function writeNumber({ type, min, max, above, below, wraps }: NumberField): JsonSchema {
  const isOpenAbove = below !== undefined && wraps === undefined;
  return {
    type: type === 'integer' ? 'integer' : 'number',
    ...(above === undefined ? { minimum: min ?? 0 } : { exclusiveMinimum: above }),
    ...(isOpenAbove ? { exclusiveMaximum: below } : { maximum: max }),
  };
}

function writeDate(_field: DateField): JsonSchema {
  return { type: 'string', pattern: DAY_OR_INSTANT, examples: ['2026-11-21'] };
}

function writeJson({ anyValue }: JsonField): JsonSchema {
  return anyValue ? anyJson : { type: ['object', 'array'], additionalProperties: true, items: {} };
}

function writeList({ maxItems, maxLength }: ListField): JsonSchema {
  return {
    anyOf: [
      {
        type: 'array',
        items: { type: 'string' },
        maxItems: limits.arrayItems,
        description: `At most ${maxItems} different texts of at most ${maxLength} characters.`,
      },
      { type: 'string', description: 'The same with commas between.' },
    ],
  };
}

function writeWord({ vocabulary }: WordField): JsonSchema {
  if (vocabulary.open) return { type: 'string' };
  return { anyOf: [{ type: 'string', enum: vocabulary.words }, { type: 'string' }] };
}

/**
 * The default of a body field, in words: generators such as openapi-typescript treat a property
 * with the keyword `default` as always present.
 */
function describeDefault({ default: value }: Field, kind: WriteKind): string {
  return kind === 'create' && value !== undefined ? `Default: ${value}.` : '';
}

/** Accepted forms of a value other than its stored form. */
function describeForms(field: Field): string {
  if (field.type === 'date') return 'A day; a time stamp is taken too.';
  if (field.type === 'timestamp')
    return 'A time stamp; without an offset it is in the time zone of the farm.';
  if (field.type !== 'word' || field.vocabulary.open) return '';
  const synonyms = Object.entries(field.vocabulary.synonyms ?? {});
  if (synonyms.length === 0) return 'Upper and lower case are the same.';
  const pairs = synonyms.map(([synonym, word]) => `${synonym} (${word})`);
  return `Upper and lower case are the same; also taken: ${pairs.join(', ')}.`;
}

const farmHint: JsonSchema = {
  type: ['string', 'null'],
  description: 'The farm, if neither a parent nor the query parameter farmId determines it.',
};

/** The request body that creates a row: the writable fields, and the farm unless it is implied. */
export function createSchema(definition: ResourceDefinition): JsonSchema {
  const { properties, ...schema } = createFieldsSchema(definition);
  const hasFarm = definition.farm.kind === 'farm';
  return {
    ...schema,
    properties: { ...(properties as object), ...(hasFarm ? { farmId: farmHint } : {}) },
  };
}

/** The writable fields of a new row; mandatory fields are `required`. */
export function createFieldsSchema(definition: ResourceDefinition): JsonSchema {
  const required = requiredFields(definition).map(([name]) => name);
  return {
    type: 'object',
    description: 'Fields that are not named here are ignored.',
    properties: Object.fromEntries(
      writableFields(definition).map(([name, field]) => [name, writeSchema(field, 'create')]),
    ),
    ...(required.length === 0 ? {} : { required }),
  };
}

/** The request body that updates a row: any of the writable fields. */
export function updateSchema(definition: ResourceDefinition): JsonSchema {
  return {
    type: 'object',
    description: 'What to change; null clears. Fields that are not named here are ignored.',
    properties: Object.fromEntries(
      writableFields(definition).map(([name, field]) => {
        // The status can be changed by a transition but not cleared.
        const writableField = name === 'status' ? { ...field, required: true } : field;
        return [name, writeSchema(writableField, 'update')];
      }),
    ),
  };
}

/** The JSON Schema of the request body for an action of this type. */
export function actionSchema(type: ActionType): JsonSchema {
  const action: ActionDefinition = actions[type];
  const fields = actionFields(action);
  const required = fields.filter(([, field]) => field.required).map(([name]) => name);
  return {
    type: 'object',
    description: `${action.summary}.`,
    properties: {
      farmId: { type: 'string', description: 'May be absent where one farm only is possible.' },
      type: { type: 'string', const: type },
      ...Object.fromEntries(fields.map(([name, field]) => [name, writeSchema(field, 'create')])),
    },
    required: ['type', ...required],
    ...(action.anyOf ? { anyOf: action.anyOf.map(presenceOf) } : {}),
  };
}
