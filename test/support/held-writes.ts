import sql, { raw } from 'sql-template-tag';
import { expect } from 'vitest';
import type { Database } from '../../src/storage/core/database.ts';

/**
 * Starts requests while a PostgreSQL table is locked against writes, and releases the lock once all
 * of them wait: whatever each request has read before it writes is then equally stale. SQLite has
 * one writer, so there the requests just start together.
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
