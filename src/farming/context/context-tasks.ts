import { assigneeName } from '../digest/assignee-name.ts';
import { isOpenTask } from '../digest/is-open-task.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import type { Context, ContextTask } from './context.ts';

// Behind every day.
const NO_DAY = '~';

/** What is to be done, what is due first before the rest; how much is late, and due today. */
export function contextTasks(
  snapshot: FarmSnapshot<'tasks' | 'users' | 'contacts'>,
): Context['tasks'] {
  const { today, tasks } = snapshot;
  const open = tasks
    .filter(isOpenTask)
    .map(
      (task): ContextTask => ({
        id: task.id,
        title: task.title,
        priority: task.priority ?? 'normal',
        status: task.status,
        assignee: assigneeName(task.assignee, snapshot),
        dueDate: task.dueDate,
        overdue: task.dueDate !== null && task.dueDate < today,
        barnId: task.barnId,
      }),
    )
    .toSorted((left, right) => (sortKey(left) < sortKey(right) ? -1 : 1));
  return {
    open,
    overdue: open.filter(({ overdue }) => overdue).length,
    today: open.filter(({ dueDate }) => dueDate === today).length,
  };
}

function sortKey({ dueDate, id }: ContextTask): string {
  return `${dueDate ?? NO_DAY} ${id}`;
}
