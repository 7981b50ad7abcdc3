import type { Workshop } from '../workshop.ts';

/** Starts a PostgreSQL server that syncs its commits to disk, or reports why it cannot. */
export async function findPostgres(
  workshop: Workshop,
  flags: readonly string[] = [],
): Promise<{ readonly url: string; readonly pid: number } | { readonly reason: string }> {
  const worker = await workshop.startWorker();
  try {
    const started = await worker.ask('startPostgres', flags);
    workshop.atEnd(() => worker.ask('stopPostgres', null));
    return started;
  } catch (error) {
    return { reason: `PostgreSQL does not start here: ${String(error).slice(0, 200)}` };
  }
}
