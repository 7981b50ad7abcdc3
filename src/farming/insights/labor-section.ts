import { type Message, message } from '../../model/message.ts';
import type { StoredOf } from '../../model/registry.ts';
import { mean, median, sum } from '../../tools/statistics.ts';
import { figure } from '../figure.ts';
import { LIVE_FLOCK_PARTS, liveFlocksOf } from '../flocks/farm-flocks.ts';
import { type LaborCost, laborCost } from '../labor/labor-cost.ts';
import { type TaskWindow, taskCounts, taskWindow } from '../labor/task-counts.ts';
import { hoursToClose, type WorkerLoad, workerLoads } from '../labor/worker-load.ts';
import { ratioOf } from '../metrics/ratio-of.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import type { MissingData, SectionDefinition } from './section.ts';

const PARTS = [
  ...LIVE_FLOCK_PARTS,
  'tasks',
  'fieldReports',
  'users',
  'contacts',
  'expenses',
] as const;
type LaborSnapshot = FarmSnapshot<(typeof PARTS)[number]>;

/** Tasks, answers and the cost of work, over 30 days. */
export const laborSection: SectionDefinition<(typeof PARTS)[number], never> = {
  parts: PARTS,
  uses: [],
  compute: computeLabor,
};

function computeLabor(snapshot: LaborSnapshot) {
  const window = taskWindow(snapshot);
  const counts = taskCounts(window);
  const loads = workerLoads(snapshot, window);
  const cost = laborCost(snapshot);
  const missing = missingOf(snapshot, window, cost);
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

/** Most open tasks of one person against the mean of all who were given any. */
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

function missingOf(
  { farm, tasks, today }: LaborSnapshot,
  { open, done }: TaskWindow,
  cost: LaborCost,
): MissingData[] {
  const counted = [...open, ...done];
  const unassigned = counted.find(({ assignee }) => assignee === null);
  const nobody = unassigned !== undefined && counted.every(({ assignee }) => assignee === null);
  const newTask = { farmId: farm.id, title: null, assignee: null, dueDate: today };
  const wages = { farmId: farm.id, date: today, category: 'labor', amount: null };
  return [
    ...(tasks.length === 0
      ? [missing('no_tasks', 'tasks', { method: 'POST', path: '/tasks', body: newTask })]
      : []),
    ...(nobody
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
  const said: Message = message(`labor.${code}`);
  return { code, message: said, resource, need: 1, have: 0, fix };
}
