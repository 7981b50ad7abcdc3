import sql from 'sql-template-tag';
import { alerts } from '../../model/resources/alerts.ts';
import { tasks } from '../../model/resources/tasks.ts';
import { distinct, mapById } from '../../tools/collections.ts';
import type { Connection } from '../core/database.ts';
import { type ColumnKinds, fromColumns, selectedColumns } from '../core/insert-values.ts';
import { farmPredicate, scopePredicate } from '../core/scope.ts';
import { type ObjectColumn, objectOf, selectObjects } from '../core/select-objects.ts';
import { findKeys } from '../system/api-keys.ts';
import { findUserRights } from '../system/sign-in.ts';
import type { DisabledReason } from '../webhooks/webhooks.ts';
import { type FarmMoment, instantDaysAgo } from './farm-moment.ts';

const DAYS = 100;

/** When an alert was opened and resolved. */
export interface AlertTimesRow {
  readonly severity: string | null;
  readonly createdAt: string;
  readonly resolvedAt: string | null;
}

const ALERT_TIMES: readonly ObjectColumn[] = [
  ['severity', 'alert.severity', 'text'],
  ['createdAt', 'alert.created_at', 'timestamp'],
  ['resolvedAt', 'alert.resolved_at', 'timestamp'],
];

/**
 * The times of alerts that are open, or were opened or resolved in the last 100 days; oldest first.
 */
export function listAlertTimes(
  connection: Connection,
  moment: FarmMoment,
): Promise<AlertTimesRow[]> {
  const since = instantDaysAgo(moment, DAYS);
  const { farmId } = moment;
  return selectObjects(
    connection,
    sql`
      select ${objectOf(connection.dialect, ALERT_TIMES)}
      from (
        select id from alerts
        where farm_id = ${farmId} and deleted_at is null and created_at >= ${since}
        union
        select id from alerts
        where farm_id = ${farmId} and deleted_at is null and resolved_at is not null
          and resolved_at >= ${since}
        union
        select id from alerts
        where farm_id = ${farmId} and deleted_at is null
          and status in ('open', 'acknowledged', 'in_progress')
      ) found cross join alerts alert
      where alert.id = found.id and ${scopePredicate(alerts, moment.scope, 'alert')}
      order by alert.created_at, alert.id`,
  );
}

/** When a task was created, due and completed. */
export interface TaskTimesRow {
  readonly createdAt: string;
  readonly dueDate: string | null;
  readonly completedAt: string | null;
}

const TASK_TIMES: readonly ObjectColumn[] = [
  ['createdAt', 'task.created_at', 'timestamp'],
  ['dueDate', 'task.due_date', 'date'],
  ['completedAt', 'task.completed_at', 'timestamp'],
];

/** The times of tasks that are open or were completed in the last 100 days; oldest first. */
export function listTaskTimes(connection: Connection, moment: FarmMoment): Promise<TaskTimesRow[]> {
  const since = instantDaysAgo(moment, DAYS);
  const { farmId } = moment;
  return selectObjects(
    connection,
    sql`
      select ${objectOf(connection.dialect, TASK_TIMES)}
      from (
        select id from tasks
        where farm_id = ${farmId} and deleted_at is null
          and status in ('open', 'in_progress', 'blocked')
        union
        select id from tasks
        where farm_id = ${farmId} and deleted_at is null and completed_at >= ${since}
      ) found cross join tasks task
      where task.id = found.id and ${scopePredicate(tasks, moment.scope, 'task')}
      order by task.created_at, task.id`,
  );
}

/** An enabled automation with its last editor, else its creator. */
interface AutomationRow {
  readonly id: string;
  readonly name: string;
  readonly barnId: string | null;
  readonly mode: string | null;
  readonly trigger: unknown;
  readonly action: unknown;
  readonly updatedAt: string;
  readonly createdBy: { readonly type: string; readonly id: string };
  readonly editorType: string | null;
  readonly editorId: string | null;
}

const COLUMNS: readonly ObjectColumn[] = [
  ['id', 'automation.id', 'text'],
  ['name', 'automation.name', 'text'],
  ['barnId', 'automation.barn_id', 'text'],
  ['mode', 'automation.mode', 'text'],
  ['trigger', 'automation.trigger', 'json'],
  ['action', 'automation.action', 'json'],
  ['updatedAt', 'automation.updated_at', 'timestamp'],
  ['createdBy', 'automation.created_by', 'json'],
  ['editorType', 'editor.type', 'text'],
  ['editorId', 'editor.author_id', 'text'],
];
/** Maximum number of evaluated automations. */
const MOST_AUTOMATIONS = 500;

