import sql, { raw } from 'sql-template-tag';
import type { Connection } from '../core/database.ts';
import { post } from '../core/insert-values.ts';

/** The first answer to a keyed request, kept to be given again. */
export interface StoredAnswer {
  readonly keyId: string;
  readonly idempotencyKey: string;
  /** SHA-256 of method, path and body. */
  readonly requestHash: string;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly createdAt: string;
}

interface AnswerRow {
  readonly request_hash: string;
  readonly status: number;
  readonly headers: string;
  readonly body: string;
  readonly created_at: string;
}

/** The answer kept for a caller's key since the given instant, or undefined. */
export async function findStoredAnswer(
  connection: Connection,
  input: { readonly keyId: string; readonly idempotencyKey: string; readonly since: string },
): Promise<StoredAnswer | undefined> {
  const { keyId, idempotencyKey } = input;
  const row = await connection.first<AnswerRow>(sql`
    select request_hash, status, headers, body,
      ${raw(connection.dialect.jsonValue('created_at', 'timestamp'))} as created_at
    from idempotency
    where key_id = ${keyId} and idempotency_key = ${idempotencyKey}
      and created_at >= ${input.since}`);
  return (
    row && {
      keyId,
      idempotencyKey,
      requestHash: row.request_hash,
      status: row.status,
      headers: JSON.parse(row.headers),
      body: row.body,
      createdAt: row.created_at,
    }
  );
}

/** Keeps an answer, in the place of an expired one if there is one. */
export async function storeAnswer(connection: Connection, answer: StoredAnswer): Promise<void> {
  await post(
    connection,
    sql`
    insert into idempotency
      (key_id, idempotency_key, request_hash, status, headers, body, created_at)
    values (${answer.keyId}, ${answer.idempotencyKey}, ${answer.requestHash}, ${answer.status},
      ${JSON.stringify(answer.headers)}, ${answer.body}, ${answer.createdAt})
    on conflict (key_id, idempotency_key) do update set
      request_hash = excluded.request_hash, status = excluded.status, headers = excluded.headers,
      body = excluded.body, created_at = excluded.created_at`,
  );
}

/** Forgets the answers from before the given instant. */
export function forgetAnswers(connection: Connection, before: string): Promise<number> {
  return connection.run(sql`delete from idempotency where created_at < ${before}`);
}

/** What the shared window of a subject says to one more request. */
export interface WindowAnswer {
  readonly isAllowed: boolean;
  /** Requests that passed in the minute up to now, this one among them when it passes. */
  readonly inWindow: number;
  /** Requests that may pass in a minute, as it was applied. */
  readonly limit: number;
  /** Milliseconds until the request that stands in the way leaves the window. */
  readonly waitMillis: number;
}

const IDLE_SECONDS = 300;

/**
 * Asks the window of a minute that all instances share whether one more request passes, and counts
 * it if so: one short statement that writes nothing when it refuses. Time is the database's own. Of
 * a key the limit is the one that it has now; the one given stands in where it has none.
 * PostgreSQL only.
 */
export async function takeFromWindow(
  connection: Connection,
  subject: string,
  limit: number,
): Promise<WindowAnswer> {
  const row = await connection.first<{
    is_allowed: boolean;
    in_window: string;
    wait_millis: number;
    applied: string;
  }>(sql`
    select is_allowed, in_window, wait_millis, applied
    from (select coalesce(
        (select rate_limit_per_minute from api_keys where id = ${subject}), ${limit}
      )::bigint as applied) limits, take_rate(${subject}, applied)`);
  if (!row) throw new Error('the shared rate window gave no answer');
  return {
    isAllowed: row.is_allowed,
    inWindow: Number(row.in_window),
    limit: Number(row.applied),
    waitMillis: row.wait_millis,
  };
}

/** Forgets the windows of subjects that have been silent for minutes. PostgreSQL only. */
export async function forgetIdleWindows(connection: Connection): Promise<number> {
  // Both in one statement: a subject must not keep the one without the other.
  return connection.run(sql`
    with idle as (
      delete from rate_windows
      where last_at < clock_timestamp() - make_interval(secs => ${IDLE_SECONDS})
      returning subject)
    delete from rate_hits using idle where rate_hits.subject = idle.subject`);
}
