import sql from 'sql-template-tag';
import type { Transaction } from '../database.ts';

/**
 * Does without indexes while `work` fills empty tables, and makes them when it is done: at once,
 * from sorted rows, which takes half the time. Unique indexes stay, as inserts rely on them. On
 * PostgreSQL they all stay: dropping one would lock its table.
 */
export async function withLateIndexes(
  transaction: Transaction,
  work: () => Promise<void>,
): Promise<void> {
  if (transaction.dialect.name !== 'sqlite') return work();
  const indexes = await transaction.all<{ name: string; sql: string }>(sql`
    select name, sql from sqlite_master
    where type = 'index' and sql is not null and sql not like 'create unique%' order by rowid`);
  await transaction.runScript(indexes.map(({ name }) => `drop index ${name};`).join(''));
  await work();
  await transaction.runScript(indexes.map((index) => `${index.sql};`).join(''));
}
