import { addDays, addMonths, type CalendarDay, formatInstant } from '../../tools/calendar.ts';
import type { Random } from '../../tools/random.ts';
import type { DemoContext, DemoFields, Phrases } from './demo-context.ts';
import type { DemoFarm, DemoFlock, DemoPerson } from './demo-farm.ts';
import { actorOf, SYSTEM } from './farms.ts';

const CHANCES = { doneLate: 0.05, cancelled: 0.01, remark: 0.06 } as const;
const STEP_DAYS = { daily: 1, weekly: 7, biweekly: 14, monthly: 0 } as const;
const WORK_HOURS = { from: 6, to: 18 } as const;

/** Generates tasks and their comments: done, open, overdue, blocked. */
export function addDailyWork(
  context: DemoContext,
  farms: readonly DemoFarm[],
  flocks: readonly DemoFlock[],
  people: readonly DemoPerson[],
): void {
  for (const farm of farms) {
    const random = context.random(`tasks/${farm.plan.key}`);
    const workPlan = { context, random, farm };
    for (const task of repeatingTasks) {
      if (farm.plan.key !== 'small' || task.isBasic) addSeries(workPlan, task);
    }
    for (const flock of flocks.filter((flock) => flock.farm === farm))
      addFlockTasks(workPlan, flock);
    addPresentTasks(workPlan, people);
  }
}

interface WorkPlan {
  readonly context: DemoContext;
  readonly random: Random;
  readonly farm: DemoFarm;
}

interface TaskDraft {
  readonly at: number;
  readonly doneAt?: number | undefined;
  readonly fields: DemoFields<'tasks'>;
}

function addTask(workPlan: WorkPlan, draft: TaskDraft): string {
  const { context, random, farm } = workPlan;
  const { doneAt, fields } = draft;
  const isDone = fields.status === 'done' && doneAt !== undefined;
  const id = context.add('tasks', {
    farmId: farm.id,
    at: draft.at,
    updatedAt: doneAt,
    by: fields.seriesId == null ? actorOf(farm.manager) : SYSTEM,
    fields: { ...fields, completedAt: isDone ? formatInstant(doneAt) : null },
  });
  if (random.chance(CHANCES.remark)) addRemark(workPlan, id, doneAt ?? draft.at + 5_400_000);
  return id;
}

function addRemark(workPlan: WorkPlan, taskId: string, at: number): void {
  const { context, random, farm } = workPlan;
  const author = random.pick(farm.workers);
  const { kind, text } = random.pick(taskRemarks);
  context.add('task-comments', {
    farmId: farm.id,
    at,
    by: actorOf(author),
    fields: { taskId, kind, text: context.phrases.remarks[text], authorName: author.name },
  });
}

/** Generates a series of tasks; completing one creates the next. */
function addSeries(workPlan: WorkPlan, task: RepeatingTask): void {
  const { context, random, farm } = workPlan;
  const texts = context.phrases.tasks;
  let due = addDays(context.firstDay, task.startsOn);
  let at = context.at(addDays(due, -1), 15);
  let seriesId: string | null = null;
  const isNeglected = task.overdueDays !== undefined && farm.plan.key === 'broilers';
  const lastDue = addDays(context.today, isNeglected ? -(task.overdueDays ?? 0) : 0);
  for (;;) {
    // The last task of a neglected series is due on the day since which it is overdue.
    const isLast = isNeglected && nextDue(due, task.frequency) > lastDue;
    if (isLast) due = lastDue;
    const completion = isLast ? undefined : drawDone(workPlan, due);
    const assignee = random.pick(farm.workers).id;
    const id = addTask(workPlan, {
      at,
      doneAt: completion?.at,
      fields: {
        title: texts[task.text],
        details: task.details === undefined ? null : texts[task.details],
        assignee,
        priority: task.priority,
        status: completion?.status ?? 'open',
        dueDate: due,
        frequency: task.frequency,
        seriesId,
      },
    });
    if (!completion) return;
    seriesId ??= id;
    at = completion.at;
    due = nextDue(due, task.frequency);
  }
}

