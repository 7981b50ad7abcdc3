import { array, type JsonSchema, object, ref } from '../../model/api/json-schema.ts';
import { pascalCase, type ResourceVerb } from '../../model/api/operation.ts';
import { createdRecordSchema, recordSchema } from '../../model/api/read-schema.ts';
import { createSchema, updateSchema, writeSchema } from '../../model/api/write-schema.ts';
import type { Field } from '../../model/core/fields.ts';
import { limits } from '../../model/core/limits.ts';
import { maskedFields, type ResourceDefinition, storedFields } from '../../model/core/resource.ts';
import { exampleChange, exampleChangedRow, exampleRow } from '../../model/resources/example-row.ts';
import type {
  Components,
  ExampleObject,
  MediaType,
  OperationObject,
  ParameterObject,
  Reference,
  ResponseObject,
} from './open-api-document.ts';
import { componentRef, standardHeaders } from './shared-components.ts';

interface Success {
  readonly status: number;
  readonly description: (singular: string) => string;
  readonly schema: (definition: ResourceDefinition) => string;
  /** The suffix that follows the schema name in the name of the example. */
  readonly example: string;
  readonly headers: readonly (keyof typeof headerNames)[];
}

const headerNames = {
  ETag: 'ETag',
  Location: 'Location',
  'Idempotent-Replayed': 'IdempotentReplayed',
} as const;

const successes: Readonly<Record<ResourceVerb, Success>> = {
  list: {
    status: 200,
    description: () => 'One page of the rows that the key sees.',
    schema: (definition) => `${schemaName(definition)}List`,
    example: 'List',
    headers: ['ETag'],
  },
  get: {
    status: 200,
    description: (singular) => `The ${singular}.`,
    schema: schemaName,
    example: '',
    headers: ['ETag'],
  },
  create: {
    status: 201,
    description: (singular) => `The new ${singular}.`,
    schema: createdName,
    example: '',
    headers: ['ETag', 'Location', 'Idempotent-Replayed'],
  },
  update: {
    status: 200,
    description: (singular) => `The ${singular} as it is now.`,
    schema: schemaName,
    example: 'Changed',
    headers: ['ETag', 'Idempotent-Replayed'],
  },
  delete: {
    status: 200,
    description: (singular) => `The ${singular} is gone.`,
    schema: () => 'Deleted',
    example: 'Deleted',
    headers: ['Idempotent-Replayed'],
  },
};

/** The parameters of an operation on a resource, in addition to path parameters. */
export function resourceParameters(
  definition: ResourceDefinition,
  verb: ResourceVerb,
): (ParameterObject | Reference)[] {
  switch (verb) {
    case 'list':
      return [
        ...listParameters(definition),
        ...languageOf(definition),
        componentRef('parameters', 'IfNoneMatch'),
      ];
    case 'get':
      return [...languageOf(definition), componentRef('parameters', 'IfNoneMatch')];
    case 'create':
      return [
        ...(definition.farm.kind === 'farm' ? [componentRef('parameters', 'FarmOfNewRow')] : []),
        ...preference(definition),
      ];
    case 'update':
      return [
        componentRef('parameters', 'IfMatch'),
        ...preference(definition),
        ...languageOf(definition),
      ];
    case 'delete':
      return [componentRef('parameters', 'IfMatch')];
  }
}

/** Texts written by rules are returned in the requested language. */
function languageOf({ translated }: ResourceDefinition): Reference[] {
  return translated ? [componentRef('parameters', 'AcceptLanguage')] : [];
}

/** For resources with plausibility checks, callers may request strict handling. */
function preference({ doubted }: ResourceDefinition): Reference[] {
  return doubted ? [componentRef('parameters', 'Prefer')] : [];
}

/** The body of an operation that writes a resource; otherwise undefined. */
export function resourceBody(
  definition: ResourceDefinition,
  verb: ResourceVerb,
): MediaType | undefined {
  const kind = verb === 'create' ? 'Create' : verb === 'update' ? 'Update' : undefined;
  return kind && jsonOf(ref(`${schemaName(definition)}${kind}`), schemaName(definition) + kind);
}

/** The success responses of an operation on a resource. */
export function resourceResponses(
  definition: ResourceDefinition,
  verb: ResourceVerb,
): OperationObject['responses'] {
  const { status, description, schema, example, headers } = successes[verb];
  const ownHeaders = headers.map(
    (header) => [header, componentRef('headers', headerNames[header])] as const,
  );
  const response: ResponseObject = {
    description: description(definition.singular),
    headers: { ...standardHeaders, ...Object.fromEntries(ownHeaders) },
    content: {
      'application/json': jsonOf(ref(schema(definition)), schemaName(definition) + example),
    },
  };
  const isRead = verb === 'list' || verb === 'get';
  return {
    [status]: response,
    ...(isRead ? { 304: componentRef('responses', 'NotModified') } : {}),
  };
}

function jsonOf(schema: MediaType['schema'], example: string): MediaType {
  return { schema, examples: { example: componentRef('examples', example) } };
}

/** The name of a resource's schema: `DailyLog`; the names of its bodies and lists start with it. */
export function schemaName({ singular }: ResourceDefinition): string {
  return pascalCase(singular);
}

