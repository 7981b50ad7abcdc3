import { STATUS_CODES } from 'node:http';
import { ref } from '../../model/api/json-schema.ts';
import type { Operation, OperationBody, RouteOperation } from '../../model/api/operation.ts';
import { type ErrorSlug, errorSlugs, errors, type Issue } from '../../model/core/errors.ts';
import { exampleId } from '../../model/core/fields.ts';
import { getResource, resourceNames } from '../../model/resources/registry.ts';
import type {
  ExampleObject,
  HeaderObject,
  MediaType,
  OperationObject,
  ParameterObject,
  Reference,
  ResponseObject,
} from './open-api-document.ts';
import {
  filterParameter,
  resourceBody,
  resourceParameters,
  resourceResponses,
} from './resource-operations.ts';
import {
  componentRef,
  requestIdHeader,
  type securitySchemes,
  standardHeaders,
} from './shared-components.ts';

type Responses = OperationObject['responses'];

/** Converts an operation of the model to OpenAPI. */
export function operationObject(operation: Operation): OperationObject {
  const { operationId, summary, description, tag } = operation;
  const scopes = scopesOf(operation);
  const parameters = parametersOf(operation);
  const body = bodyOf(operation);
  return {
    operationId,
    summary,
    description: `${description} ${describeScopes(operation)}`,
    tags: [tag],
    security: securityOf(operation),
    ...(scopes.length === 0 ? {} : { 'x-required-scopes': scopes }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body
      ? {
          requestBody: {
            required: true,
            content: {
              [bodyTypeOf(operation)]: body,
              ...(operation.kind === 'route' ? otherTypes(operation.body?.others) : {}),
            },
          },
        }
      : {}),
    responses: {
      ...successesOf(operation),
      ...Object.fromEntries(
        errorStatusesOf(operation).map((status) => [
          status,
          componentRef('responses', responseName(status)),
        ]),
      ),
    },
  };
}

/** The name of the security scheme of an operation; `none` for a public operation. */
function credentialOf(operation: Operation): keyof typeof securitySchemes | 'none' {
  return (operation.kind === 'route' ? operation.credential : undefined) ?? 'bearer';
}

function securityOf(operation: Operation): readonly Readonly<Record<string, readonly string[]>>[] {
  const credential = credentialOf(operation);
  return [credential === 'none' ? {} : { [credential]: [] }];
}

/** Scopes of which a key needs one; empty if any valid key is accepted. */
function scopesOf({ scope }: Operation): readonly string[] {
  if (scope === undefined) return [];
  const [verb, module] = scope.split(':');
  if (module === 'any' || module === '{resource}') {
    const verbs = verb === 'modules' ? ['read', 'write'] : [verb];
    return ['*', ...resourceNames].flatMap((name) => verbs.map((verb) => `${verb}:${name}`));
  }
  const isNarrow = (verb === 'read' || verb === 'write') && module !== '*';
  return [...(isNarrow ? [`${verb}:*`] : []), scope];
}

function describeScopes(operation: Operation): string {
  const { scope } = operation;
  if (credentialOf(operation) === 'cameraToken') return 'Takes a camera-connection token.';
  if (credentialOf(operation) === 'session') return 'Takes the cookie of a session.';
  if (credentialOf(operation) === 'none') return 'Takes neither a key nor a session.';
  if (scope === undefined) return 'Any valid key is accepted.';
  if (scope === 'modules:any') return 'Required scope: a `read:` or `write:` scope.';
  const [verb, module] = scope.split(':');
  if (module === 'any' || module === '{resource}') {
    return `Required scope: \`${verb}:*\`, or the ${verb} scope of a module.`;
  }
  const scopes = scopesOf(operation).map((name) => `\`${name}\``);
  return `Required scope: ${scopes.join(' or ')}.`;
}

function parametersOf(operation: Operation): (ParameterObject | Reference)[] {
  const ownParameters =
    operation.kind === 'resource'
      ? resourceParameters(getResource(operation.resource), operation.verb)
      : routeParameters(operation);
  if (operation.method === 'GET') return ownParameters;
  return [...ownParameters, componentRef('parameters', 'IdempotencyKey')];
}

function routeParameters(operation: RouteOperation): ParameterObject[] {
  const { query = {}, exampleQuery = {}, headers = {} } = operation;
  return [
    ...Object.entries(query).map(([name, field]) => ({
      ...filterParameter(name, field),
      ...(name in exampleQuery ? { example: exampleQuery[name] } : {}),
    })),
    ...Object.entries(headers).map(([name, { description, example }]) => ({
      name,
      in: 'header' as const,
      description,
      schema: { type: 'string' },
      example,
    })),
  ];
}

function bodyOf(operation: Operation): MediaType | undefined {
  if (operation.kind === 'resource') {
    return resourceBody(getResource(operation.resource), operation.verb);
  }
  return operation.body && routeBody(operation.body);
}

function bodyTypeOf(operation: Operation): string {
  const mediaType = operation.kind === 'route' ? operation.body?.mediaType : undefined;
  return mediaType ?? 'application/json';
}

function otherTypes(others: OperationBody['others'] = {}): Readonly<Record<string, MediaType>> {
  const typed = Object.entries(others).map(([type, { schema, example }]) => {
    const examples = example === undefined ? {} : { examples: { example: { value: example } } };
    return [type, { schema, ...examples }] as const;
  });
  return Object.fromEntries(typed);
}

function routeBody({ schema, examples }: OperationBody): MediaType {
  return {
    schema,
    examples: Object.fromEntries(
      Object.entries(examples).map(([name, value]) => [name, { value }]),
    ),
  };
}

function successesOf(operation: Operation): Responses {
  if (operation.kind === 'route') return routeResponse(operation);
  return resourceResponses(getResource(operation.resource), operation.verb);
}

