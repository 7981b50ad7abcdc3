import sql from 'sql-template-tag';
import type { Connection } from '../database.ts';

/** Forgets attempts made before an instant, at most so many; returns how many. */
export function forgetAttempts(connection: Connection, before: string, most: number) {
  return connection.run(sql`
    delete from webhook_attempts where id in (
      select id from webhook_attempts where at < ${before} order by at limit ${most})`);
}

/** Forgets deliveries that have been over since before an instant; returns how many. */
export function forgetDeliveries(connection: Connection, before: string, most: number) {
  return connection.run(sql`
    delete from webhook_deliveries where id in (
      select id from webhook_deliveries
      where updated_at < ${before} and state in ('delivered', 'exhausted', 'cancelled')
      order by updated_at limit ${most})`);
}

/** Forgets deliveries to webhooks that are no more; returns how many. */
export function forgetOrphans(connection: Connection, most: number) {
  return connection.run(sql`
    delete from webhook_deliveries where id in (
      select id from webhook_deliveries
      where webhook_id not in (select id from webhooks) limit ${most})`);
}

/** Webhooks that hold events from before an instant, with how many. */
export async function listOverdueHeld(
  connection: Connection,
  before: string,
): Promise<{ readonly webhookId: string; readonly count: number }[]> {
  const rows = await connection.all<{ webhook_id: string; total: number | string }>(sql`
    select webhook_id, count(*) as total from webhook_deliveries
    where state = 'held' and created_at < ${before} group by webhook_id order by webhook_id`);
  return rows.map((row) => ({ webhookId: row.webhook_id, count: Number(row.total) }));
}

/** Forgets what a webhook holds from before an instant; returns how many. */
export function forgetHeld(connection: Connection, webhookId: string, before: string) {
  return connection.run(sql`
    delete from webhook_deliveries
    where webhook_id = ${webhookId} and state = 'held' and created_at < ${before}`);
}
