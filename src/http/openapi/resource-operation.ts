import { ref } from '../../model/json-schema/json-schema.ts';
import type { ResourceVerb } from '../../model/operation.ts';
import type { ResourceDefinition } from '../../model/resource.ts';
import { listParameters } from './list-parameters.ts';
import type {
  MediaType,
  OperationObject,
  ParameterObject,
  Reference,
  ResponseObject,
} from './open-api-document.ts';
import { createdName, schemaName } from './resource-components.ts';
import { componentRef, standardHeaders } from './shared-components.ts';

interface Success {
  readonly status: number;
  readonly description: (singular: string) => string;
  readonly schema: (definition: ResourceDefinition) => string;
  /** What follows the name of the resource's schema in that of the example. */
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

/** The parameters of an operation on a resource, besides those of its path. */
export function resourceParameters(
  definition: ResourceDefinition,
  verb: ResourceVerb,
): (ParameterObject | Reference)[] {
  switch (verb) {
    case 'list':
      return [...listParameters(definition), componentRef('parameters', 'IfNoneMatch')];
    case 'get':
      return [componentRef('parameters', 'IfNoneMatch')];
    case 'create':
      return [
        ...(definition.farm.kind === 'farm' ? [componentRef('parameters', 'FarmOfNewRow')] : []),
        ...preference(definition),
      ];
    case 'update':
      return [componentRef('parameters', 'IfMatch'), ...preference(definition)];
    case 'delete':
      return [componentRef('parameters', 'IfMatch')];
  }
}

/** Where values can be doubted, a caller may ask for that. */
function preference({ fields }: ResourceDefinition): Reference[] {
  const isDoubted = 'suspect' in fields || 'breedSuggestion' in fields;
  return isDoubted ? [componentRef('parameters', 'Prefer')] : [];
}

/** The body of an operation that writes a resource; undefined for the others. */
export function resourceBody(
  definition: ResourceDefinition,
  verb: ResourceVerb,
): MediaType | undefined {
  const kind = verb === 'create' ? 'Create' : verb === 'update' ? 'Update' : undefined;
  return kind && jsonOf(ref(`${schemaName(definition)}${kind}`), schemaName(definition) + kind);
}

/** What an operation on a resource answers when all is well. */
export function resourceResponses(
  definition: ResourceDefinition,
  verb: ResourceVerb,
): OperationObject['responses'] {
  const { status, description, schema, example, headers } = successes[verb];
  const own = headers.map(
    (header) => [header, componentRef('headers', headerNames[header])] as const,
  );
  const response: ResponseObject = {
    description: description(definition.singular),
    headers: { ...standardHeaders, ...Object.fromEntries(own) },
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
