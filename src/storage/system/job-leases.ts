import sql, { raw, type Sql } from 'sql-template-tag';
import type { Connection, Transaction } from '../core/database.ts';

/** The right to run a job for one due time, until it is finished, released or taken over. */
export interface JobLease {
  readonly name: string;
  /** The due time, UTC with milliseconds. */
  readonly dueAt: string;
  /** Increases with every lease of the job: a holder of an older value has lost it. */
  readonly fence: number;
}

/** A due time further ahead was written by a wrong clock. */
const MAX_FUTURE_MILLIS = 86_400_000;

/**
 * Claims a job for a due time; undefined if that due time is done, or claimed with a lease that has
 * not expired. Leases use the clock of the database, so the clocks of the instances need not agree.
 */
export async function claimJob(
  transaction: Transaction,
  job: {
    readonly name: string;
    /** Milliseconds since 1970. */
    readonly dueAt: number;
    readonly leaseMillis: number;
  },
): Promise<JobLease | undefined> {
  const { name, leaseMillis } = job;
  const dueAt = new Date(job.dueAt).toISOString();
  const latest = new Date(job.dueAt + MAX_FUTURE_MILLIS).toISOString();
  const { present, until } = leaseTimes(transaction, leaseMillis);
  const claimed = await transaction.first<{ fence: number | string }>(sql`
    insert into scheduled_jobs (name, due_at, fence, leased_until)
    values (${name}, ${dueAt}, 1, ${until})
    on conflict (name) do update set due_at = excluded.due_at, done_at = null,
      fence = scheduled_jobs.fence + 1, leased_until = excluded.leased_until
    where scheduled_jobs.due_at > ${latest}
      or (scheduled_jobs.due_at < excluded.due_at or
          (scheduled_jobs.due_at = excluded.due_at and scheduled_jobs.done_at is null))
        and (scheduled_jobs.done_at is not null or scheduled_jobs.leased_until <= ${present})
    returning fence`);
  return claimed && { name, dueAt, fence: Number(claimed.fence) };
}

/** Extends the lease; false if it was lost to another holder. */
export async function renewJob(
  connection: Connection,
  lease: JobLease,
  leaseMillis: number,
): Promise<boolean> {
  const { until } = leaseTimes(connection, leaseMillis);
  const changedRows = await connection.run(sql`
    update scheduled_jobs set leased_until = ${until} where ${isHeld(lease)}`);
  return changedRows > 0;
}

/**
 * Marks the due time as done; false if the lease was lost to another holder. Within the transaction
 * of the job's writes, this applies them once: a holder that lost its lease must roll back.
 */
export async function finishJob(transaction: Transaction, lease: JobLease): Promise<boolean> {
  const { present } = leaseTimes(transaction, 0);
  const changedRows = await transaction.run(sql`
    update scheduled_jobs set done_at = ${present} where ${isHeld(lease)}`);
  return changedRows > 0;
}

/** Releases the lease, so that the next instance that checks runs the job. */
export async function releaseJob(connection: Connection, lease: JobLease): Promise<void> {
  const { present } = leaseTimes(connection, 0);
  await connection.run(sql`
    update scheduled_jobs set leased_until = ${present} where ${isHeld(lease)}`);
}

function isHeld({ name, fence }: JobLease): Sql {
  return sql`name = ${name} and fence = ${fence} and done_at is null`;
}

/**
 * Expressions for the current time, by the clock of the database, and for the end of a lease that
 * begins now.
 */
export function leaseTimes({ dialect }: Connection, leaseMillis: number) {
  if (dialect.name === 'postgres') {
    const seconds = raw(String(leaseMillis / 1000));
    return {
      present: raw('clock_timestamp()'),
      until: sql`clock_timestamp() + make_interval(secs => ${seconds})`,
    };
  }
  const format = "'%Y-%m-%dT%H:%M:%fZ'";
  return {
    present: raw(`strftime(${format}, 'now')`),
    until: raw(`strftime(${format}, 'now', '+${leaseMillis / 1000} seconds')`),
  };
}
