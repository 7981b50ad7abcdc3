import sql from 'sql-template-tag';
import type { Connection } from '../database.ts';
import { type ColumnKinds, fromColumns, selectedColumns } from './mapped-columns.ts';
import type { DisabledReason } from './webhooks.ts';

/** How a webhook is, as far as those who run the service need to know. */
export interface WebhookHealth {
  readonly id: string;
  readonly url: string;
  readonly enabled: boolean;
  readonly disabledReason: DisabledReason | null;
  /** The secrets, sealed. */
  readonly secret: string;
  readonly previousSecret: string | null;
  /** Deliveries that have not arrived and still may. */
  readonly waiting: number;
  /** Since when the oldest of them has been waiting. */
  readonly oldestAt: string | null;
}

const KINDS: ColumnKinds<WebhookHealth> = {
  id: 'text',
  url: 'text',
  enabled: 'boolean',
  disabledReason: 'text',
  secret: 'text',
  previousSecret: 'text',
  waiting: 'integer',
  oldestAt: 'timestamp',
};

/** Every webhook of every organisation with what waits for it, the oldest first. */
export async function listWebhookHealth(connection: Connection): Promise<WebhookHealth[]> {
  const rows = await connection.all<Record<string, unknown>>(sql`
    select ${selectedColumns(connection, KINDS, 'webhook')}
    from (
      select hook.*, coalesce(backlog.waiting, 0) as waiting, backlog.oldest_at
      from webhooks hook
      left join (
        select webhook_id, count(*) as waiting, min(created_at) as oldest_at
        from webhook_deliveries where state in ('pending', 'leased', 'held')
        group by webhook_id) backlog on backlog.webhook_id = hook.id
    ) webhook
    order by webhook.created_at, webhook.id`);
  return rows.map((row) => fromColumns(KINDS, row));
}
