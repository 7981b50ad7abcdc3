import { refused } from '../../model/errors.ts';
import { tasks } from '../../model/resources/tasks.ts';
import { narrowScope } from '../../storage/records/scope.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import { foldText } from '../../tools/text-folding.ts';
import { scopeOf } from '../access/actor.ts';
import type { RuleContext } from '../rules/resource-rules.ts';
import type { ActionFields, ActionPlan, ActionRequest } from './action-plan.ts';
import { findRows, holdRow } from './action-rows.ts';

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
