import sql from 'sql-template-tag';
import type { Connection } from '../database.ts';
import { UnusableDatabase } from '../unusable-database.ts';

/** The oldest major version of PostgreSQL that is still looked after by its makers. */
const OLDEST_MAJOR = 14;

/** The major version of the PostgreSQL server, such as 18. */
export async function findServerMajor(connection: Connection): Promise<number> {
  const row = await connection.first<{ server_version_num: string }>(sql`show server_version_num`);
  return Math.floor(Number(row?.server_version_num ?? 0) / 10_000);
}

/** Throws UnusableDatabase for a PostgreSQL server that is too old. */
export async function requireSupported(connection: Connection): Promise<void> {
  const major = await findServerMajor(connection);
  if (major >= OLDEST_MAJOR) return;
  throw new UnusableDatabase(
    `the server is PostgreSQL ${major}, farmctl needs ${OLDEST_MAJOR} or later`,
    'upgrade the server, or name another',
  );
}
