import type { Operation } from '../../model/api/operation.ts';
import { type Issue, validationFailed } from '../../model/core/errors.ts';
import { getResource, isResourceName } from '../../model/resources/registry.ts';
import { documentOf, routeTable } from '../../model/routes/route-table.ts';
import { findFarmOfRow } from '../../storage/records/find-rows.ts';
import { nearestWord } from '../../tools/words.ts';
import { scopeOf } from '../core/actor.ts';
import { requireScope } from '../core/admission.ts';
import type { RuleContext } from '../core/resource-rules.ts';
import type { ActionPlan, ActionRequest } from './action-plan.ts';

// Prevents redirects to other hosts: no scheme, empty or dotted segment, percent sign or backslash.
const PLAIN_PATH = /^(?:\/[A-Za-z0-9_-]{1,80}){1,5}$/;
const PLAIN_QUERY = /^[A-Za-z0-9_.~%=&+:,-]*$/;
const LONGEST_QUERY = 1000;
const ROOT = '/v1/platform';

/** A screen or record, by its API path. */
interface Destination {
  readonly operation: Operation;
  /** The ID in the path of a record. */
  readonly id: string | undefined;
}

/**
 * Plans a navigation; writes nothing. Throws unless the path is a screen or a record that the key
 * may see.
 */
export async function planNavigation(
  { fields, farmId }: ActionRequest,
  context: RuleContext,
): Promise<ActionPlan> {
  const typed = String(fields['path']);
  const [path = '', query, ...remainingParts] = typed.split('?');
  const isPlain = PLAIN_PATH.test(path) && isPlainQuery(query ?? '') && remainingParts.length === 0;
  const destination = isPlain ? findDestination(path) : undefined;
  if (!destination) throw validationFailed([noSuchScreen(path, isPlain)]);
  const { operation, id } = destination;
  if (operation.scope) requireScope(context.actor, operation.scope);
  const rowFarm = id === undefined ? undefined : await findFarm(operation, id, context);
  const url = `${ROOT}${operation.path.replace('{id}', id ?? '')}${query ? `?${query}` : ''}`;
  return {
    updates: [],
    inserts: [],
    result: { path: typed, url },
    farmId: rowFarm ?? farmId,
  };
}

/** Screens are named by their route; those of the application may omit `/os`. */
function findDestination(path: string): Destination | undefined {
  for (const operation of readable()) {
    const pattern = operation.path.replace(/^\/os(?=\/)/, '');
    for (const template of [operation.path, pattern]) {
      const match = matchPath(template, path);
      if (match) return { operation, id: match.id };
    }
  }
  return undefined;
}

/** Compares a path with a route segment by segment; `{id}` matches any segment. */
function matchPath(template: string, path: string): Pick<Destination, 'id'> | undefined {
  const parts = path.split('/');
  const templateParts = template.split('/');
  const isMatching = templateParts.every((part, index) => part === '{id}' || part === parts[index]);
  if (!isMatching || templateParts.length !== parts.length) return undefined;
  const at = templateParts.indexOf('{id}');
  return { id: at < 0 ? undefined : parts[at] };
}

function isPlainQuery(query: string): boolean {
  return query.length <= LONGEST_QUERY && PLAIN_QUERY.test(query);
}

function readable(): readonly Operation[] {
  return routeTable.filter(
    (route): route is Operation =>
      route.kind !== 'service' &&
      route.method === 'GET' &&
      (documentOf(route) === 'platform' || !route.path.includes('{')),
  );
}

async function findFarm(
  operation: Operation,
  id: string,
  { transaction, actor }: RuleContext,
): Promise<string | undefined> {
  const resource = operation.kind === 'resource' ? operation.resource : '';
  if (!isResourceName(resource)) return undefined;
  const scope = scopeOf(actor);
  const farmId = await findFarmOfRow(transaction, getResource(resource), { id, scope });
  if (farmId !== undefined) return farmId ?? undefined;
  throw validationFailed([
    {
      path: 'path',
      code: 'not_found',
      message: `path leads to no ${getResource(resource).singular} the key may see.`,
    },
  ]);
}

function noSuchScreen(path: string, isPlain: boolean): Issue {
  const names = readable().map((operation) => operation.path);
  const suggestion = isPlain ? nearestWord(path, names) : undefined;
  const hint = suggestion ? `; did you mean ${suggestion}?` : ', such as /flocks or /flocks/{id}.';
  return {
    path: 'path',
    code: isPlain ? 'not_allowed' : 'invalid_format',
    message: `path must be that of a screen or record${hint}`,
    ...(suggestion ? { suggestion } : {}),
  };
}
