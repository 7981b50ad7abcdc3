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

/** The id of an operation that is not a uniform one of a resource. */
export type RouteId =
  | (typeof operations | typeof applicationRoutes)[number]['operationId']
  | typeof ingestRoute.operationId;

/** The id of a route that no OpenAPI document describes. */
export type ServiceRouteId = (typeof serviceRoutes)[number]['operationId'];

/**
 * Every route of the service, each declared once: id, method, path, scope, parameters, bodies and
 * answers. The router binds a handler to each; documents, `/capabilities`, clients and tests derive
 * from this table. Its order has no meaning except that documents list operations in it.
 */
export const routeTable: readonly (Operation | ServiceRoute)[] = [
  ...platformOperations,
  ...applicationRoutes,
  ingestRoute,
  ...serviceRoutes,
];

const byId = new Map(routeTable.map((route) => [route.operationId, route]));

/** The declaration of an operation that is not a uniform one of a resource. */
export function routeOf(operationId: RouteId): RouteOperation {
  const found = byId.get(operationId);
  if (found?.kind !== 'route') throw new Error(`${operationId} is not declared`);
  return found;
}

/** The scope that an operation needs which any key without it is refused. */
export function scopeOfRoute(operationId: RouteId): NeededScope {
  const { scope } = routeOf(operationId);
  if (scope === undefined) throw new Error(`${operationId} needs no scope`);
  return scope;
}

/** The routes that are there only to refuse: the writes of read-only resources. */
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
  const found = ofResources.get(`${verb} ${resource}`);
  if (!found) throw new Error(`${verb} ${resource} is not declared`);
  return found;
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
 * The scope that a route needs, by its method and template, such as `/v1/platform/flocks/:id`;
 * undefined where any caller may use it, or where it is no declared route.
 */
export function neededScope(method: string, template: string | undefined): NeededScope | undefined {
  if (!template?.startsWith(ROOT)) return undefined;
  const asked = method === 'HEAD' ? 'GET' : method;
  return scopes.get(keyOf(asked, template.slice(ROOT.length)));
}

const ROOT = '/v1/platform';

/** Parameters differ in their notation, `{id}` or `:id`, and may differ in name. */
function keyOf(method: Method | string, path: string): string {
  const parts = path.split('/').map((part) => (/^[{:]/.test(part) ? '{}' : part));
  return `${method} ${parts.join('/')}`;
}
