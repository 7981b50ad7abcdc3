import type { MadeSection } from '../../model/answers/insights.ts';
import { type Message, message } from '../../model/core/message.ts';
import type { StoredOf } from '../../model/resources/registry.ts';
import { addDays, type CalendarDay, DAY_MILLIS, daysBetween } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { mean, median, percentOf, ratioOf, sum } from '../../tools/statistics.ts';
import { foldText } from '../../tools/words.ts';
import { LIVE_FLOCK_PARTS, liveFlocksOf } from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { figure } from '../core/figure.ts';
import { isOpenTask, isWaitingQuestion } from '../core/open-items.ts';
import type { MissingData, SectionDefinition } from '../core/section.ts';

const COST_DAYS = 30;
const SALES_DAYS = 365;

/** Labour costs in the farm's currency. */
export interface LaborCost {
  /** Over the last 30 days. */
  readonly cost: number | null;
  /** Since labour is recorded, at most one year, divided by the kg sold in that time. */
  readonly perKg: number | null;
  readonly perBird: number | null;
}

/**
 * Labour cost from expenses of category `labor`; null without any. Costs per kg and bird cover up
 * to a year, because wages are paid monthly and birds are sold per flock; null while labour has
 * been recorded for less than 30 days.
 */
function laborCost({ expenses, sales, today }: FarmSnapshot<'expenses' | 'sales'>): LaborCost {
  const yearAgo = addDays(today, -SALES_DAYS);
  const wages = expenses.filter(
    ({ category, date }) => category === 'labor' && yearAgo < date && date <= today,
  );
  const monthAgo = addDays(today, -COST_DAYS);
  const recent = wages.filter(({ date }) => date > monthAgo);
  const since = wages.map(({ date }) => date).toSorted()[0];
  const isLong = since !== undefined && daysBetween(since, today) >= COST_DAYS;
  const sold = isLong ? sales.filter(({ date }) => since <= date && date <= today) : [];
  const total = sum(wages.map(({ amount }) => amount));
  return {
    cost: recent.length === 0 ? null : sum(recent.map(({ amount }) => amount)),
    perKg: ratioOf(total, sum(sold.map(({ totalWeightKg }) => totalWeightKg))),
    perBird: ratioOf(total, sum(sold.map(({ birdsCount }) => birdsCount))),
  };
}
const WINDOW_DAYS = 30;

/** The tasks that are counted: open, or completed in the last 30 days. */
export interface TaskWindow {
  readonly today: CalendarDay;
  /** Milliseconds since 1970. */
  readonly since: number;
  readonly open: readonly StoredOf<'tasks'>[];
  readonly done: readonly StoredOf<'tasks'>[];
}

/** Task statistics of a farm. */
export interface TaskCounts {
  readonly open: number;
  /** Open, and due before today. */
  readonly overdue: number;
  readonly done: number;
  /** Completed tasks as a share of all tasks due up to today. */
  readonly completionRatePct: number | null;
}

function taskWindow({ tasks, now, today }: FarmSnapshot<'tasks'>): TaskWindow {
  const since = now - WINDOW_DAYS * DAY_MILLIS;
  return {
    today,
    since,
    open: tasks.filter(isOpenTask),
    done: tasks.filter(
      ({ status, completedAt }) =>
        status === 'done' && completedAt !== null && Date.parse(completedAt) >= since,
    ),
  };
}

function taskCounts({ today, open, done }: TaskWindow): TaskCounts {
  const overdue = open.filter((task) => isDue(task, today)).length;
  const dueToday = open.filter(({ dueDate }) => dueDate === today).length;
  return {
    open: open.length,
    overdue,
    done: done.length,
    completionRatePct: percentOf(done.length, done.length + overdue + dueToday),
  };
}

function isDue({ dueDate }: StoredOf<'tasks'>, today: CalendarDay): boolean {
  return dueDate !== null && dueDate < today;
}

const PARTS = [
  ...LIVE_FLOCK_PARTS,
  'tasks',
  'fieldReports',
  'users',
  'contacts',
  'expenses',
] as const;
type LaborSnapshot = FarmSnapshot<(typeof PARTS)[number]>;

/** Tasks, answers and labour costs over 30 days. */
export const laborSection: SectionDefinition<
  (typeof PARTS)[number],
  never,
  MadeSection<'labor'>
> = {
  parts: PARTS,
  uses: [],
  compute: computeLabor,
};

function computeLabor(snapshot: LaborSnapshot): MadeSection<'labor'> {
  const window = taskWindow(snapshot);
  const counts = taskCounts(window);
  const loads = workerLoads(snapshot, window);
  const cost = laborCost(snapshot);
  const missing = missingLaborData(snapshot, window, cost);
  const isEmpty = loads.length === 0 && cost.cost === null && cost.perKg === null;
  return {
    status: isEmpty ? 'not_enough_data' : missing.length === 0 ? 'ok' : 'partial',
    asOf: snapshot.today,
    missing,
    open: counts.open,
    overdue: counts.overdue,
    doneCount: counts.done,
    completionRatePct: figure('pct', counts.completionRatePct),
    medianHoursToClose: figure('time', median(window.done.flatMap(hoursToClose))),
    byAssignee: loads.map((load) => ({ ...load, medianHours: figure('time', load.medianHours) })),
    loadImbalance: figure('ratio', loadImbalance(loads)),
    medianAnswerMinutes: figure('time', median(snapshot.fieldReports.flatMap(answerMinutes))),
    laborCost: figure('money', cost.cost),
    laborCostPerKg: figure('price', cost.perKg),
    laborCostPerBird: figure('price', cost.perBird),
    reportsPer1000Birds: figure('ratio', reportsPer1000Birds(snapshot, window)),
  } as const;
}

