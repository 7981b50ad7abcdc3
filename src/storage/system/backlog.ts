import sql from 'sql-template-tag';
import type { Connection } from '../core/database.ts';

/** Rows that wait to be processed. */
export interface Backlog {
  readonly waiting: number;
  /** When the oldest of them was written, as a timestamp; null when none waits. */
  readonly oldestAt: string | null;
}

/** Work that waits in the database, for all instances together. */
export interface WaitingWork {
  readonly deliveries: Backlog;
  readonly commands: Backlog;
  /** Messages to users. */
  readonly notices: Backlog;
  /** Webhooks that were switched off. */
  readonly disabledWebhooks: number;
  /** Channels of users that were switched off. */
  readonly disabledChannels: number;
  /** When each scheduled job was last completed; null while its run is not. */
  readonly jobs: readonly { readonly name: string; readonly doneAt: string | null }[];
}

interface BacklogRow {
  readonly waiting: number | string;
  readonly oldest_at: string | null;
}

/** Reads what waits; rows that are done are in none of the indexes that it uses. */
export async function readWaitingWork(connection: Connection): Promise<WaitingWork> {
  const instant = (column: string) => sql([connection.dialect.jsonValue(column, 'timestamp')]);
  const [deliveries, commands, notices, webhooks, channels, jobs] = await Promise.all([
    connection.first<BacklogRow>(sql`
      select count(*) as waiting, ${instant('min(created_at)')} as oldest_at
      from webhook_deliveries where state = 'pending'`),
    connection.first<BacklogRow>(sql`
      select count(*) as waiting, ${instant('min(queued_at)')} as oldest_at
      from command_deliveries where state in ('queued', 'sending', 'waiting', 'accepted')`),
    connection.first<BacklogRow>(sql`
      select count(*) as waiting, ${instant('min(created_at)')} as oldest_at
      from notices where state = 'pending'`),
    connection.first<{ readonly disabled: number | string }>(sql`
      select count(*) as disabled from webhooks where disabled_at is not null`),
    connection.first<{ readonly disabled: number | string }>(sql`
      select count(*) as disabled from notice_channels where disabled_at is not null`),
    connection.all<{ readonly name: string; readonly done_at: string | null }>(sql`
      select name, ${instant('done_at')} as done_at from scheduled_jobs order by name`),
  ]);
  return {
    deliveries: backlogOf(deliveries),
    commands: backlogOf(commands),
    notices: backlogOf(notices),
    disabledWebhooks: Number(webhooks?.disabled ?? 0),
    disabledChannels: Number(channels?.disabled ?? 0),
    jobs: jobs.map(({ name, done_at }) => ({ name, doneAt: done_at })),
  };
}

function backlogOf(row: BacklogRow | undefined): Backlog {
  return { waiting: Number(row?.waiting ?? 0), oldestAt: row?.oldest_at ?? null };
}
