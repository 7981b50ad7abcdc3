import { FarmError, type Issue, refused, validationFailed } from '../../model/core/errors.ts';
import { actionFields, actions } from '../../model/resources/actions.ts';
import { barns } from '../../model/resources/barns.ts';
import { dailyLogs } from '../../model/resources/daily-logs.ts';
import { farms } from '../../model/resources/farms.ts';
import { flocks } from '../../model/resources/flocks.ts';
import { tasks } from '../../model/resources/tasks.ts';
import { narrowScope } from '../../storage/core/scope.ts';
import type { StoredRow } from '../../storage/core/stored-row.ts';
import { foldText } from '../../tools/words.ts';
import { scopeOf } from '../core/actor.ts';
import { lockFollowed } from '../core/lock-order.ts';
import type { RuleContext } from '../core/resource-rules.ts';
import {
  type ActionFields,
  type ActionPlan,
  type ActionRequest,
  findFlockInside,
  findRows,
  insertOf,
  lockTarget,
  updateOf,
} from './action-plan.ts';

/** The existing state for a daily log. */
interface LogState {
  readonly flockId: string;
  /** The log of that day, if one exists. */
  readonly log: StoredRow | undefined;
}

/** The daily log fields that hold figures. */
const observed = actionFields(actions.log_daily).flatMap(([name, { type }]) =>
  type === 'integer' || type === 'number' ? [name] : [],
);

/** Writes the figures of a day as a new log or into the existing one. */
export function planDailyLog({ flockId, log }: LogState, fields: ActionFields): ActionPlan {
  const { flockId: _, barnId: __, date, ...figures } = fields;
  const isEmpty = observed.every((field) => (figures[field] ?? log?.[field] ?? null) === null);
  if (isEmpty)
    throw refused('nothing_logged', `Give at least one figure of the day: ${observed.join(', ')}.`);
  if (log) return updateOf('daily-logs', log, figures);
  return insertOf('daily-logs', { flockId, date, ...figures });
}

/** Loads the flock, by its ID or its barn, and its log of the day, locked. */
export async function loadLogState(
  { fields }: ActionRequest,
  context: RuleContext,
): Promise<LogState> {
  const { transaction, actor, farmId } = context;
  await lockFollowed(transaction, dailyLogs, () => farmId);
  const flockId = await findFlock(fields, context);
  const date = String(fields['date']);
  // The advisory lock of every insert of a log for that day.
  await transaction.lock(`daily-log ${flockId} ${date}`);
  const [found] = await findRows(context, dailyLogs, {
    scope: scopeOf(actor),
    equal: { flockId, date },
    order: 'createdAt',
    limit: 1,
  });
  return { flockId, log: found && (await lockTarget(context, dailyLogs, found.id)) };
}

async function findFlock({ flockId, barnId }: ActionFields, context: RuleContext): Promise<string> {
  if (typeof flockId === 'string') {
    if (typeof barnId === 'string') await requireBarn(flockId, barnId, context);
    return flockId;
  }
  const currentFlock = await findFlockInside(context, String(barnId));
  if (currentFlock) return currentFlock.id;
  throw refused(
    'barn_empty',
    'No flock is in the barn; name one with flockId, or place one first.',
  );
}

async function requireBarn(flockId: string, barnId: string, context: RuleContext): Promise<void> {
  const flock = await lockTarget(context, flocks, flockId);
  if (flock?.['barnId'] === barnId) return;
  throw validationFailed([
    {
      path: 'barnId',
      code: 'inconsistent',
      message: 'barnId is not the barn of the flock; one of the two is enough.',
    },
  ]);
}

/** Places a flock in its barn; throws `barn_occupied` while another flock is inside. */
export function planFlock(currentFlock: StoredRow | undefined, fields: ActionFields): ActionPlan {
  if (!currentFlock) return insertOf('flocks', fields);
  throw refused(
    'barn_occupied',
    `The flock ${String(currentFlock['code'] ?? currentFlock.id)} (${currentFlock.id}) is in the barn; close it first.`,
  );
}

/** The flock inside the barn. Locks the barn's name, so that flocks are placed one at a time. */
export async function loadFlockInside(
  { fields }: ActionRequest,
  context: RuleContext,
): Promise<StoredRow | undefined> {
  const barnId = String(fields['barnId']);
  await context.transaction.lock(`barn ${barnId}`);
  return findFlockInside(context, barnId);
}

