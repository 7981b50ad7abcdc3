import type { Logger } from 'pino';
import type { Runtime } from '../../platform/core/runtime.ts';
import type { Transaction } from '../../storage/core/database.ts';
import {
  claimJob,
  finishJob,
  type JobLease,
  releaseJob,
  renewJob,
} from '../../storage/system/job-leases.ts';
import { inSpan } from '../../tools/tracing.ts';

/** A job that runs once per due time on one of the instances. */
export interface OnceJob {
  /** The same on every instance. */
  readonly name: string;
  /** The last due time at or before an instant, both in milliseconds since 1970. */
  readonly lastDue: (now: number) => number;
  /** Time after which another instance takes over from a silent one. */
  readonly leaseMillis: number;
  readonly work: (run: JobRun) => Promise<void>;
}

/** One run of a job, for one due time. */
export interface JobRun {
  /** Milliseconds since 1970. */
  readonly dueAt: number;
  /** Aborted if the lease is lost or the service closes. */
  readonly signal: AbortSignal;
  /**
   * Marks the run as done in the transaction of its writes, so that they are applied once. Throws
   * if the lease was lost. A run that never calls it is marked when its work returns.
   */
  finish(transaction: Transaction): Promise<void>;
}

/** Thrown in a run whose lease was taken over: its writes must be rolled back. */
export class LeaseLost extends Error {
  constructor(name: string) {
    super(`the job ${name} was taken over by another instance`);
    this.name = 'LeaseLost';
  }
}

/** Due times at a fixed interval, equal on every instance: `everyMillis(3_600_000)` is hourly. */
export function everyMillis(span: number): OnceJob['lastDue'] {
  return (now) => Math.floor(now / span) * span;
}

const LOOK_MILLIS = 60_000;

export interface RunningSchedule {
  /** Starts no more runs, aborts the current one and waits for its end. */
  stop(): Promise<void>;
}

/**
 * Runs a job at most once per due time across all instances, on both databases. Every instance
 * checks once a minute; missed due times are not caught up, only the last one runs late.
 */
export function scheduleOnce(
  runtime: Runtime,
  job: OnceJob,
  options: { readonly log: Logger; readonly lookMillis?: number },
): RunningSchedule {
  const stopping = new AbortController();
  let doneFor: number | undefined;
  let running: Promise<void> | undefined;
  const poll = async () => {
    const dueAt = job.lastDue(runtime.clock.now());
    // Skip the query if this instance already ran this due time.
    if (doneFor === dueAt) return;
    const start = performance.now();
    if ((await runOnce(runtime, job, { dueAt, signal: stopping.signal })) === 'elsewhere') return;
    doneFor = dueAt;
    runtime.tally?.job(job.name, { seconds: (performance.now() - start) / 1000 });
  };
  const tick = () => {
    running ??= poll()
      .catch((error) => {
        if (stopping.signal.aborted) return;
        runtime.tally?.job(job.name, { failed: true });
        options.log.warn({ err: error, job: job.name }, 'a job failed');
      })
      .finally(() => {
        running = undefined;
      });
  };
  const timer = setInterval(tick, options.lookMillis ?? LOOK_MILLIS);
  timer.unref();
  tick();
  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}

/**
 * Runs a job for a due time unless an instance has done it or is running it. Rethrows errors of the
 * work after releasing the lease.
 */
export async function runOnce(
  runtime: Pick<Runtime, 'database'>,
  job: Omit<OnceJob, 'lastDue'>,
  due: { readonly dueAt: number; readonly signal?: AbortSignal },
): Promise<'done' | 'elsewhere'> {
  const { database } = runtime;
  const { name, leaseMillis } = job;
  const lease = await database.transaction((transaction) =>
    claimJob(transaction, { name, leaseMillis, dueAt: due.dueAt }),
  );
  if (!lease) return 'elsewhere';
  const leaseLost = new AbortController();
  const timer = setInterval(() => {
    renewJob(database, lease, leaseMillis).then(
      (isHeld) => {
        if (!isHeld) leaseLost.abort(new LeaseLost(name));
      },
      // Database unreachable: finish() detects a lost lease.
      () => {},
    );
  }, leaseMillis / 3);
  timer.unref();
  try {
    const run = {
      lease,
      ...due,
      signal: due.signal ? AbortSignal.any([leaseLost.signal, due.signal]) : leaseLost.signal,
    };
    await inSpan(`job ${name}`, {}, () => work(runtime, job, run));
    return 'done';
  } finally {
    clearInterval(timer);
  }
}

async function work(
  { database }: Pick<Runtime, 'database'>,
  job: Omit<OnceJob, 'lastDue'>,
  run: { readonly lease: JobLease; readonly dueAt: number; readonly signal: AbortSignal },
): Promise<void> {
  const { lease, dueAt, signal } = run;
  let isFinished = false;
  const finish = async (transaction: Transaction) => {
    if (!(await finishJob(transaction, lease))) throw new LeaseLost(job.name);
    transaction.afterCommit(() => {
      isFinished = true;
    });
  };
  try {
    await job.work({ dueAt, signal, finish });
    if (!isFinished) await database.transaction(finish);
  } catch (error) {
    // A lease that cannot be released expires.
    await releaseJob(database, lease).catch(() => {});
    throw error;
  }
}
