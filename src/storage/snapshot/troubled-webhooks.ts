import sql from 'sql-template-tag';
import type { Connection } from '../database.ts';
import { type ColumnKinds, fromColumns, selectedColumns } from '../system/mapped-columns.ts';
import type { DisabledReason } from '../system/webhooks.ts';
import type { FarmMoment } from './farm-moment.ts';

/** A webhook that is off or whose last attempts failed, as far as a farm is told of it. */
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
 * The webhooks that are told of the farm and are off or failing, the oldest first. Their addresses
 * and secrets stay where they are: whoever reads a farm need not manage them.
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
    .filter(({ farmIds, keyFarmIds }) => tells(farmIds, farmId) && tells(keyFarmIds, farmId))
    .map(({ url, farmIds: _, keyFarmIds: __, ...webhook }) => ({
      ...webhook,
      host: new URL(url).host,
    }));
}

function tells(farmIds: readonly string[] | null, farmId: string): boolean {
  return farmIds === null || farmIds.includes(farmId);
}