/** The enabled automations of a farm, oldest first, with the current state of their editors. */
export async function listEditedAutomations(connection: Connection, { scope }: FarmMoment) {
  const { dialect } = connection;
  const rows = await selectObjects<AutomationRow>(
    connection,
    sql`
      select ${objectOf(dialect, COLUMNS)} from automations automation
      left join automation_editors editor on editor.automation_id = automation.id
      where ${farmPredicate(scope, 'automation')} and automation.deleted_at is null
        and automation.enabled = ${dialect.bind(true, 'boolean')}
      order by automation.created_at, automation.id limit ${MOST_AUTOMATIONS}`,
  );
  const edited = rows.map((row) => ({ ...row, author: authorOf(row) }));
  const ids = distinct(edited.map(({ author }) => (author.type === 'key' ? author.id : null)));
  const keys = mapById(ids.length === 0 ? [] : await findKeys(connection, ids));
  const userIdOf = ({ type, id }: (typeof edited)[number]['author']) =>
    type === 'user' ? id : (keys.get(id)?.userId ?? null);
  const userIds = distinct(edited.map(({ author }) => userIdOf(author)));
  const users = mapById(await findUserRights(connection, userIds));
  return edited.map(({ author, ...automation }) => ({
    ...automation,
    editor: {
      author,
      key: ofOrganisation(keys.get(author.id), scope.orgId),
      user: ofOrganisation(users.get(userIdOf(author) ?? ''), scope.orgId),
    },
  }));
}

function authorOf({ editorType, editorId, createdBy }: AutomationRow) {
  if (editorType !== null && editorId !== null) return { type: editorType, id: editorId };
  return { type: createdBy.type, id: createdBy.id };
}

function ofOrganisation<T extends { readonly orgId: string }>(
  editor: T | undefined,
  orgId: string,
): T | undefined {
  return editor?.orgId === orgId ? editor : undefined;
}

/** A disabled or failing webhook, limited to the information for a farm. */
export interface WebhookTrouble {
  readonly id: string;
  readonly host: string;
  readonly disabledReason: DisabledReason | null;
  readonly disabledAt: string | null;
  readonly consecutiveFailures: number;
  readonly failingSince: string | null;
}

interface WebhookRow extends Omit<WebhookTrouble, 'host'> {
  readonly url: string;
  readonly farmIds: readonly string[] | null;
  readonly keyFarmIds: readonly string[] | null;
}

const KINDS: ColumnKinds<WebhookRow> = {
  id: 'text',
  url: 'text',
  farmIds: 'list',
  keyFarmIds: 'list',
  disabledReason: 'text',
  disabledAt: 'timestamp',
  consecutiveFailures: 'integer',
  failingSince: 'timestamp',
};

/**
 * The disabled or failing webhooks that receive events of the farm, oldest first. Addresses and
 * secrets are omitted: a reader of the farm may not be allowed to manage them.
 */
export async function listTroubledWebhooks(
  connection: Connection,
  { farmId, scope }: FarmMoment,
): Promise<WebhookTrouble[]> {
  const { dialect } = connection;
  const rows = await connection.all<Record<string, unknown>>(sql`
    select ${selectedColumns(connection, KINDS, 'webhook')}
    from (
      select hook.*, (
        select min(delivery.first_attempt_at) from webhook_deliveries delivery
        where delivery.webhook_id = hook.id and delivery.state = 'pending'
          and delivery.attempts > 0) as failing_since
      from webhooks hook
      where hook.org_id = ${scope.orgId}
        and (hook.enabled = ${dialect.bind(false, 'boolean')} or hook.consecutive_failures > 0)
    ) webhook
    order by webhook.created_at, webhook.id`);
  return rows
    .map((row) => fromColumns(KINDS, row))
    .filter(
      ({ farmIds, keyFarmIds }) => isReported(farmIds, farmId) && isReported(keyFarmIds, farmId),
    )
    .map(({ url, farmIds: _, keyFarmIds: __, ...webhook }) => ({
      ...webhook,
      host: new URL(url).host,
    }));
}

function isReported(farmIds: readonly string[] | null, farmId: string): boolean {
  return farmIds === null || farmIds.includes(farmId);
}
