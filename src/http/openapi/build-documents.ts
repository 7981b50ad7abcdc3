import { actionSchemaName } from '../../model/answers/actions.ts';
import { sharedSchemas } from '../../model/answers/core/shared-schemas.ts';
import { insightSchemas } from '../../model/answers/insights.ts';
import type { JsonSchema } from '../../model/api/json-schema.ts';
import {
  type Operation,
  type RouteOperation,
  type ServiceRoute,
  titleOf,
} from '../../model/api/operation.ts';
import { actionSchema } from '../../model/api/write-schema.ts';
import { errorSlugs, errors } from '../../model/core/errors.ts';
import { exampleId } from '../../model/core/fields.ts';
import { limits } from '../../model/core/limits.ts';
import type { ResourceDefinition } from '../../model/core/resource.ts';
import { apiVersion } from '../../model/core/vocabulary.ts';
import { actionTypes } from '../../model/resources/actions.ts';
import { getResource, resources } from '../../model/resources/registry.ts';
import { applicationTags } from '../../model/routes/application-routes.ts';
import { operationTags } from '../../model/routes/operations.ts';
import { documentOf, routeTable } from '../../model/routes/route-table.ts';
import { commandSamples } from './command-samples.ts';
import type {
  Components,
  OpenApiDocument,
  ParameterObject,
  PathItem,
  Tag,
  TagGroup,
} from './open-api-document.ts';
import { errorResponses, operationObject } from './operation-object.ts';
import { resourceExamples, resourceSchemas } from './resource-operations.ts';
import {
  bodilessResponses,
  commonSchemas,
  componentRef,
  headers,
  parameters,
  reachableComponents,
  securitySchemes,
} from './shared-components.ts';
import { deliveryParameters, EVENTS_TAG, webhookObjects } from './webhook-objects.ts';

/** The parts that differ between documents. */
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
  readonly hasSamples: boolean;
}

/** Assembles a document with only the components that are referenced. */
function buildDocument(parts: DocumentParts): OpenApiDocument {
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
  const { bearer, cameraToken, session } = securitySchemes;
  const takes = (credential: RouteOperation['credential']) =>
    operations.some(
      (operation) => operation.kind === 'route' && operation.credential === credential,
    );
  return {
    bearer,
    ...(takes('cameraToken') ? { cameraToken } : {}),
    ...(takes('session') ? { session } : {}),
  };
}

