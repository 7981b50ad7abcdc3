import sql, { raw, type Sql } from 'sql-template-tag';
import { getResource } from '../../model/registry.ts';
import type { Database, Transaction } from '../database.ts';
import { countedColumns } from '../records/row-counts.ts';
import { listPartitions, type PartitionedTable, waitBriefly } from './month-partitions.ts';

/**
 * Drops the months of a table that lie wholly before a month, and the rows of the default partition
 * from before it, and takes all of them off the counts. Returns the partitions it dropped.
 */
export async function dropMonthsBefore(
  database: Database,
  table: PartitionedTable,
  /** First day of the oldest month that is kept, such as `2024-11-01`. */
  firstKept: string,
): Promise<string[]> {
  const old = (await listPartitions(database, table)).filter(({ month }) => month < firstKept);
  for (const { name } of old) {
    await changeAlone(database, name, async (transaction) => {
      await takeOffCounts(transaction, table, sql`select * from ${raw(name)}`);
      await transaction.runScript(`drop table ${name}`);
    });
  }
  const rest = `${table}_default`;
  // Locked only for good reason: whoever writes or reads a measurement waits meanwhile.
  if (!(await holdsOlder(database, rest, firstKept))) return old.map(({ name }) => name);
  await changeAlone(database, rest, async (transaction) => {
    const before = sql`where ts < ${`${firstKept}T00:00:00Z`}`;
    await takeOffCounts(transaction, table, sql`select * from ${raw(rest)} ${before}`);
    await transaction.run(sql`delete from ${raw(rest)} ${before}`);
  });
  return old.map(({ name }) => name);
}

async function holdsOlder(database: Database, rest: string, firstKept: string): Promise<boolean> {
  const older = await database.first(sql`
    select 1 from ${raw(rest)} where ts < ${`${firstKept}T00:00:00Z`} limit 1`);
  return older !== undefined;
}

/** Runs work while nobody else writes to a partition: no row goes that was not counted. */
function changeAlone(
  database: Database,
  partition: string,
  work: (transaction: Transaction) => Promise<void>,
): Promise<void> {
  return database.transaction(async (transaction) => {
    await waitBriefly(transaction);
    await transaction.runScript(`lock table ${partition} in access exclusive mode`);
    await work(transaction);
  });
}

async function takeOffCounts(
  transaction: Transaction,
  table: PartitionedTable,
  rows: Sql,
): Promise<void> {
  const resource = table.replaceAll('_', '-');
  const counted = countedColumns(getResource(resource), 'going');
  const columns = ['org_id', 'farm_id', ...counted.map(([, column]) => column)];
  const values = [
    'going.org_id',
    "coalesce(going.farm_id, '')",
    ...counted.map(([, , expression]) => expression),
  ];
  await transaction.run(sql`
    update row_counts set total = row_counts.total - gone.total
    from (
      select ${raw(values.join(', '))}, count(*) from (${rows}) going
      where going.deleted_at is null group by ${raw(values.map((_, at) => at + 1).join(', '))}
    ) gone (${raw(columns.join(', '))}, total)
    where row_counts.resource = ${resource}
      and ${raw(columns.map((column) => `row_counts.${column} = gone.${column}`).join(' and '))}`);
}
