import {
  createOwnPostgres,
  type OwnPostgres,
} from '../../test/support/reliability/own-postgres.ts';

const servers: OwnPostgres[] = [];

/**
 * Starts a PostgreSQL server that syncs to disk, with these flags; returns its URL and its main
 * process.
 */
// In a worker, because the package that starts it exits its process at the first signal.
export async function startPostgres(
  flags: readonly string[],
): Promise<{ url: string; pid: number }> {
  const server = await createOwnPostgres(flags);
  servers.push(server);
  const { url, pid } = server;
  return { url, pid };
}

/** Stops the server of this worker and removes its files. */
export async function stopPostgres(_: null): Promise<void> {
  for (const server of servers.splice(0)) await server.remove();
}
