import { message } from '../../model/message.ts';
import {
  type ActivityChange,
  type ActivityRow,
  type ActivityRule,
  whenCreated,
  whenEntering,
} from './activity-rule.ts';
import { activityTitle, type TitleShape } from './activity-title.ts';

/** What is told of rows that people know by their figures. */
const SHAPES: Readonly<Record<string, TitleShape>> = {
  flock_placed: 'flock',
  sale: 'sale',
  weighing: 'weighing',
  daily_log: 'log',
  mortality_spike: 'log',
  feed_delivery: 'feed',
  feed_order: 'feed',
  expense: 'expense',
};

/** What the activity log tells of, the first that applies to a change; scores of the project. */
export const activityRules: readonly ActivityRule[] = [
  rule('alert', 'alerts', 90, whenCreated(has('severity', 'critical'))),
  rule('alert', 'alerts', 60, whenCreated(has('severity', 'warning'))),
  rule('alert', 'alerts', 35, whenCreated()),
  rule('alert', 'alerts', 90, whenEntering('severity', 'critical')),
  rule('alert_resolved', 'alerts', 40, whenEntering('status', 'resolved')),
  rule('flock_placed', 'flocks', 70, isPlacement),
  rule('flock_closed', 'flocks', 75, whenEntering('status', 'closed')),
  rule('sale', 'sales', 65, whenCreated()),
  rule('weighing', 'daily-logs', 30, whenCreated(isWeighing)),
  rule('daily_log', 'daily-logs', 15, whenCreated()),
  rule('weighing', 'daily-logs', 30, isFirstWeighing),
  rule('treatment', 'treatments', 60, whenCreated(has('kind', 'antibiotic'))),
  rule('vaccination', 'treatments', 45, whenCreated(has('kind', 'vaccination'))),
  rule('treatment', 'treatments', 30, whenCreated()),
  rule('feed_delivery', 'feed-deliveries', 35, whenCreated()),
  rule('feed_order', 'feed-orders', 30, whenCreated()),
  rule('market_order', 'market-orders', 30, whenCreated()),
  rule('expense', 'expenses', 25, whenCreated()),
  rule('field_report', 'field-reports', 80, whenCreated(has('severity', 'critical'))),
  rule('question', 'field-reports', 55, whenCreated(has('isQuestion', true))),
  rule('field_report', 'field-reports', 25, whenCreated()),
  rule('task_done', 'tasks', 20, whenEntering('status', 'done')),
  rule('photo', 'media', 70, whenEntering('aiSeverity', 'critical')),
  rule('photo', 'media', 50, whenEntering('aiSeverity', 'warning')),
  rule('photo', 'media', 10, whenCreated()),
  rule('device_failure', 'devices', 60, whenEntering('status', 'offline', 'fault')),
  rule('integration_failure', 'integrations', 60, whenEntering('status', 'failing')),
  rule('command_executed', 'controller-commands', 40, whenEntering('status', 'executed')),
  rule('command_failed', 'controller-commands', 65, whenEntering('status', 'failed')),
  rule('user_change', 'users', 50, isAccessChange),
  rule('access_change', 'farm-access', 50, isAccessChange),
  rule(
    'automation_run',
    'automations',
    20,
    ({ before, after }) => before?.['runs'] !== after['runs'] && Number(after['runs']) > 0,
  ),
  rule('tender_awarded', 'tenders', 50, whenEntering('status', 'awarded')),
  // The placement of a flock is told of the flock.
  rule(
    'event',
    'events',
    20,
    whenCreated(({ kind }) => kind !== 'placement'),
  ),
];

/** Said of the deaths of a day in place of `daily_log`, when they are a spike. */
export const spikeRule: ActivityRule = rule('mortality_spike', 'daily-logs', 85, whenCreated());

/** Told when a task is found overdue. */
export const overdueRule: ActivityRule = rule('task_overdue', 'tasks', 45, () => true);

/** Every kind that the log knows. */
export const activityKinds: readonly string[] = [
  ...new Set(
    [...activityRules, spikeRule, overdueRule, undoneRule('tasks')].map(({ kind }) => kind),
  ),
].toSorted();

/** Told when an action on a row of the resource is taken back. */
export function undoneRule(resource: ActivityRule['resource']): ActivityRule {
  return rule('action_undone', resource, 25, () => true);
}

function rule(
  kind: string,
  resource: ActivityRule['resource'],
  base: number,
  applies: ActivityRule['applies'],
): ActivityRule {
  const shape = SHAPES[kind] ?? 'named';
  const title = (row: ActivityRow) =>
    message(`activity.${kind}`, { what: activityTitle(resource, shape, row) });
  return { kind, resource, base, applies, title };
}

function has(field: string, value: unknown): (row: ActivityRow) => boolean {
  return (row) => row[field] === value;
}

/** A flock that is not sold yet after all, or is taken up again, was placed long ago. */
function isPlacement({ before, after }: ActivityChange): boolean {
  return after['status'] === 'active' && (!before || before['status'] === 'planned');
}

function isWeighing(row: ActivityRow): boolean {
  return Number(row['avgWeightGr'] ?? 0) > 0;
}

function isFirstWeighing({ before, after }: ActivityChange): boolean {
  return before !== undefined && !isWeighing(before) && isWeighing(after);
}

const ACCESS_FIELDS = ['role', 'status', 'scopes', 'expiresAt', 'revokedAt'];

function isAccessChange({ before, after }: ActivityChange): boolean {
  if (!before) return true;
  return ACCESS_FIELDS.some(
    (field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
}