/** Sets the location of a farm or barn; absent fields are unchanged. */
export function planLocation(
  resource: 'farms' | 'barns',
  place: StoredRow,
  { barnId: _, ...changes }: ActionFields,
): ActionPlan {
  return updateOf(resource, place, changes);
}

/** The farm to be moved, locked. */
export function loadFarm({ farmId }: ActionRequest, context: RuleContext): Promise<StoredRow> {
  return lockRow(context, farms, String(farmId));
}

/** The barn to be moved, locked. */
export function loadBarn({ fields }: ActionRequest, context: RuleContext): Promise<StoredRow> {
  return lockRow(context, barns, String(fields['barnId']));
}

async function lockRow(
  context: RuleContext,
  definition: Parameters<typeof lockTarget>[1],
  id: string,
): Promise<StoredRow> {
  const place = await lockTarget(context, definition, id);
  // It existed a moment ago; it was deleted concurrently.
  if (!place) throw new FarmError('not_found');
  return place;
}

/** Fields of feed orders only. */
const OF_FEED = ['feedType', 'flockId', 'pricePerTon'] as const;
/** Fields of other orders only. */
const OF_GOODS = ['category', 'quantity', 'unit'] as const;

/** An order of feed, identified by its quantityKg, or of other goods, identified by its title. */
export function planOrder(fields: ActionFields): ActionPlan {
  return fields['quantityKg'] === undefined ? planGoods(fields) : planFeed(fields);
}

/** The title of a feed order is stored as its note. */
function planFeed({ title, category, ...fields }: ActionFields): ActionPlan {
  const withCategory = category === 'feed' ? fields : { ...fields, category };
  requireNone(withCategory, OF_GOODS, 'an order of anything else, which has no quantityKg');
  const { quantityKg, feedType, flockId, supplierId, dueDate, pricePerTon } = fields;
  return insertOf('feed-orders', {
    ...{ quantityKg, feedType, flockId, supplierId, dueDate, pricePerTon },
    notes: title,
  });
}

function planGoods(fields: ActionFields): ActionPlan {
  requireNone(fields, OF_FEED, 'an order of feed, which needs quantityKg');
  const { title, category, quantity, unit, dueDate, supplierId } = fields;
  return insertOf('market-orders', {
    kind: 'order',
    direction: 'buy',
    title,
    category,
    quantity,
    unit,
    needByDate: dueDate,
    contactId: supplierId,
  });
}

function requireNone(fields: ActionFields, names: readonly string[], owner: string): void {
  const issues = names
    .filter((name) => fields[name] !== undefined)
    .map(
      (path): Issue => ({ path, code: 'inconsistent', message: `${path} belongs to ${owner}.` }),
    );
  if (issues.length > 0) throw validationFailed(issues);
}

const MOST_CANDIDATES = 200;
const MOST_NAMED = 5;
/** Statuses of tasks that can be completed, in search order. */
const UNFINISHED = ['open', 'in_progress', 'blocked'] as const;

/** Completes a task and adds the note as a comment; throws when its status forbids it. */
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
  const since = typeof completedAt === 'string' ? ` since ${completedAt}` : '';
  return refused('already_done', `The task ${id} is done${since}.`);
}

/** The task, by its ID or by a title that matches exactly one unfinished task. */
export async function loadTask(request: ActionRequest, context: RuleContext): Promise<StoredRow> {
  const { taskId, title } = request.fields;
  const id =
    typeof taskId === 'string' ? taskId : await findTitled(request, String(title), context);
  const task = await lockTarget(context, tasks, id);
  // Reached only when the task was deleted concurrently.
  if (!task) throw noSuchTask(String(title ?? id));
  return task;
}

async function findTitled(
  { farmId }: ActionRequest,
  title: string,
  context: RuleContext,
): Promise<string> {
  const ownScope = scopeOf(context.actor);
  const scope = farmId === undefined ? ownScope : narrowScope(ownScope, farmId);
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

function ambiguous(title: string, candidates: readonly StoredRow[]) {
  const listedIds = candidates.slice(0, MOST_NAMED).map(({ id }) => id);
  const remainder =
    candidates.length > MOST_NAMED ? ` and ${candidates.length - MOST_NAMED} more` : '';
  return refused(
    'ambiguous_title',
    `${candidates.length} tasks are called ${JSON.stringify(title)}: ${listedIds.join(', ')}${remainder}; send taskId.`,
  );
}
