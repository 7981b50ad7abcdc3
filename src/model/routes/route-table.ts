import {
  type Method,
  type NeededScope,
  type Operation,
  type ResourceOperation,
  type ResourceVerb,
  type RouteOperation,
  refusedOperations,
  type ServiceRoute,
} from '../api/operation.ts';
import { resources } from '../resources/registry.ts';
import { applicationRoutes } from './application-routes.ts';
import { type operations, platformOperations } from './operations.ts';
import { serviceRoutes } from './service-routes.ts';
import { ingestRoute } from './webhook-routes.ts';

/** The ID of an operation other than the uniform ones on resources. */
export type RouteId =
  | (typeof operations | typeof applicationRoutes)[number]['operationId']
  | typeof ingestRoute.operationId;

/** The ID of a route outside the OpenAPI documents. */
export type ServiceRouteId = (typeof serviceRoutes)[number]['operationId'];

/**
 * Every route of the service, each declared once: ID, method, path, scope, parameters, bodies and
 * responses. The router binds a handler to each; documents, `/capabilities`, clients and tests are
 * derived from this table. Its order only determines the order of operations in documents.
 */
export const routeTable: readonly (Operation | ServiceRoute)[] = [
  ...platformOperations,
  ...applicationRoutes,
  ingestRoute,
  ...serviceRoutes,
];

const byId = new Map(routeTable.map((route) => [route.operationId, route]));

/** The declaration of an operation other than the uniform ones on resources. */
export function routeOf(operationId: RouteId): RouteOperation {
  const operation = byId.get(operationId);
  if (operation?.kind !== 'route') throw new Error(`${operationId} is not declared`);
  return operation;
}

/** The scope that a key needs to call an operation; throws if the operation needs none. */
export function scopeOfRoute(operationId: RouteId): NeededScope {
  const { scope } = routeOf(operationId);
  if (scope === undefined) throw new Error(`${operationId} needs no scope`);
  return scope;
}

/** Routes that only reject requests: the writes of read-only resources. */
export const refusedRoutes = Object.values(resources).flatMap((definition) =>
  refusedOperations(definition),
);

const ofResources = new Map(
  [...platformOperations, ...refusedRoutes].flatMap((operation) =>
    operation.kind === 'resource'
      ? [[`${operation.verb} ${operation.resource}`, operation] as const]
      : [],
  ),
);

/** The declaration of an operation on a resource. */
export function resourceOperation(verb: ResourceVerb, resource: string): ResourceOperation {
  const operation = ofResources.get(`${verb} ${resource}`);
  if (!operation) throw new Error(`${verb} ${resource} is not declared`);
  return operation;
}

/** The OpenAPI document that describes an operation. */
export function documentOf({ path }: Operation): 'platform' | 'application' {
  return path.startsWith('/os') ? 'application' : 'platform';
}

const all: readonly Operation[] = [...platformOperations, ...applicationRoutes];

const scopes = new Map(
  all.map((operation) => [keyOf(operation.method, operation.path), operation.scope]),
);

/**
 * The scope required by a route, given its method and template, such as `/v1/platform/flocks/:id`;
 * undefined if any caller may use it or the route is not declared.
 */
export function neededScope(method: string, template: string | undefined): NeededScope | undefined {
  if (!template?.startsWith(ROOT)) return undefined;
  const requested = method === 'HEAD' ? 'GET' : method;
  return scopes.get(keyOf(requested, template.slice(ROOT.length)));
}

const ROOT = '/v1/platform';

/**
 * The operation of a request, given its path below the API root or the server root, with or without
 * a query; undefined if there is none.
 */
export function findOperation(method: string, path: string): Operation | undefined {
  const [pathname = ''] = path.split('?');
  const parts = pathname.replace(ROOT, '').split('/');
  const isOf = (template: string) => {
    const otherParts = template.split('/');
    return (
      otherParts.length === parts.length &&
      otherParts.every((part, index) => part.startsWith('{') || part === parts[index])
    );
  };
  const operations = all.filter((operation) => operation.method === method && isOf(operation.path));
  // A word in a path wins over a placeholder.
  return operations.find((operation) => !operation.path.includes('{')) ?? operations[0];
}

/** A route's key: placeholders differ in notation (`{id}` or `:id`) and may differ in name. */
function keyOf(method: Method | string, path: string): string {
  const parts = path.split('/').map((part) => (/^[{:]/.test(part) ? '{}' : part));
  return `${method} ${parts.join('/')}`;
}
