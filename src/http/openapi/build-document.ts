import { actionTypes } from '../../model/actions.ts';
import { actionSchemaName } from '../../model/answers/actions.ts';
import { insightSchemas } from '../../model/answers/insights.ts';
import { sharedSchemas } from '../../model/answers/shared-schemas.ts';
import { exampleId } from '../../model/example-id.ts';
import { actionSchema } from '../../model/json-schema/action-schema.ts';
import type { JsonSchema } from '../../model/json-schema/json-schema.ts';
import type { Operation } from '../../model/operation.ts';
import { getResource, resources } from '../../model/registry.ts';
import { apiVersion } from '../../model/version.ts';
import { errorResponses } from './error-responses.ts';
import type {
  Components,
  OpenApiDocument,
  ParameterObject,
  PathItem,
} from './open-api-document.ts';
import { operationObject } from './operation-object.ts';
import { reachableComponents } from './reachable-components.ts';
import { resourceExamples, resourceSchemas } from './resource-components.ts';
import {
  bodilessResponses,
  commonSchemas,
  componentRef,
  headers,
  parameters,
  securitySchemes,
} from './shared-components.ts';
import { deliveryParameters } from './webhook-objects.ts';

/** What tells one document from another. */
export interface DocumentParts {
  /** The version of the program. */
  readonly version: string;
  readonly title: string;
  readonly summary: string;
  readonly description: string;
  readonly operations: readonly Operation[];
  readonly tags: OpenApiDocument['tags'];
  readonly tagGroups: OpenApiDocument['x-tagGroups'];
  readonly webhooks?: Readonly<Record<string, PathItem>>;
  /** Operations that this version answers with 501. */
  readonly unanswered?: readonly string[];
}

/** Assembles a document; of the components it holds those that something refers to. */
export function buildDocument(parts: DocumentParts): OpenApiDocument {
  const { version, title, summary, description, webhooks } = parts;
  const paths = pathsOf(parts);
  const content = { paths, ...(webhooks ? { webhooks } : {}) };
  const pool = componentPool(parts.operations);
  return {
    openapi: '3.1.1',
    info: {
      title,
      version: apiVersion,
      summary,
      description,
      contact: { name: 'farmctl' },
      license: { name: 'MIT', identifier: 'MIT' },
      'x-service-version': version,
    },
    servers: serversOf('/v1/platform'),
    tags: parts.tags,
    'x-tagGroups': parts.tagGroups,
    ...content,
    components: {
      securitySchemes: usedSchemes(parts.operations),
      ...reachableComponents(content, pool),
    },
  };
}

function serversOf(url: string): OpenApiDocument['servers'] {
  return [{ url, description: 'The server that sent this document' }];
}

function usedSchemes(operations: readonly Operation[]): Partial<typeof securitySchemes> {
  const { bearer, cameraToken } = securitySchemes;
  const takesTokens = operations.some(
    (operation) => operation.kind === 'route' && operation.credential === 'cameraToken',
  );
  return { bearer, ...(takesTokens ? { cameraToken } : {}) };
}

function pathsOf({ operations, unanswered = [] }: DocumentParts): OpenApiDocument['paths'] {
  const paths: Record<string, PathItem> = {};
  for (const operation of operations) {
    const isAnswered = !unanswered.includes(operation.operationId);
    const basePath = operation.kind === 'route' ? operation.basePath : undefined;
    paths[operation.path] = {
      ...(basePath === undefined ? {} : { servers: serversOf(basePath) }),
      parameters: pathParameters(operation),
      ...paths[operation.path],
      [operation.method.toLowerCase()]: operationObject(operation, { isAnswered }),
    };
  }
  return paths;
}

function pathParameters(operation: Operation): NonNullable<PathItem['parameters']> {
  const requestId = componentRef('parameters', 'RequestId');
  const names = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name);
  const inPath = names.map(
    (name): ParameterObject => ({
      name,
      in: 'path',
      required: true,
      schema: { type: 'string' },
      ...exampleInPath(operation, name),
    }),
  );
  return [...inPath, requestId];
}

function exampleInPath(operation: Operation, name: string): { readonly example?: string } {
  if (operation.kind === 'resource') {
    return { example: exampleId(getResource(operation.resource).idPrefix) };
  }
  return name === 'integrationId' ? { example: exampleId('integration') } : {};
}

function componentPool(operations: readonly Operation[]): Components {
  const definitions = Object.values(resources);
  return {
    schemas: {
      ...commonSchemas,
      ...sharedSchemas,
      ...answerSchemas(operations),
      ...insightSchemas,
      ...Object.fromEntries(
        actionTypes.map((type) => [actionSchemaName(type), actionSchema(type)]),
      ),
      ...Object.assign({}, ...definitions.map(resourceSchemas)),
    },
    parameters: { ...parameters, ...deliveryParameters },
    headers,
    responses: { ...errorResponses, ...bodilessResponses },
    examples: Object.assign({}, ...definitions.map(resourceExamples)),
  };
}

function answerSchemas(operations: readonly Operation[]): Record<string, JsonSchema> {
  return Object.fromEntries(
    operations.flatMap((operation) =>
      operation.kind === 'route' ? [[operation.answer.name, operation.answer.schema]] : [],
    ),
  );
}