function drawDone({ context, random }: WorkPlan, due: CalendarDay) {
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

function addFlockTasks(workPlan: WorkPlan, flock: DemoFlock): void {
  const { context, random, farm } = workPlan;
  if (farm.plan.kind !== 'broiler') return;
  for (const task of flockTasks) {
    const due = addDays(flock.placementDay, task.onDay);
    if (due < addDays(context.firstDay, -25) || due > addDays(context.today, 10)) continue;
    const completion = drawDone(workPlan, due);
    addTask(workPlan, {
      at: context.at(addDays(due, -random.integer(3, 8)), random.between(9, 16)),
      doneAt: completion?.at,
      fields: {
        barnId: flock.barn.id,
        title: context.phrases.tasks[task.text],
        assignee: task.onDay < 0 ? farm.manager.id : random.pick(farm.workers).id,
        priority: task.priority,
        status: completion?.status ?? 'open',
        dueDate: due,
        frequency: 'once',
      },
    });
  }
}

function addPresentTasks(workPlan: WorkPlan, people: readonly DemoPerson[]): void {
  const { context, random, farm } = workPlan;
  for (const task of presentTasks.filter((task) => task.farm === farm.plan.key)) {
    const barn = farm.barns.find((barn) => barn.plan.key === task.barn);
    const daysAgo = Math.max(1, random.integer(1, 3) - task.dueIn);
    const id = addTask(workPlan, {
      at: context.at(addDays(context.today, -daysAgo), random.between(8, 17)),
      fields: {
        barnId: barn?.id ?? null,
        title: context.phrases.tasks[task.text],
        assignee: people.find((person) => person.key === task.assignee)?.id ?? farm.manager.name,
        priority: task.priority,
        status: task.status,
        dueDate: addDays(context.today, task.dueIn),
        frequency: 'once',
      },
    });
    if (task.status === 'blocked') addRemark(workPlan, id, context.now - 7_200_000);
  }
}

type TaskText = keyof Phrases['tasks'];

export interface RepeatingTask {
  readonly text: TaskText;
  readonly details?: TaskText;
  readonly frequency: 'daily' | 'weekly' | 'biweekly' | 'monthly';
  readonly priority: 'low' | 'normal' | 'high';
  /** Day of the history on which the series begins. */
  readonly startsOn: number;
  /** Days the last task is overdue; if absent, tasks are done on time. */
  readonly overdueDays?: number;
  /** Also used on small farms. */
  readonly isBasic?: boolean;
}

const repeatingTasks: readonly RepeatingTask[] = [
  {
    text: 'waterLines',
    frequency: 'daily',
    priority: 'normal',
    startsOn: 0,
  },
  {
    text: 'collectDead',
    frequency: 'daily',
    priority: 'high',
    startsOn: 0,
    isBasic: true,
  },
  {
    text: 'minMax',
    frequency: 'daily',
    priority: 'normal',
    startsOn: 0,
  },
  {
    text: 'weigh',
    details: 'weighDetails',
    frequency: 'weekly',
    priority: 'normal',
    startsOn: 2,
    isBasic: true,
  },
  {
    text: 'filters',
    frequency: 'weekly',
    priority: 'normal',
    startsOn: 4,
    overdueDays: 3,
  },
  {
    text: 'generator',
    details: 'generatorDetails',
    frequency: 'weekly',
    priority: 'high',
    startsOn: 1,
  },
  {
    text: 'rodents',
    frequency: 'biweekly',
    priority: 'low',
    startsOn: 6,
  },
  {
    text: 'alarms',
    details: 'alarmsDetails',
    frequency: 'monthly',
    priority: 'high',
    startsOn: 9,
    overdueDays: 6,
  },
];

/** One-off tasks of a flock, by the day before or after its placement. */
const flockTasks = [
  { text: 'orderChicks', onDay: -21, priority: 'normal' },
  { text: 'prepareBarn', onDay: -1, priority: 'high' },
  { text: 'orderStarter', onDay: -4, priority: 'normal' },
  { text: 'gumboro', onDay: 10, priority: 'high' },
  { text: 'newcastle', onDay: 17, priority: 'high' },
  { text: 'arrangeCatch', onDay: 34, priority: 'high' },
] as const;

/** Tasks open at the current time. */
const presentTasks = [
  {
    farm: 'broilers',
    barn: 'b3',
    text: 'necropsy',
    priority: 'urgent',
    status: 'in_progress',
    dueIn: 0,
    assignee: 'yossi',
  },
  {
    farm: 'broilers',
    barn: 'b3',
    text: 'fanMotor',
    priority: 'high',
    status: 'blocked',
    dueIn: 1,
    assignee: 'eitan',
  },
  {
    farm: 'broilers',
    barn: 'b1',
    text: 'askMill',
    priority: 'urgent',
    status: 'open',
    dueIn: 0,
    assignee: 'yossi',
  },
  {
    farm: 'broilers',
    barn: null,
    text: 'scaleLabels',
    priority: 'low',
    status: 'open',
    dueIn: -5,
    assignee: 'noa',
  },
  {
    farm: 'broilers',
    barn: 'b4',
    text: 'confirmTrucks',
    priority: 'high',
    status: 'open',
    dueIn: 1,
    assignee: 'yossi',
  },
  {
    farm: 'layers',
    barn: 'l2',
    text: 'freeBelt',
    priority: 'urgent',
    status: 'in_progress',
    dueIn: 0,
    assignee: 'david',
  },
  {
    farm: 'layers',
    barn: null,
    text: 'weatherKey',
    priority: 'normal',
    status: 'open',
    dueIn: -1,
    assignee: 'michal',
  },
  {
    farm: 'small',
    barn: 's2',
    text: 'washBarn',
    priority: 'high',
    status: 'in_progress',
    dueIn: 2,
    assignee: 'qiang',
  },
  {
    farm: 'small',
    barn: null,
    text: 'enterContacts',
    priority: 'normal',
    status: 'open',
    dueIn: 3,
    assignee: 'ruth',
  },
] as const;

/** Comments on tasks. */
// biome-ignore format: a comment a line.
const taskRemarks = [
  { kind: 'comment', text: 'allWell' },
  { kind: 'comment', text: 'again' },
  { kind: 'comment', text: 'nipples' },
  { kind: 'comment', text: 'done' },
  { kind: 'comment', text: 'inOrder' },
  { kind: 'comment', text: 'finished' },
  { kind: 'question', text: 'askKey' },
  { kind: 'answer', text: 'keyPlace' },
  { kind: 'photo', text: 'photo' },
  { kind: 'status', text: 'waiting' },
] as const;