function pathsOf({ operations, hasSamples }: DocumentParts): OpenApiDocument['paths'] {
  const paths: Record<string, PathItem> = {};
  for (const operation of operations) {
    const basePath = operation.kind === 'route' ? operation.basePath : undefined;
    paths[operation.path] = {
      ...(basePath === undefined ? {} : { servers: serversOf(basePath) }),
      parameters: pathParameters(operation),
      ...paths[operation.path],
      [operation.method.toLowerCase()]: {
        ...operationObject(operation),
        ...(hasSamples ? commandSamples(operation) : {}),
      },
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

/** Inputs of a document. */
export interface OpenApiOptions {
  /** The version of the program. */
  readonly version: string;
  /** Replaces the route table. */
  readonly routes?: readonly (Operation | ServiceRoute)[];
  /** Whether operations contain farmctl samples. */
  readonly hasSamples?: boolean;
}

/** Builds the OpenAPI 3.1 description of the platform API: 77 paths and 17 events. */
export function buildOpenApi({
  version,
  routes = routeTable,
  hasSamples = false,
}: OpenApiOptions): OpenApiDocument {
  const definitions: readonly ResourceDefinition[] = Object.values(resources);
  return buildDocument({
    version,
    hasSamples,
    title: 'Farm Operations Platform API',
    summary: 'The machine interface of a farm-management service for poultry',
    description: platformDescription(),
    operations: operationsOf(routes, 'platform'),
    tags: [...serviceTags(), ...definitions.map(tagOf)],
    tagGroups: [
      { name: 'Service', tags: serviceTags().map(({ name }) => name) },
      ...groupsOf(definitions),
    ],
    webhooks: webhookObjects(),
  });
}

function operationsOf(
  routes: readonly (Operation | ServiceRoute)[],
  document: ReturnType<typeof documentOf>,
): readonly Operation[] {
  return routes.filter(
    (route): route is Operation => route.kind !== 'service' && documentOf(route) === document,
  );
}

function serviceTags(): Tag[] {
  const operationTagList = Object.entries(operationTags).map(([name, description]) => ({
    name,
    description,
  }));
  const description = 'What the service posts to your webhooks.';
  return [...operationTagList, { name: EVENTS_TAG, description }];
}

function tagOf(definition: ResourceDefinition): Tag {
  return { name: titleOf(definition), description: `${definition.summary}.` };
}

function groupsOf(definitions: readonly ResourceDefinition[]): TagGroup[] {
  const names = [...new Set(definitions.map(({ group }) => group))];
  return names.map((name) => ({
    name,
    tags: definitions.filter(({ group }) => group === name).map(titleOf),
  }));
}

/** Builds the OpenAPI 3.1 description of the application routes, under `/os`. */
export function buildApplicationOpenApi({
  version,
  routes = routeTable,
  hasSamples = false,
}: OpenApiOptions): OpenApiDocument {
  const tags = Object.entries(applicationTags).map(([name, description]) => ({
    name,
    description,
  }));
  return buildDocument({
    version,
    hasSamples,
    title: 'Farm Operations application routes',
    summary: "What the service's own application calls",
    description: applicationDescription(),
    operations: operationsOf(routes, 'application'),
    tags,
    tagGroups: [{ name: 'Service', tags: tags.map(({ name }) => name) }],
  });
}

/** The introduction of the platform document, in Markdown. */
function platformDescription(): string {
  return [
    'Everything a person does on the farm, for programs: reading and writing 32 resources, asking',
    'questions, running actions and receiving events.',
    '',
    '## Keys',
    '',
    'Send `Authorization: Bearer <API key>` with every request. A key holds scopes, may be pinned to',
    `farms, and may make ${limits.requestsPerMinute} requests per minute unless it says otherwise; the`,
    '`x-ratelimit-*` headers of every answer say how many are left. A key belongs on a server, never',
    'into an app or a web page.',
    '',
    '## Records',
    '',
    '- Only writable fields are taken; whatever else a body holds is ignored.',
    '- PATCH changes the fields it holds. Null, or an empty text, clears a field.',
    '- `ETag` is the version of a record. `If-Match` refuses a change of a version not seen (412);',
    '`If-None-Match` saves the body of a record or a list that is known (304).',
    '- Larger answers of GET are compressed if `Accept-Encoding` accepts gzip.',
    `- \`Idempotency-Key\` makes a write repeatable for ${limits.idempotencyHours} hours.`,
    '- Resources without POST, PATCH and DELETE are written by the service alone; these methods',
    'answer 405 there, with `Allow`.',
    '',
    '## Lists',
    '',
    `Lists are paged: \`limit\` (${limits.pageSize}, at most ${limits.maxPageSize}), \`offset\`, or`,
    '`cursor` with `meta.nextCursor`. `order` and `dir` sort. Ranges `_from` and `_to` include both',
    'ends. What a list does not take is refused with 400, never dropped.',
    '',
    '## Errors',
    '',
    'Every error is `{ error, message, code?, issues?, requestId }`; `error` is stable.',
    '',
    '| status | error | meaning |',
    '| --- | --- | --- |',
    ...errorSlugs.map(
      (slug) => `| ${errors[slug].status} | \`${slug}\` | ${errors[slug].message} |`,
    ),
  ].join('\n');
}

/** The introduction of the application document, in Markdown. */
function applicationDescription(): string {
  return [
    "The routes of the service's own application. They take the same keys and answer the same",
    'errors as the platform API, which is described in `/v1/platform/openapi.json`.',
    '',
    '## Cameras',
    '',
    'Cameras send their detections to `POST /v1/os-ingest/{integrationId}/vision` with a',
    'camera-connection token in place of a key. This operation has its own base path: clients that',
    'ignore `servers` of a path must be given the base URL `{base_url}/v1` for it.',
  ].join('\n');
}
