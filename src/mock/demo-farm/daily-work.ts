import { addDays, addMonths, type CalendarDay, formatInstant } from '../../tools/calendar.ts';
import type { Random } from '../../tools/random.ts';
import type { DemoContext } from './demo-context.ts';
import type { DemoFields } from './demo-data.ts';
import type { DemoFarm, DemoFlock, DemoPerson } from './demo-farm.ts';
import { actorOf, SYSTEM } from './people.ts';
import {
  flockTasks,
  presentTasks,
  type RepeatingTask,
  repeatingTasks,
  taskRemarks,
} from './task-plans.ts';

const CHANCES = { doneLate: 0.05, cancelled: 0.01, remark: 0.06 } as const;
const STEP_DAYS = { daily: 1, weekly: 7, biweekly: 14, monthly: 0 } as const;
/** Nobody works on tasks before this hour or after the other. */
const WORK_HOURS = { from: 6, to: 18 } as const;

/** Writes tasks and what people remarked on them: done, open, overdue, blocked. */
export function addDailyWork(
  context: DemoContext,
  farms: readonly DemoFarm[],
  flocks: readonly DemoFlock[],
  people: readonly DemoPerson[],
): void {
  for (const farm of farms) {
    const random = context.random(`tasks/${farm.plan.key}`);
    const desk = { context, random, farm };
    for (const task of repeatingTasks) {
      if (farm.plan.key !== 'small' || task.isBasic) addSeries(desk, task);
    }
    for (const flock of flocks.filter((one) => one.farm === farm)) addFlockTasks(desk, flock);
    addPresentTasks(desk, people);
  }
}

interface Desk {
  readonly context: DemoContext;
  readonly random: Random;
  readonly farm: DemoFarm;
}

interface TaskDraft {
  readonly at: number;
  readonly doneAt?: number | undefined;
  readonly fields: DemoFields<'tasks'>;
}

function addTask(desk: Desk, draft: TaskDraft): string {
  const { context, random, farm } = desk;
  const { doneAt, fields } = draft;
  const isDone = fields.status === 'done' && doneAt !== undefined;
  const id = context.add('tasks', {
    farmId: farm.id,
    at: draft.at,
    updatedAt: doneAt,
    by: fields.seriesId == null ? actorOf(farm.manager) : SYSTEM,
    fields: { ...fields, completedAt: isDone ? formatInstant(doneAt) : null },
  });
  if (random.chance(CHANCES.remark)) addRemark(desk, id, doneAt ?? draft.at + 5_400_000);
  return id;
}

function addRemark(desk: Desk, taskId: string, at: number): void {
  const { context, random, farm } = desk;
  const author = random.pick(farm.workers);
  const { kind, text } = random.pick(taskRemarks);
  context.add('task-comments', {
    farmId: farm.id,
    at,
    by: actorOf(author),
    fields: { taskId, kind, text: context.phrases.remarks[text], authorName: author.name },
  });
}

/** One task after the other; doing one makes the next. */
function addSeries(desk: Desk, task: RepeatingTask): void {
  const { context, random, farm } = desk;
  const texts = context.phrases.tasks;
  let due = addDays(context.firstDay, task.startsOn);
  let at = context.at(addDays(due, -1), 15);
  let seriesId: string | null = null;
  const isNeglected = task.overdueDays !== undefined && farm.plan.key === 'broilers';
  const lastDue = addDays(context.today, isNeglected ? -(task.overdueDays ?? 0) : 0);
  for (;;) {
    // The last one of a neglected series is due on the very day it has been waiting since.
    const isLast = isNeglected && nextDue(due, task.frequency) > lastDue;
    if (isLast) due = lastDue;
    const done = isLast ? undefined : drawDone(desk, due);
    const assignee = random.pick(farm.workers).id;
    const id = addTask(desk, {
      at,
      doneAt: done?.at,
      fields: {
        title: texts[task.text],
        details: task.details === undefined ? null : texts[task.details],
        assignee,
        priority: task.priority,
        status: done?.status ?? 'open',
        dueDate: due,
        frequency: task.frequency,
        seriesId,
      },
    });
    if (!done) return;
    seriesId ??= id;
    at = done.at;
    due = nextDue(due, task.frequency);
  }
}

function drawDone({ context, random }: Desk, due: CalendarDay) {
  const isLate = random.chance(CHANCES.doneLate);
  const isCancelled = random.chance(CHANCES.cancelled);
  const hour = random.between(WORK_HOURS.from, WORK_HOURS.to);
  const at = context.at(addDays(due, isLate ? 1 : 0), hour);
  if (at > context.now) return undefined;
  return { at, status: isCancelled ? ('cancelled' as const) : ('done' as const) };
}

function nextDue(due: CalendarDay, frequency: RepeatingTask['frequency']): CalendarDay {
  return frequency === 'monthly' ? addMonths(due, 1) : addDays(due, STEP_DAYS[frequency]);
}

function addFlockTasks(desk: Desk, flock: DemoFlock): void {
  const { context, random, farm } = desk;
  if (farm.plan.kind !== 'broiler') return;
  for (const task of flockTasks) {
    const due = addDays(flock.placementDay, task.onDay);
    if (due < addDays(context.firstDay, -25) || due > addDays(context.today, 10)) continue;
    const done = drawDone(desk, due);
    addTask(desk, {
      at: context.at(addDays(due, -random.integer(3, 8)), random.between(9, 16)),
      doneAt: done?.at,
      fields: {
        barnId: flock.barn.id,
        title: context.phrases.tasks[task.text],
        assignee: task.onDay < 0 ? farm.manager.id : random.pick(farm.workers).id,
        priority: task.priority,
        status: done?.status ?? 'open',
        dueDate: due,
        frequency: 'once',
      },
    });
  }
}

function addPresentTasks(desk: Desk, people: readonly DemoPerson[]): void {
  const { context, random, farm } = desk;
  for (const task of presentTasks.filter((one) => one.farm === farm.plan.key)) {
    const barn = farm.barns.find((one) => one.plan.key === task.barn);
    const daysAgo = Math.max(1, random.integer(1, 3) - task.dueIn);
    const id = addTask(desk, {
      at: context.at(addDays(context.today, -daysAgo), random.between(8, 17)),
      fields: {
        barnId: barn?.id ?? null,
        title: context.phrases.tasks[task.text],
        assignee: people.find((one) => one.key === task.assignee)?.id ?? farm.manager.name,
        priority: task.priority,
        status: task.status,
        dueDate: addDays(context.today, task.dueIn),
        frequency: 'once',
      },
    });
    if (task.status === 'blocked') addRemark(desk, id, context.now - 7_200_000);
  }
}
