import { ref } from '../../model/json-schema/json-schema.ts';
import type { Operation, OperationBody, RouteOperation } from '../../model/operation.ts';
import { getResource, resourceNames } from '../../model/registry.ts';
import { errorResponseRef } from './error-responses.ts';
import { filterParameter } from './list-parameters.ts';
import type {
  MediaType,
  OperationObject,
  ParameterObject,
  Reference,
  ResponseObject,
} from './open-api-document.ts';
import { errorStatusesOf } from './operation-statuses.ts';
import { resourceBody, resourceParameters, resourceResponses } from './resource-operation.ts';
import { componentRef, type securitySchemes, standardHeaders } from './shared-components.ts';

type Responses = OperationObject['responses'];

/** An operation of the model as OpenAPI tells it. */
export function operationObject(
  operation: Operation,
  options: { readonly isAnswered: boolean },
): OperationObject {
  const { operationId, summary, description, tag } = operation;
  const scopes = scopesOf(operation);
  const parameters = parametersOf(operation);
  const body = bodyOf(operation);
  return {
    operationId,
    summary,
    description: `${description} ${describeScopes(operation)}`,
    tags: [tag],
    security: [{ [credentialOf(operation)]: [] }],
    ...(scopes.length === 0 ? {} : { 'x-required-scopes': scopes }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body
      ? {
          requestBody: {
            required: true,
            content: { [bodyTypeOf(operation)]: body, ...otherBodies(operation) },
          },
        }
      : {}),
    responses: {
      ...successesOf(operation),
      ...Object.fromEntries(
        errorStatusesOf(operation).map((status) => [status, errorResponseRef(status)]),
      ),
      ...(options.isAnswered ? {} : { 501: errorResponseRef(501) }),
    },
  };
}

/** The name of the security scheme of an operation. */
function credentialOf(operation: Operation): keyof typeof securitySchemes {
  return (operation.kind === 'route' ? operation.credential : undefined) ?? 'bearer';
}

/** Scopes of which a key needs one; empty where any valid key is accepted. */
function scopesOf({ scope }: Operation): readonly string[] {
  if (scope === undefined) return [];
  const [verb, module] = scope.split(':');
  if (module === 'any') {
    const verbs = verb === 'modules' ? ['read', 'write'] : [verb];
    return ['*', ...resourceNames].flatMap((name) => verbs.map((one) => `${one}:${name}`));
  }
  const isNarrow = (verb === 'read' || verb === 'write') && module !== '*';
  return [...(isNarrow ? [`${verb}:*`] : []), scope];
}

function describeScopes(operation: Operation): string {
  const { scope } = operation;
  if (credentialOf(operation) === 'cameraToken') return 'Takes a camera-connection token.';
  if (scope === undefined) return 'Any valid key is accepted.';
  if (scope === 'modules:any') return 'Required scope: a `read:` or `write:` scope.';
  if (scope.endsWith(':any')) {
    const verb = scope.slice(0, -':any'.length);
    return `Required scope: \`${verb}:*\`, or the ${verb} scope of a module.`;
  }
  const scopes = scopesOf(operation).map((name) => `\`${name}\``);
  return `Required scope: ${scopes.join(' or ')}.`;
}

function parametersOf(operation: Operation): (ParameterObject | Reference)[] {
  const own =
    operation.kind === 'resource'
      ? resourceParameters(getResource(operation.resource), operation.verb)
      : routeParameters(operation);
  if (operation.method === 'GET') return own;
  return [...own, componentRef('parameters', 'IdempotencyKey')];
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
  const own = operation.kind === 'route' ? operation.body?.mediaType : undefined;
  return own ?? 'application/json';
}

function otherBodies(operation: Operation): Readonly<Record<string, MediaType>> {
  return operation.kind === 'route' ? otherTypes(operation.body?.others) : {};
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
