import { type ContextTask, contextTasks } from '../../farming/context/context-records.ts';
import type { FarmSnapshot } from '../../farming/core/farm-snapshot.ts';
import { assigneeName } from '../../farming/core/open-items.ts';
import { message } from '../../model/core/message.ts';
import type { MeasureAnswer, MeasureDefinition, MeasureQuestion } from '../measure.ts';
import { asText, factOf, wordFact } from './fact-of.ts';
import { answerList, type ListItem } from './rows.ts';

const TASK_PARTS = ['tasks', 'users', 'contacts'] as const;
type TaskSnapshot = FarmSnapshot<(typeof TASK_PARTS)[number]>;

/** Tasks: due by today, overdue, or all open ones; of everybody or of one person. */
export const tasks = {
  parts: TASK_PARTS,
  per: 'barn',
  aggregations: ['list', 'count'],
  slots: { when: ['today', 'overdue', 'open'], person: 'person' },
  compute: listTasks,
} as const satisfies MeasureDefinition<(typeof TASK_PARTS)[number]>;

function listTasks(snapshot: TaskSnapshot, question: MeasureQuestion): MeasureAnswer {
  const { today } = snapshot;
  const { period, slots } = question;
  const { person } = slots;
  // Tasks not done yesterday were due then.
  const isOver = period !== undefined && period.to < today;
  const when = isOver ? 'period' : (slots['when'] ?? (period ? 'period' : 'open'));
  const name = person === undefined ? null : assigneeName(person, snapshot);
  const { barnIds } = question.scope;
  const found = contextTasks(snapshot).open.filter(
    (task) =>
      isDue(task, when, { today, question }) &&
      (name === null || task.assignee === name) &&
      (barnIds === undefined || (task.barnId !== null && barnIds.includes(task.barnId))),
  );
  const source = { resource: 'tasks', ids: found.map(({ id }) => id) } as const;
  const params = { hasPerson: name === null ? 'no' : 'yes', person: name ?? '' };
  const answer = answerList(
    found.map((task) => taskItem(task, today)),
    {
      label: `Tasks, ${when}`,
      text: 'ask.tasks',
      params: { when, ...params },
      asOf: today,
      source,
    },
    question,
  );
  const isToday = when === 'today' && found.some(({ overdue }) => overdue);
  return isToday ? withOverdue(answer, found, { params, asOf: today }) : answer;
}

/** The tasks due by today, those due today and the overdue ones counted separately. */
function withOverdue(
  { facts, lines }: MeasureAnswer,
  found: readonly ContextTask[],
  {
    params,
    asOf,
  }: {
    readonly params: { readonly hasPerson: string; readonly person: string };
    readonly asOf: string;
  },
): MeasureAnswer {
  const countOf = (label: string, tasks: readonly ContextTask[]) =>
    factOf(label, tasks.length, {
      asOf,
      source: { resource: 'tasks', ids: tasks.map(({ id }) => id) },
    });
  const dueToday = countOf(
    'Tasks due today',
    found.filter(({ overdue }) => !overdue),
  );
  const late = countOf(
    'Tasks overdue',
    found.filter(({ overdue }) => overdue),
  );
  const counts = { today: asText(dueToday), overdue: asText(late) };
  return {
    facts: [dueToday, late, ...facts.slice(1)],
    lines: [message('ask.tasksToday', { ...params, ...counts }), ...lines.slice(1)],
  };
}

/** Today's tasks are those due by today, as in the briefing, including overdue ones. */
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
