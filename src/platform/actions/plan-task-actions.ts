import type { Operation } from '../../model/api/operation.ts';
import { type Issue, refused, validationFailed } from '../../model/core/errors.ts';
import { getResource, isResourceName } from '../../model/resources/registry.ts';
import { tasks } from '../../model/resources/tasks.ts';
import { documentOf, routeTable } from '../../model/routes/route-table.ts';
import { narrowScope } from '../../storage/core/scope.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { findFarmOfRow } from '../../storage/records/find-rows.ts';
import { foldText, nearestWord } from '../../tools/words.ts';
import { scopeOf } from '../core/actor.ts';
import { requireScope } from '../core/admission.ts';
import type { RuleContext } from '../core/resource-rules.ts';
import {
  type ActionFields,
  type ActionPlan,
  type ActionRequest,
  findRows,
  holdRow,
} from './action-plan.ts';

const MOST_CANDIDATES = 200;
const MOST_NAMED = 5;
/** What a task must be before it can be done, in the order in which they are looked through. */
const UNFINISHED = ['open', 'in_progress', 'blocked'] as const;

/** The change of a task into done, with the note as a comment of it; throws what its status forbids. */
export function planTaskCompletion(task: StoredRow, { note }: ActionFields): ActionPlan {
  const { id } = task;
  requireUnfinished(task);
  return {
    updates: [{ resource: 'tasks', before: task, changes: { status: 'done' } }],
    inserts:
      note === undefined ? [] : [{ resource: 'task-comments', values: { taskId: id, text: note } }],
    farmId: task.farmId ?? undefined,
  };
}

function requireUnfinished(task: StoredRow): void {
  const { status } = task;
  if (status === 'done') throw alreadyDone(task);
  if (status === 'cancelled') {
    throw refused('task_cancelled', `The task ${task.id} was cancelled; open it again first.`);
  }
  if (status === 'blocked') {
    throw refused('task_blocked', `The task ${task.id} is blocked; set it to in_progress first.`);
  }
}

function alreadyDone({ id, completedAt }: StoredRow) {
  const when = typeof completedAt === 'string' ? ` since ${completedAt}` : '';
  return refused('already_done', `The task ${id} is done${when}.`);
}

/** The task that is meant, by its id or by a title that one unfinished task has. */
export async function loadTask(request: ActionRequest, context: RuleContext): Promise<StoredRow> {
  const { taskId, title } = request.fields;
  const id =
    typeof taskId === 'string' ? taskId : await findTitled(request, String(title), context);
  const task = await holdRow(context, tasks, id);
  // Only a task that was deleted a moment ago is not there any more.
  if (!task) throw noSuchTask(String(title ?? id));
  return task;
}

async function findTitled(
  { farmId }: ActionRequest,
  title: string,
  context: RuleContext,
): Promise<string> {
  const own = scopeOf(context.actor);
  const scope = farmId === undefined ? own : narrowScope(own, farmId);
  const text = foldText(title);
  const withStatus = async (status: string) => {
    const search = { scope, equal: { status }, text, order: 'createdAt', limit: MOST_CANDIDATES };
    const rows = await findRows(context, tasks, search);
    return rows.filter((row) => foldText(String(row['title'])) === text);
  };
  const unfinished: StoredRow[] = [];
  for (const status of UNFINISHED) unfinished.push(...(await withStatus(status)));
  const [only, ...others] = unfinished;
  if (!only) {
    const [done] = await withStatus('done');
    throw done ? alreadyDone(done) : noSuchTask(title);
  }
  if (others.length > 0) throw ambiguous(title, unfinished);
  return only.id;
}

function noSuchTask(title: string) {
  return refused('no_such_task', `No task that is to be done is called ${JSON.stringify(title)}.`);
}

function ambiguous(title: string, found: readonly StoredRow[]) {
  const named = found.slice(0, MOST_NAMED).map(({ id }) => id);
  const more = found.length > MOST_NAMED ? ` and ${found.length - MOST_NAMED} more` : '';
  return refused(
    'ambiguous_title',
    `${found.length} tasks are called ${JSON.stringify(title)}: ${named.join(', ')}${more}; send taskId.`,
  );
}

// Nothing that could lead elsewhere: no scheme, no empty or dotted part, no percent, no backslash.
const PLAIN_PATH = /^(?:\/[A-Za-z0-9_-]{1,80}){1,5}$/;
const PLAIN_QUERY = /^[A-Za-z0-9_.~%=&+:,-]*$/;
const LONGEST_QUERY = 1000;
const ROOT = '/v1/platform';

/** A screen or record, by the path under which the API answers it. */
interface Destination {
  readonly operation: Operation;
  /** The id in the path, of a record. */
  readonly id: string | undefined;
}

/** Where to go; changes nothing. Throws for what is no screen or record that the key may see. */
export async function planNavigation(
  { fields, farmId }: ActionRequest,
  context: RuleContext,
): Promise<ActionPlan> {
  const typed = String(fields['path']);
  const [path = '', query, ...rest] = typed.split('?');
  const isPlain = PLAIN_PATH.test(path) && isPlainQuery(query ?? '') && rest.length === 0;
  const found = isPlain ? findDestination(path) : undefined;
  if (!found) throw validationFailed([noSuchScreen(path, isPlain)]);
  const { operation, id } = found;
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

/** A screen is named as its route, one of the application also without `/os`. */
function findDestination(path: string): Destination | undefined {
  for (const operation of readable()) {
    const pattern = operation.path.replace(/^\/os(?=\/)/, '');
    for (const template of [operation.path, pattern]) {
      const found = matchPath(template, path);
      if (found) return { operation, id: found.id };
    }
  }
  return undefined;
}

/** Compares a path with a route part by part; `{id}` takes any part. */
function matchPath(template: string, path: string): Pick<Destination, 'id'> | undefined {
  const parts = path.split('/');
  const wanted = template.split('/');
  const fits = wanted.every((part, index) => part === '{id}' || part === parts[index]);
  if (!fits || wanted.length !== parts.length) return undefined;
  const at = wanted.indexOf('{id}');
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
