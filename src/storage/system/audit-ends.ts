import sql from 'sql-template-tag';
import type { Connection } from '../database.ts';

/** How far the audit log has come. */
export interface AuditEnds {
  /** Entries in the chain. */
  readonly sealed: number;
  /** When the last of them was made, milliseconds since 1970; undefined without any. */
  readonly newest: number | undefined;
  /** Entries that have no place in the chain yet. */
  readonly unsealed: number;
  /** When the oldest of them was made, milliseconds since 1970; undefined without any. */
  readonly oldestUnsealed: number | undefined;
}

/** Reads the end of the audit log's chain. */
export async function findAuditEnds(connection: Connection): Promise<AuditEnds> {
  const last = await connection.first<{ position: number | string; at: string | Date }>(sql`
    select position, at from audit_log where position is not null
    order by position desc limit 1`);
  const pending = await connection.first<{ entries: number | string; at: string | Date | null }>(
    sql`select count(*) as entries, min(at) as at from audit_log where position is null`,
  );
  return {
    sealed: Number(last?.position ?? 0),
    newest: last ? new Date(last.at).getTime() : undefined,
    unsealed: Number(pending?.entries ?? 0),
    oldestUnsealed: pending?.at ? new Date(pending.at).getTime() : undefined,
  };
}

/** How many events are kept, told or not. */
export async function countEvents(connection: Connection): Promise<number> {
  const row = await connection.first<{ events: number | string }>(
    sql`select count(*) as events from outbox_events`,
  );
  return Number(row?.events ?? 0);
}