/** The schemas of a resource: the record, its list and its request bodies. */
export function resourceSchemas(
  definition: ResourceDefinition,
): NonNullable<Components['schemas']> {
  const name = schemaName(definition);
  return {
    [name]: recordSchema(definition),
    [`${name}List`]: object(
      { data: array(ref(name)), meta: ref('ListMeta') },
      'With `fields`, each record has only the fields named there.',
    ),
    ...(definition.readOnly
      ? {}
      : {
          [`${name}Create`]: createSchema(definition),
          [`${name}Update`]: updateSchema(definition),
        }),
    ...(definition.shownOnce ? { [createdName(definition)]: createdRecordSchema(definition) } : {}),
  };
}

/** The name of the schema of the create response. */
function createdName(definition: ResourceDefinition): string {
  return `${schemaName(definition)}${definition.shownOnce ? 'Created' : ''}`;
}

/** The examples of a resource: the record, its list and its request bodies. */
export function resourceExamples(
  definition: ResourceDefinition,
): Readonly<Record<string, ExampleObject>> {
  const name = schemaName(definition);
  const row = exampleRow(definition);
  const meta = { total: 1, limit: limits.pageSize, offset: 0, hasMore: false };
  return {
    [name]: { value: row },
    [`${name}List`]: { value: { data: [row], meta } },
    [`${name}Create`]: { value: definition.example },
    [`${name}Update`]: { value: exampleChange(definition) },
    [`${name}Changed`]: { value: exampleChangedRow(definition) },
    [`${name}Deleted`]: { value: { id: row['id'], deleted: true } },
  };
}

const COMMON_FIELDS = ['id', 'farmId', 'version', 'createdAt', 'updatedAt', 'createdBy'];
const COMMON_ORDERS = COMMON_FIELDS.filter((name) => name !== 'createdBy');

function listParameters(definition: ResourceDefinition): readonly (ParameterObject | Reference)[] {
  const { maxLimit, filters, ranges = [] } = definition;
  return [
    componentRef('parameters', 'FarmId'),
    componentRef('parameters', 'Ids'),
    ...searchParameter(definition),
    ...filters.map((name) => filterParameter(name, fieldOf(definition, name))),
    ...ranges.flatMap((name) => rangeParameters(name, fieldOf(definition, name))),
    componentRef('parameters', maxLimit === undefined ? 'Limit' : 'LimitOfMeasurements'),
    componentRef('parameters', 'Offset'),
    orderParameter(definition),
    componentRef('parameters', 'Direction'),
    fieldsParameter(definition),
    componentRef('parameters', 'Cursor'),
  ];
}

/** A query parameter that is parsed like a field. */
export function filterParameter(name: string, field: Field): ParameterObject {
  const isList = field.type === 'list';
  const { description, ...schema } = isList
    ? listSchema(field.words)
    : writeSchema(field, 'parameter');
  const note = isList ? field.note : description;
  return {
    name,
    in: 'query',
    ...(typeof note === 'string' ? { description: note } : {}),
    ...(field.required ? { required: true } : {}),
    ...(isList ? { style: 'form', explode: false } : {}),
    schema,
  };
}

function fieldOf(definition: ResourceDefinition, name: string): Field {
  // Names without a field of the resource are the common time stamps.
  const field: Field = definition.fields[name] ?? { type: 'timestamp' };
  // A filter is optional, and the default of new rows does not apply to it.
  const { required: _, default: __, defaultFrom: ___, note: ____, ...bare } = field;
  return bare;
}

function searchParameter({ search }: ResourceDefinition): ParameterObject[] {
  if (!search) return [];
  return [
    {
      name: 'q',
      in: 'query',
      description: `Text to be found in ${search.join(', ')}; case and accents do not matter.`,
      schema: { type: 'string' },
    },
  ];
}

function rangeParameters(name: string, field: Field): ParameterObject[] {
  const kind = field.type === 'timestamp' ? 'A day or a time stamp' : 'A day';
  const { schema } = filterParameter(name, { type: 'date' });
  return [
    {
      name: `${name}_from`,
      in: 'query',
      description: `${kind}; that and later.`,
      schema,
    },
    {
      name: `${name}_to`,
      in: 'query',
      description: `${kind}; that and earlier, the whole day included.`,
      schema,
    },
  ];
}

function orderParameter(definition: ResourceDefinition): ParameterObject {
  const sortableFields = storedFields(definition)
    .filter(([, field]) => field.type !== 'json' && field.type !== 'list')
    .map(([name]) => name)
    .filter((name) => !maskedFields(definition).includes(name));
  return {
    name: 'order',
    in: 'query',
    description: 'The field that decides the order; severities and priorities go by rank.',
    schema: {
      type: 'string',
      enum: [...COMMON_ORDERS, ...sortableFields],
      default: definition.order,
    },
  };
}

function fieldsParameter(definition: ResourceDefinition): ParameterObject {
  return {
    name: 'fields',
    in: 'query',
    description: 'Only these fields of the records, with commas between.',
    style: 'form',
    explode: false,
    schema: listSchema([...COMMON_FIELDS, ...Object.keys(definition.fields)]),
  };
}

function listSchema(words: readonly string[] | undefined): JsonSchema {
  return {
    type: 'array',
    items: words ? { type: 'string', enum: words } : { type: 'string' },
    minItems: 1,
  };
}