function routeResponse({ method, answer, alsoAnswers = [] }: RouteOperation): Responses {
  const response: ResponseObject = {
    description: answer.description,
    headers: {
      ...standardHeaders,
      ...(answer.hasTag ? { ETag: componentRef('headers', 'ETag') } : {}),
      ...(answer.hasLocation ? { Location: componentRef('headers', 'Location') } : {}),
      ...(method === 'GET'
        ? {}
        : { 'Idempotent-Replayed': componentRef('headers', 'IdempotentReplayed') }),
    },
    content: {
      [answer.mediaType ?? 'application/json']: {
        schema: ref(answer.name),
        examples: { example: { value: answer.example } },
      },
      ...otherTypes(answer.others),
    },
  };
  return {
    [answer.status ?? 200]: response,
    ...(alsoAnswers.includes(206) ? { 206: { ...response, description: 'A part of it.' } } : {}),
    ...(alsoAnswers.includes(304) ? { 304: { description: 'It is known already.' } } : {}),
  };
}

interface ErrorExample {
  readonly code?: string;
  readonly message?: string;
  readonly issues?: readonly Issue[];
}

const examples: { readonly [S in ErrorSlug]?: ErrorExample } = {
  validation_failed: {
    code: 'not_allowed',
    message: 'severity must be one of info, warning, critical (got "warnng").',
    issues: [
      {
        path: 'severity',
        code: 'not_allowed',
        message: 'severity must be one of info, warning, critical (got "warnng").',
        allowed: ['info', 'warning', 'critical'],
        suggestion: 'warning',
      },
      { path: 'title', code: 'required', message: 'title is required.' },
    ],
  },
  unauthorized: {
    code: 'missing_key',
    message: 'Send the header Authorization: Bearer <API key>.',
  },
  insufficient_scope: {
    code: 'insufficient_scope',
    message: 'The key needs the scope write:tasks; it holds read:*.',
  },
  conflict: { code: 'idempotency_in_flight' },
  precondition_failed: {
    code: 'version_changed',
    message: 'The ETag of the row is "v2" now; read the row again before changing it.',
  },
  action_refused: {
    code: 'has_logs',
    message: `The flock is still in use by the daily log ${exampleId('log')}.`,
  },
};

/** Statuses that are sent before authentication and therefore without rate limit headers. */
const BEFORE_AUTHENTICATION: readonly number[] = [401, 408];

const statuses = [...new Set(errorSlugs.map((slug) => errors[slug].status))];

/** The error responses by component name, generated from the error catalogue. */
export const errorResponses: Readonly<Record<string, ResponseObject>> = Object.fromEntries(
  statuses.map((status) => [responseName(status), errorResponse(status)]),
);

function responseName(status: number): string {
  return (STATUS_CODES[status] ?? String(status)).replaceAll(' ', '');
}

function errorResponse(status: number): ResponseObject {
  const slugs = errorSlugs.filter((slug) => errors[slug].status === status);
  return {
    description: slugs.map((slug) => `\`${slug}\`: ${errors[slug].message}`).join(' '),
    headers: errorHeaders(status),
    content: {
      'application/json': {
        schema: { allOf: [ref('Error'), { properties: { error: { enum: slugs } } }] },
        examples: Object.fromEntries(slugs.map((slug) => [slug, errorExample(slug)])),
      },
    },
  };
}

function errorHeaders(status: number): Record<string, HeaderObject | Reference> {
  return {
    ...(BEFORE_AUTHENTICATION.includes(status) ? requestIdHeader : standardHeaders),
    ...(status === 401 ? { 'WWW-Authenticate': componentRef('headers', 'WwwAuthenticate') } : {}),
    ...(status === 412 ? { ETag: componentRef('headers', 'ETag') } : {}),
    ...([429, 503].includes(status)
      ? { 'Retry-After': componentRef('headers', 'RetryAfter') }
      : {}),
  };
}

function errorExample(slug: ErrorSlug): ExampleObject {
  const { code, message, issues } = examples[slug] ?? {};
  return {
    value: {
      error: slug,
      message: message ?? errors[slug].message,
      ...(code === undefined ? {} : { code }),
      ...(issues === undefined ? {} : { issues }),
      requestId: exampleId('req'),
    },
  };
}

function errorStatusesOf(operation: Operation): readonly number[] {
  const { method, path, scope } = operation;
  const isWrite = method !== 'GET';
  const isOfOne = path.includes('{') && !takesToken(operation);
  const isResource = operation.kind === 'resource';
  const statuses = [
    400,
    401,
    ...(scope === undefined ? [] : [403]),
    ...(isOfOne ? [404] : []),
    ...(takesBody(operation) ? [408] : []),
    ...(isWrite ? [409] : []),
    ...(isWrite && isOfOne && isResource ? [412] : []),
    ...(takesBody(operation) ? [413, 415] : []),
    ...(isWrite ? [422] : []),
    429,
    500,
    503,
  ];
  return [...new Set([...statuses, ...alsoAnswered(operation)])].sort((a, b) => a - b);
}

/** Whether a token identifies the row: an invalid one is a 401, never a 404. */
function takesToken(operation: Operation): boolean {
  return operation.kind === 'route' && operation.credential === 'cameraToken';
}

const FIRST_ERROR = 400;

function alsoAnswered(operation: Operation): readonly number[] {
  if (operation.kind !== 'route') return [];
  return (operation.alsoAnswers ?? []).filter((status) => status >= FIRST_ERROR);
}

function takesBody(operation: Operation): boolean {
  if (operation.kind === 'route') return operation.body !== undefined;
  return operation.verb === 'create' || operation.verb === 'update';
}
