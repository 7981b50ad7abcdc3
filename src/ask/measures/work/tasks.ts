import type { ContextTask } from '../../../farming/context/context.ts';
import { contextTasks } from '../../../farming/context/context-records.ts';
import type { FarmSnapshot } from '../../../farming/core/farm-snapshot.ts';
import { assigneeName } from '../../../farming/core/open-items.ts';
import { message } from '../../../model/core/message.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion } from '../../measure.ts';
import { answerOfList, type ListItem } from '../answer-of-list.ts';
import { wordFact } from '../fact-of.ts';

const PARTS = ['tasks', 'users', 'contacts'] as const;
type TaskSnapshot = FarmSnapshot<(typeof PARTS)[number]>;

/** What is to be done: due by today, late, or at all; all of it or that of one person. */
export const tasks = {
  parts: PARTS,
  per: 'barn',
  aggregations: ['list', 'count'],
  slots: { when: ['today', 'overdue', 'open'], person: 'person' },
  compute: listTasks,
} as const satisfies MeasureDefinition<(typeof PARTS)[number]>;

function listTasks(snapshot: TaskSnapshot, question: MeasureQuestion): MeasureAnswer {
  const { today } = snapshot;
  const { person, when = question.period ? 'period' : 'open' } = question.slots;
  const name = person === undefined ? null : assigneeName(person, snapshot);
  const { barnIds } = question.scope;
  const found = contextTasks(snapshot).open.filter(
    (task) =>
      isDue(task, when, { today, question }) &&
      (name === null || task.assignee === name) &&
      (barnIds === undefined || (task.barnId !== null && barnIds.includes(task.barnId))),
  );
  const source = { resource: 'tasks', ids: found.map(({ id }) => id) } as const;
  return answerOfList(
    found.map((task) => taskItem(task, today)),
    {
      label: `Tasks, ${when}`,
      text: 'ask.tasks',
      params: { when, hasPerson: name === null ? 'no' : 'yes', person: name ?? '' },
      asOf: today,
      source,
    },
    question,
  );
}

/** Today is what is due by today, as in the briefing; what is late is among it. */
function isDue(
  { dueDate }: ContextTask,
  when: string,
  { today, question: { period } }: { readonly today: string; readonly question: MeasureQuestion },
): boolean {
  if (when === 'open') return true;
  if (dueDate === null) return false;
  if (when === 'overdue') return dueDate < today;
  if (when === 'period' && period) return period.from <= dueDate && dueDate <= period.to;
  return dueDate <= today;
}

function taskItem({ id, title, assignee, dueDate, overdue }: ContextTask, today: string): ListItem {
  const frame = { asOf: dueDate, source: { resource: 'tasks', ids: [id] } } as const;
  const line = message('ask.task', {
    title,
    hasPerson: assignee === null ? 'no' : 'yes',
    person: assignee ?? '',
    due: dueDate === null ? 'none' : overdue ? 'late' : dueDate === today ? 'today' : 'later',
    day: dueDate === null ? '' : { day: dueDate },
  });
  return { facts: [wordFact('Task', title, frame)], lines: [line] };
}
