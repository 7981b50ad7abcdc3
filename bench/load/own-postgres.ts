import {
  createOwnPostgres,
  type OwnPostgres,
} from '../../test/support/reliability/own-postgres.ts';

const servers: OwnPostgres[] = [];

/** Starts a PostgreSQL server that syncs to the disk, with these flags; its URL and its first process. */
// In a worker, as the package that starts it ends the process it is in at the first signal.
export async function startPostgres(
  flags: readonly string[],
): Promise<{ url: string; pid: number }> {
  const server = await createOwnPostgres(flags);
  servers.push(server);
  const { url, pid } = server;
  return { url, pid };
}

/** Stops what this worker started, and removes its files. */
export async function stopPostgres(_: null): Promise<void> {
  for (const server of servers.splice(0)) await server.remove();
}
