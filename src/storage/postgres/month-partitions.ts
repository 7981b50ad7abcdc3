import sql, { raw, type Sql } from 'sql-template-tag';
import { getResource } from '../../model/resources/registry.ts';
import { addMonths, formatInstant } from '../../tools/calendar.ts';
import {
  type Connection,
  type Database,
  PARTITIONED_TABLES,
  type PartitionedTable,
  type Transaction,
} from '../core/database.ts';
import { countedColumns } from '../records/row-counts.ts';

export interface MonthPartition {
  readonly name: string;
  /** First day of the month, such as `2026-11-01`. */
  readonly month: string;
}

const MONTHS_AHEAD = 2;
/** Fewer rows of a month stay in the default partition: a stray row does not justify a table. */
const FEWEST_ROWS = 1000;
const MOST_AT_ONCE = 120;

/**
 * Creates the partitions of the current and the coming months, and of every month with many rows in
 * the default partition, which are moved. Returns the names of the new partitions. Writes never
 * depend on it: rows without a partition go to the default one.
 */
export async function maintainPartitions(
  database: Database,
  now: number,
  options: { readonly fewestRows?: number } = {},
): Promise<string[]> {
  const created: string[] = [];
  for (const table of PARTITIONED_TABLES) {
    const existing = new Set((await listPartitions(database, table)).map(({ month }) => month));
    const crowded = await crowdedMonths(database, table, options.fewestRows ?? FEWEST_ROWS);
    const requiredMonths = new Set([...comingMonths(now), ...crowded]);
    for (const month of requiredMonths) {
      if (existing.has(month)) continue;
      const name = await makePartition(database, table, month);
      if (name !== undefined) created.push(name);
    }
  }
  return created;
}

/** The partitions of a table, oldest month first, without the default one. */
export async function listPartitions(
  connection: Connection,
  table: PartitionedTable,
): Promise<MonthPartition[]> {
  const rows = await connection.all<{ name: string }>(sql`
    select child.relname as name from pg_inherits
    join pg_class child on child.oid = inhrelid
    where inhparent = cast(${table} as regclass) order by child.relname`);
  return rows.flatMap(({ name }) => {
    const [, year, month] = /_(\d{4})_(\d\d)$/.exec(name) ?? [];
    return year === undefined ? [] : [{ name, month: `${year}-${month}-01` }];
  });
}

/** Keeps the lock wait of a schema change short: all queries of the table queue behind it. */
async function waitBriefly(transaction: Transaction): Promise<void> {
  await transaction.runScript(
    "set local lock_timeout = '2s'; set local statement_timeout = '5min'",
  );
}

function comingMonths(now: number): string[] {
  const present = `${formatInstant(now).slice(0, 7)}-01`;
  return Array.from({ length: MONTHS_AHEAD + 1 }, (_, offset) => addMonths(present, offset));
}

async function crowdedMonths(
  connection: Connection,
  table: PartitionedTable,
  fewestRows: number,
): Promise<string[]> {
  const rows = await connection.all<{ month: string }>(sql`
    select to_char(ts at time zone 'UTC', 'YYYY-MM-01') as month
    from ${raw(`${table}_default`)}
    group by 1 having count(*) >= ${fewestRows} order by 1 limit ${MOST_AT_ONCE}`);
  return rows.map(({ month }) => month);
}

/** Creates one partition and moves its rows; undefined if another instance was faster. */
async function makePartition(
  database: Database,
  table: PartitionedTable,
  month: string,
): Promise<string | undefined> {
  const name = `${table}_${month.slice(0, 7).replace('-', '_')}`;
  return database.transaction(async (transaction) => {
    await transaction.lock(`partitions ${table}`);
    const existing = await listPartitions(transaction, table);
    if (existing.some((partition) => partition.name === name)) return undefined;
    await waitBriefly(transaction);
    await transaction.runScript(partitionScript({ table, name, month }));
    return name;
  });
}

/**
 * The rows of a month are moved before it is attached: otherwise PostgreSQL refuses to attach it.
 */
function partitionScript(partition: {
  readonly table: PartitionedTable;
  readonly name: string;
  readonly month: string;
}): string {
  const { table, name, month } = partition;
  const from = `'${month}T00:00:00Z'`;
  const to = `'${addMonths(month, 1)}T00:00:00Z'`;
  return `
    create table ${name} (like ${table} including all);
    lock table ${table}_default in access exclusive mode;
    with moved as (
      delete from ${table}_default where ts >= ${from} and ts < ${to} returning *)
    insert into ${name} select * from moved;
    alter table ${table} attach partition ${name} for values from (${from}) to (${to});`;
}

/**
 * Drops the partitions of a table that end before a month, and older rows of the default partition,
 * and subtracts them from the counts. Returns the dropped partitions.
 */
export async function dropMonthsBefore(
  database: Database,
  table: PartitionedTable,
  /** First day of the oldest month to keep, such as `2024-11-01`. */
  firstKept: string,
): Promise<string[]> {
  const outdated = (await listPartitions(database, table)).filter(({ month }) => month < firstKept);
  for (const { name } of outdated) {
    await changeAlone(database, name, async (transaction) => {
      await takeOffCounts(transaction, table, sql`select * from ${raw(name)}`);
      await transaction.runScript(`drop table ${name}`);
    });
  }
  const defaultPartition = `${table}_default`;
  // Locked only if necessary: writers and readers of measurements wait in the meantime.
  if (!(await containsOlder(database, defaultPartition, firstKept)))
    return outdated.map(({ name }) => name);
  await changeAlone(database, defaultPartition, async (transaction) => {
    const before = sql`where ts < ${`${firstKept}T00:00:00Z`}`;
    await takeOffCounts(transaction, table, sql`select * from ${raw(defaultPartition)} ${before}`);
    await transaction.run(sql`delete from ${raw(defaultPartition)} ${before}`);
  });
  return outdated.map(({ name }) => name);
}

async function containsOlder(
  database: Database,
  defaultPartition: string,
  firstKept: string,
): Promise<boolean> {
  const older = await database.first(sql`
    select 1 from ${raw(defaultPartition)} where ts < ${`${firstKept}T00:00:00Z`} limit 1`);
  return older !== undefined;
}

/**
 * Runs work while no other transaction writes to a partition, so that no uncounted row is deleted.
 */
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
