import { priority } from '../../model/vocabulary.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import { assigneeName } from './assignee-name.ts';
import { isOpenTask } from './is-open-task.ts';

/** A task that is due today or overdue. */
export interface TaskToday {
  readonly id: string;
  readonly title: string;
  readonly priority: string;
  /** The name, where it is known. */
  readonly assignee: string | null;
  readonly dueDate: string;
  readonly overdue: boolean;
}

/** What is to be done today: the most urgent first, then what has been due the longest. */
export function tasksToday(snapshot: FarmSnapshot<'tasks' | 'users' | 'contacts'>): TaskToday[] {
  const { tasks, today } = snapshot;
  return tasks
    .filter(isOpenTask)
    .flatMap((task) =>
      task.dueDate === null || task.dueDate > today
        ? []
        : [
            {
              id: task.id,
              title: task.title,
              priority: task.priority ?? 'normal',
              assignee: assigneeName(task.assignee, snapshot),
              dueDate: task.dueDate,
              overdue: task.dueDate < today,
            },
          ],
    )
    .toSorted(compareTasks);
}

function compareTasks(left: TaskToday, right: TaskToday): number {
  const urgency = urgencyOf(right) - urgencyOf(left);
  if (urgency !== 0) return urgency;
  const [a, b] = [`${left.dueDate} ${left.id}`, `${right.dueDate} ${right.id}`];
  return a < b ? -1 : 1;
}

function urgencyOf(task: TaskToday): number {
  return (priority.words as readonly string[]).indexOf(task.priority);
}
