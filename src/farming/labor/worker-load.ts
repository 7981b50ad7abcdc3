import type { StoredOf } from '../../model/registry.ts';
import { groupBy } from '../../tools/collections.ts';
import { median } from '../../tools/statistics.ts';
import { foldText } from '../../tools/text-folding.ts';
import { isWaitingQuestion } from '../gaps/is-waiting-question.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import { isDue, isOpenTask, type TaskWindow } from './task-counts.ts';

/** What one person has to do, did and wrote. */
export interface WorkerLoad {
  /** Id of a user or contact or a name, as the tasks have it; null for what nobody was given. */
  readonly assignee: string | null;
  readonly name: string | null;
  readonly open: number;
  readonly overdue: number;
  readonly done: number;
  /** From making a task to closing it. */
  readonly medianHours: number | null;
  readonly reports: number;
  readonly questionsUnanswered: number;
}

type LaborRows = Pick<FarmSnapshot, 'users' | 'contacts' | 'fieldReports'>;

/** The work of a farm by person, the one with most open tasks first, what nobody was given last. */
export function workerLoads(rows: LaborRows, window: TaskWindow): WorkerLoad[] {
  const names = new Map([...rows.users, ...rows.contacts].map(({ id, name }) => [id, name]));
  const nameOf = (assignee: string | null) =>
    assignee === null ? null : (names.get(assignee) ?? assignee);
  const keyOf = (name: string | null) => foldText(name ?? '');
  const tasks = groupBy([...window.open, ...window.done], ({ assignee }) =>
    keyOf(nameOf(assignee)),
  );
  const reports = groupBy(rows.fieldReports, ({ authorName }) => keyOf(authorName));
  const authors = [...reports.keys()].filter((key) => key !== '');
  return [...new Set([...tasks.keys(), ...authors])]
    .map((key) => {
      const [own, written] = [tasks.get(key) ?? [], key === '' ? [] : (reports.get(key) ?? [])];
      const assignee = own[0]?.assignee ?? written[0]?.authorName ?? null;
      return { assignee, name: nameOf(assignee), ...countsOf(own, written, window) };
    })
    .toSorted(byLoad);
}

function countsOf(
  tasks: readonly StoredOf<'tasks'>[],
  reports: readonly StoredOf<'field-reports'>[],
  { today, since }: TaskWindow,
): Omit<WorkerLoad, 'assignee' | 'name'> {
  const open = tasks.filter(isOpenTask);
  const done = tasks.filter((task) => !isOpenTask(task));
  return {
    open: open.length,
    overdue: open.filter((task) => isDue(task, today)).length,
    done: done.length,
    medianHours: median(done.flatMap(hoursToClose)),
    reports: reports.filter(({ createdAt }) => Date.parse(createdAt) >= since).length,
    questionsUnanswered: reports.filter(isWaitingQuestion).length,
  };
}

/** Hours from making a task to closing it; none when that is not known. */
export function hoursToClose({ createdAt, completedAt }: StoredOf<'tasks'>): number[] {
  if (completedAt === null) return [];
  return [Math.max(0, Date.parse(completedAt) - Date.parse(createdAt)) / 3_600_000];
}

function byLoad(left: WorkerLoad, right: WorkerLoad): number {
  if (left.assignee === null || right.assignee === null) {
    return Number(left.assignee === null) - Number(right.assignee === null);
  }
  return right.open - left.open || (left.assignee < right.assignee ? -1 : 1);
}
