import sql from 'sql-template-tag';
import type { Connection } from '../database.ts';

/** What the shared window of a subject says to one more request. */
export interface WindowAnswer {
  readonly isAllowed: boolean;
  /** Requests that passed in the minute up to now, this one among them when it passes. */
  readonly inWindow: number;
  /** Milliseconds until the request that stands in the way leaves the window. */
  readonly waitMillis: number;
}

const IDLE_SECONDS = 300;

/**
 * Asks the window of a minute that all instances share whether one more request passes, and counts
 * it if so: one short statement that writes nothing when it refuses. Time is the database's own.
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
  }>(sql`select is_allowed, in_window, wait_millis from take_rate(${subject}, ${limit})`);
  if (!row) throw new Error('the shared rate window gave no answer');
  return {
    isAllowed: row.is_allowed,
    inWindow: Number(row.in_window),
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
