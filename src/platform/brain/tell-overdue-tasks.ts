import { overdueRule } from '../../farming/activity/activity-rules.ts';
import { isOpenTask } from '../../farming/digest/is-open-task.ts';
import type { FarmSnapshot } from '../../farming/snapshot/farm-snapshot.ts';
import { tasks as definition } from '../../model/resources/tasks.ts';
import type { StoredRow } from '../../storage/records/stored-row.ts';
import { listToldRows } from '../../storage/system/activity-log.ts';
import { authorOf } from '../access/actor.ts';
import { tellActivity } from '../activity/record-activity.ts';
import type { RuleContext } from '../rules/resource-rules.ts';

/** Writes into the activity log which tasks have become overdue, each once; returns how many. */
export async function tellOverdueTasks(
  context: RuleContext & { readonly farmId: string },
  { tasks, today }: FarmSnapshot<'tasks'>,
): Promise<number> {
  const { runtime, transaction, actor, farmId, now } = context;
  const { orgId } = actor;
  const overdue = tasks.filter(
    (task) => isOpenTask(task) && task.dueDate !== null && task.dueDate < today,
  );
  const rowIds = overdue.map(({ id }) => id);
  const asked = { orgId, farmId, kind: overdueRule.kind, rowIds };
  const told = new Set(await listToldRows(transaction, asked));
  const fresh = overdue.filter(({ id }) => !told.has(id));
  for (const task of fresh) {
    // A row of a snapshot is the row as it is stored, but for its organisation.
    const after = { ...task, orgId, farmId } as unknown as StoredRow;
    const change = { definition, after, now, actor: authorOf(actor) };
    await tellActivity(runtime, transaction, { rule: overdueRule, change });
  }
  return fresh.length;
}
