import { nextDueDate } from '../../farming/metrics/next-due-date.ts';
import { perRow } from './compute.ts';

const OPEN: readonly string[] = ['open', 'in_progress', 'blocked'];

/** A task is overdue when it is to be done still and was due before today. */
export const computeTasks = perRow<'tasks'>((task, today) => {
  const { dueDate, frequency, status } = task;
  const isRepeated = dueDate !== null && frequency !== null && status !== 'cancelled';
  return {
    overdue: dueDate !== null && dueDate < today && OPEN.includes(status ?? ''),
    nextDueDate: isRepeated ? nextDueDate(dueDate, frequency) : null,
  };
});
