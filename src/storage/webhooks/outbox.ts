import sql, { empty, join, raw } from 'sql-template-tag';
import type { Connection } from '../core/database.ts';
import {
  chunked,
  type InsertTarget,
  insertValues,
  MOST_IN_ONE_STATEMENT,
} from '../core/insert-values.ts';

/** An event to deliver; the body is the exact text that is sent. */
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

/** An event with its position in the outbox. */
export interface SequencedEvent extends OutboxEvent {
  readonly sequence: number;
}

/** Inserts events in order, in the transaction of the changes they report. */
export async function insertEvents(
  connection: Connection,
  events: readonly OutboxEvent[],
): Promise<SequencedEvent[]> {
  const sequences = new Map<string, number>();
  for (const chunk of chunked(events, MOST_IN_ONE_STATEMENT)) {
    const rows = chunk.map(
      ({ id, event, orgId, farmId, resource, rowId, createdAt, body }) =>
        sql`(${id}, ${event}, ${orgId}, ${farmId}, ${resource}, ${rowId}, ${createdAt}, ${body})`,
    );
    const inserted = await connection.all<{ id: string; sequence: number | string }>(sql`
      insert into outbox_events (id, event, org_id, farm_id, resource, row_id, created_at, body)
      values ${join(rows)} returning id, sequence`);
    for (const { id, sequence } of inserted) sequences.set(id, Number(sequence));
  }
  return events.map((event) => ({ ...event, sequence: sequences.get(event.id) ?? 0 }));
}

const TARGET: InsertTarget = {
  table: 'outbox_events',
  columns: ['id', 'event', 'org_id', 'farm_id', 'resource', 'row_id', 'created_at', 'body'],
};

/** Inserts events whose sequence numbers are not needed. */
export function postEvents(connection: Connection, events: readonly OutboxEvent[]): Promise<void> {
  return insertValues(connection, TARGET, {
    rows: events,
    valuesOf: ({ id, event, orgId, farmId, resource, rowId, createdAt, body }) => [
      id,
      event,
      orgId,
      farmId,
      resource,
      rowId,
      createdAt,
      body,
    ],
  });
}

/** A range of events after a sequence number, optionally of one organisation. */
interface EventRange {
  readonly afterSequence: number;
  /** The end of the range, inclusive. */
  readonly upToSequence?: number;
  readonly orgId?: string;
  readonly limit: number;
}

/** The events of a range, oldest first. */
export async function listEvents(
  connection: Connection,
  { afterSequence, upToSequence, orgId, limit }: EventRange,
): Promise<SequencedEvent[]> {
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
    from outbox_events where sequence > ${afterSequence}
      ${upToSequence === undefined ? empty : sql`and sequence <= ${upToSequence}`}
      ${orgId === undefined ? empty : sql`and org_id = ${orgId}`}
    order by sequence limit ${limit}`);
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

/** The bodies and modules of events, by id. */
export async function findReportedEvents(
  connection: Connection,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Pick<OutboxEvent, 'body' | 'resource'>>> {
  if (ids.length === 0) return new Map();
  const rows = await connection.all<Pick<OutboxEvent, 'id' | 'body' | 'resource'>>(
    sql`select id, body, resource from outbox_events where id in (${join([...ids])})`,
  );
  return new Map(rows.map((event) => [event.id, event]));
}

/** The sequence number of an organisation's event; undefined if it is no longer stored. */
export async function findEventSequence(
  connection: Connection,
  { id, orgId }: { readonly id: string; readonly orgId: string },
): Promise<number | undefined> {
  const row = await connection.first<{ sequence: number | string }>(
    sql`select sequence from outbox_events where id = ${id} and org_id = ${orgId}`,
  );
  return row && Number(row.sequence);
}

/** The lowest and the highest visible sequence number; 0 without events. */
export async function findSequenceEnds(
  connection: Connection,
): Promise<{ readonly first: number; readonly last: number }> {
  const ends = await connection.first<{ first: number | null; last: number | null }>(sql`
    select (select min(sequence) from outbox_events) as first,
      (select max(sequence) from outbox_events) as last`);
  return { first: Number(ends?.first ?? 0), last: Number(ends?.last ?? 0) };
}

/**
 * The unfinished transactions that may have taken a sequence number: their events are not visible
 * yet, and may appear before visible ones. An INSERT locks the table before it takes its number and
 * holds the lock until the end of its transaction. SQLite has a single writer: none.
 */
export async function listEventWriters(connection: Connection): Promise<readonly string[]> {
  if (connection.dialect.name === 'sqlite') return [];
  const rows = await connection.all<{ writer: string }>(sql`
    select virtualtransaction as writer from pg_locks
    where locktype = 'relation' and relation = 'outbox_events'::regclass
      and database = (select oid from pg_database where datname = current_database())
      and mode = 'RowExclusiveLock' and granted`);
  return rows.map(({ writer }) => writer);
}

/**
 * Deletes the oldest events from before an instant without pending deliveries; returns their
 * number.
 */
export function forgetEvents(connection: Connection, before: string, limit: number) {
  return connection.run(sql`
    delete from outbox_events where sequence in (
      select sequence from (
        select sequence, id, created_at from outbox_events order by sequence limit ${limit}
      ) oldest
      where created_at < ${before}
        and id not in (select event_id from webhook_deliveries))`);
}