/** Highest number of open tasks of one person divided by the mean of all assignees. */
function loadImbalance(loads: readonly WorkerLoad[]): number | null {
  const open = loads
    .filter(({ assignee, open, done }) => assignee !== null && open + done > 0)
    .map((load) => load.open);
  return ratioOf(Math.max(0, ...open), mean(open));
}

function answerMinutes({ isQuestion, createdAt, answeredAt }: StoredOf<'field-reports'>): number[] {
  if (isQuestion !== true || answeredAt === null) return [];
  return [Math.max(0, Date.parse(answeredAt) - Date.parse(createdAt)) / 60_000];
}

function reportsPer1000Birds(snapshot: LaborSnapshot, { since }: TaskWindow): number | null {
  const birds = sum(liveFlocksOf(snapshot).map(({ live }) => live));
  const reports = snapshot.fieldReports.filter(({ createdAt }) => Date.parse(createdAt) >= since);
  return ratioOf(reports.length * 1000, birds);
}

function missingLaborData(
  { farm, tasks, today }: LaborSnapshot,
  { open, done }: TaskWindow,
  cost: LaborCost,
): MissingData[] {
  const counted = [...open, ...done];
  const unassigned = counted.find(({ assignee }) => assignee === null);
  const isUnassigned =
    unassigned !== undefined && counted.every(({ assignee }) => assignee === null);
  const newTask = { farmId: farm.id, title: null, assignee: null, dueDate: today };
  const wages = { farmId: farm.id, date: today, category: 'labor', amount: null };
  return [
    ...(tasks.length === 0
      ? [missing('no_tasks', 'tasks', { method: 'POST', path: '/tasks', body: newTask })]
      : []),
    ...(isUnassigned
      ? [
          missing('no_assignees', 'tasks', {
            method: 'PATCH',
            path: `/tasks/${unassigned.id}`,
            body: { assignee: null },
          }),
        ]
      : []),
    ...(cost.cost === null
      ? [
          missing('no_labor_expenses', 'expenses', {
            method: 'POST',
            path: '/expenses',
            body: wages,
          }),
        ]
      : []),
  ];
}

function missing(
  code: string,
  resource: string,
  fix: NonNullable<MissingData['fix']>,
): MissingData {
  const text: Message = message(`labor.${code}`);
  return { code, message: text, resource, need: 1, have: 0, fix };
}

/** The open and completed tasks and the reports of one person. */
export interface WorkerLoad {
  /** ID of a user or contact, or a name, as stored in the tasks; null for unassigned tasks. */
  readonly assignee: string | null;
  readonly name: string | null;
  readonly open: number;
  readonly overdue: number;
  readonly done: number;
  /** From creation to completion of a task. */
  readonly medianHours: number | null;
  readonly reports: number;
  readonly questionsUnanswered: number;
}

type LaborRows = Pick<FarmSnapshot, 'users' | 'contacts' | 'fieldReports'>;

/** The work of a farm by person, most open tasks first, unassigned tasks last. */
function workerLoads(rows: LaborRows, window: TaskWindow): WorkerLoad[] {
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
      const [assignedTasks, written] = [
        tasks.get(key) ?? [],
        key === '' ? [] : (reports.get(key) ?? []),
      ];
      const assignee = assignedTasks[0]?.assignee ?? written[0]?.authorName ?? null;
      return { assignee, name: nameOf(assignee), ...countsOf(assignedTasks, written, window) };
    })
    .toSorted(byLoad);
}

function countsOf(
  tasks: readonly StoredOf<'tasks'>[],
  reports: readonly StoredOf<'field-reports'>[],
  { today, since }: TaskWindow,
): Omit<WorkerLoad, 'assignee' | 'name'> {
  const open = tasks.filter(isOpenTask);
  const completed = tasks.filter((task) => !isOpenTask(task));
  return {
    open: open.length,
    overdue: open.filter((task) => isDue(task, today)).length,
    done: completed.length,
    medianHours: median(completed.flatMap(hoursToClose)),
    reports: reports.filter(({ createdAt }) => Date.parse(createdAt) >= since).length,
    questionsUnanswered: reports.filter(isWaitingQuestion).length,
  };
}

/** Hours from creation to completion of a task; empty when unknown. */
function hoursToClose({ createdAt, completedAt }: StoredOf<'tasks'>): number[] {
  if (completedAt === null) return [];
  return [Math.max(0, Date.parse(completedAt) - Date.parse(createdAt)) / 3_600_000];
}

function byLoad(left: WorkerLoad, right: WorkerLoad): number {
  if (left.assignee === null || right.assignee === null) {
    return Number(left.assignee === null) - Number(right.assignee === null);
  }
  return right.open - left.open || (left.assignee < right.assignee ? -1 : 1);
}
