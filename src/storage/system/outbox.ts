import sql, { raw } from 'sql-template-tag';
import type { Connection } from '../database.ts';

/** An event as it will be told to the world; the body is the exact text that is sent. */
export interface OutboxEvent {
  readonly id: string;
  readonly event: string;
  readonly orgId: string;
  readonly farmId: string | null;
  readonly resource: string | null;
  readonly rowId: string | null;
  readonly createdAt: string;
  readonly body: string;
}

/** Inserts an event, in the transaction of the change it tells of; returns its sequence number. */
export async function insertEvent(connection: Connection, event: OutboxEvent): Promise<number> {
  const inserted = await connection.first<{ sequence: number | string }>(sql`
    insert into outbox_events (id, event, org_id, farm_id, resource, row_id, created_at, body)
    values (${event.id}, ${event.event}, ${event.orgId}, ${event.farmId}, ${event.resource},
      ${event.rowId}, ${event.createdAt}, ${event.body})
    returning sequence`);
  return Number(inserted?.sequence);
}

/** The events behind a sequence number, the oldest first. */
export async function listEvents(
  connection: Connection,
  input: { readonly afterSequence: number; readonly limit: number },
): Promise<(OutboxEvent & { readonly sequence: number })[]> {
  const rows = await connection.all<{
    sequence: number | string;
    id: string;
    event: string;
    org_id: string;
    farm_id: string | null;
    resource: string | null;
    row_id: string | null;
    created_at: string;
    body: string;
  }>(sql`
    select sequence, id, event, org_id, farm_id, resource, row_id,
      ${raw(connection.dialect.jsonValue('created_at', 'timestamp'))} as created_at, body
    from outbox_events where sequence > ${input.afterSequence}
    order by sequence limit ${input.limit}`);
  return rows.map((row) => ({
    sequence: Number(row.sequence),
    id: row.id,
    event: row.event,
    orgId: row.org_id,
    farmId: row.farm_id,
    resource: row.resource,
    rowId: row.row_id,
    createdAt: row.created_at,
    body: row.body,
  }));
}
