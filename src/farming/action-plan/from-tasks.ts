import { message } from '../../model/message.ts';
import type { StoredOf } from '../../model/registry.ts';
import { endOfDay } from '../../tools/calendar.ts';
import { isOpenTask } from '../digest/is-open-task.ts';
import type { Severity } from '../gaps/severity-rank.ts';
import type { PlanCandidate } from './plan-candidate.ts';
import type { PlanContext, PlanSnapshot } from './plan-context.ts';

/** The tasks that are to be done. */
export function fromTasks({ snapshot }: PlanContext): PlanCandidate[] {
  return snapshot.tasks.filter(isOpenTask).map((task) => candidateOf(task, snapshot));
}

function candidateOf(
  task: StoredOf<'tasks'>,
  { today, zone }: Pick<PlanSnapshot, 'today' | 'zone'>,
): PlanCandidate {
  const { id, title, barnId, dueDate, status } = task;
  const isOverdue = dueDate !== null && dueDate < today;
  const when = dueDate === null ? 'undated' : isOverdue ? 'overdue' : 'due';
  // A task that is held up goes on before it is done.
  const next = status === 'blocked' ? 'in_progress' : 'done';
  return {
    kind: 'complete_task',
    title: message('actionPlan.complete_task.title', { task: title }),
    why: [message(`actionPlan.complete_task.${when}`, { day: { day: dueDate ?? today } })],
    severity: severityOf(task, isOverdue),
    flockId: null,
    barnId,
    dueAt: dueDate === null ? null : endOfDay(dueDate, zone),
    impact: null,
    confidence: 1,
    action: { method: 'PATCH', path: `/tasks/${id}`, body: { status: next } },
    source: { type: 'tasks', id },
  };
}

function severityOf({ priority }: StoredOf<'tasks'>, isOverdue: boolean): Severity {
  if (priority === 'urgent') return isOverdue ? 'critical' : 'warning';
  return isOverdue || priority === 'high' ? 'warning' : 'info';
}
