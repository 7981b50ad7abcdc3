import type { Method, NeededScope, Operation } from '../api/operation.ts';
import { applicationRoutes } from './application-routes.ts';
import { platformOperations } from './operations.ts';

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
