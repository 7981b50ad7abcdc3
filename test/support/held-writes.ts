import sql, { raw } from 'sql-template-tag';
import { expect } from 'vitest';
import type { Database } from '../../src/storage/core/database.ts';

/**
 * Begins requests while nobody can write to a table of PostgreSQL, and lets them go on once all of
 * them wait: whatever each has read before it writes is then as old as that of the others. SQLite has
 * one writer, so that there the requests just begin together.
 */
export async function whileNobodyWrites<T>(
  database: Database,
  table: string,
  begin: () => readonly Promise<T>[],
): Promise<T[]> {
  if (database.dialect.name === 'sqlite') return Promise.all(begin());
  const begun = await database.transaction(async (transaction) => {
    await transaction.run(sql`lock table ${raw(table)} in exclusive mode`);
    const requests = begin();
    const waiting = async () => {
      const row = await transaction.first<{ count: string }>(sql`
        select count(distinct pid) as count from pg_locks
        where not granted
          and database = (select oid from pg_database where datname = current_database())`);
      return Number(row?.count);
    };
    await expect.poll(waiting, { timeout: 20_000 }).toBe(requests.length);
    return { requests };
  });
  return Promise.all(begun.requests);
}
