import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { envReadings } from '../../../src/model/resources/env-readings.ts';
import type { Connection, Database, Statement } from '../../../src/storage/core/database.ts';
import {
  dropMonthsBefore,
  listPartitions,
  maintainPartitions,
} from '../../../src/storage/postgres/month-partitions.ts';
import { findRow } from '../../../src/storage/records/find-rows.ts';
import { listRows } from '../../../src/storage/records/list-rows.ts';
import { findRowCount } from '../../../src/storage/records/row-counts.ts';
import { insertRowsOf } from '../../support/a-row.ts';
import { openTestDatabase } from '../../support/databases.ts';

const NOW = Date.parse('2026-11-21T08:00:00.000Z');
const SCOPE = { orgId: 'org_1', farmIds: ['farm_1'] };

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase('postgres');
});
afterAll(() => database.close());
beforeEach(async () => {
  for (const { name } of await listPartitions(database, 'env_readings')) {
    await database.run(sql`drop table ${raw(name)}`);
  }
  await database.run(sql`truncate env_readings, row_counts`);
});

/** Inserts one reading at each instant. */
function measure(instants: readonly string[]): Promise<void> {
  return insertRowsOf(
    database,
    'env-readings',
    instants.map((ts) => ({ id: `reading_${ts}`, barnId: 'barn_1', ts })),
  );
}

/** The partition of each row, the oldest row first. */
async function places(): Promise<string[]> {
  const rows = await database.all<{ place: string }>(
    sql`select cast(tableoid as regclass)::text as place from env_readings order by ts`,
  );
  return rows.map(({ place }) => place);
}

/** The stored totals of the farm and of its barn. */
function totals(): Promise<(number | undefined)[]> {
  const ofBarn = { field: 'barnId', operator: '=', value: 'barn_1' } as const;
  return Promise.all(
    [[], [ofBarn]].map((conditions) =>
      findRowCount(database, envReadings, { scope: SCOPE, conditions }),
    ),
  );
}

/** The tables that a query reads, as its plan names them. */
async function tablesRead(query: (connection: Connection) => Promise<unknown>): Promise<string[]> {
  const requests: Statement[] = [];
  await query({
    ...database,
    all: async (statement) => {
      requests.push(statement);
      return [];
    },
  });
  const [statement] = requests;
  if (!statement) throw new Error('nothing was asked');
  const rows = await database.all<{ 'QUERY PLAN': string }>({
    ...statement,
    text: `explain ${statement.text}`,
  });
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  const read = [...plan.matchAll(/ on (env_readings_(?:\d{4}_\d\d|default)) /g)];
  return [...new Set(read.map(([, table = '']) => table))].sort();
}

test('this month and the next two get a partition in each of the two tables', async () => {
  const created = await maintainPartitions(database, NOW);
  expect(created.filter((name) => name.startsWith('env_'))).toEqual([
    'env_readings_2026_11',
    'env_readings_2026_12',
    'env_readings_2027_01',
  ]);
  expect(await listPartitions(database, 'vision_events')).toEqual([
    { name: 'vision_events_2026_11', month: '2026-11-01' },
    { name: 'vision_events_2026_12', month: '2026-12-01' },
    { name: 'vision_events_2027_01', month: '2027-01-01' },
  ]);
  expect(await maintainPartitions(database, NOW)).toEqual([]);
});

test('two instances that start concurrently create each partition once', async () => {
  const results = await Promise.all([
    maintainPartitions(database, NOW),
    maintainPartitions(database, NOW),
  ]);
  expect(results.flat().filter((name) => name.startsWith('env_'))).toHaveLength(3);
});

test('a row without a partition for its month is stored anyway, and moves when there is one', async () => {
  await measure([
    '2026-10-31T23:59:59.999Z',
    '2026-11-01T00:00:00.000Z',
    '2026-11-30T23:59:59.999Z',
    '2026-12-01T00:00:00.000Z',
  ]);
  expect(await places()).toEqual(Array(4).fill('env_readings_default'));
  await maintainPartitions(database, NOW);
  expect(await places()).toEqual([
    'env_readings_default',
    'env_readings_2026_11',
    'env_readings_2026_11',
    'env_readings_2026_12',
  ]);
});

test('a past month gets its partition only for many rows, not for a single one', async () => {
  await measure([
    '2024-02-29T12:00:00.000Z',
    '2025-07-01T00:00:00.000Z',
    '2025-07-31T12:00:00.000Z',
  ]);
  await maintainPartitions(database, NOW, { fewestRows: 2 });
  expect(await places()).toEqual([
    'env_readings_default',
    'env_readings_2025_07',
    'env_readings_2025_07',
  ]);
});

test('while a partition is created, writes wait and then continue', async () => {
  await measure(['2026-11-02T00:00:00.000Z']);
  const instants = Array.from({ length: 28 }, (_, day) =>
    new Date(Date.UTC(2026, 10, day + 1, 12)).toISOString(),
  );
  await Promise.all([maintainPartitions(database, NOW), ...instants.map((ts) => measure([ts]))]);
  await maintainPartitions(database, NOW);
  expect(await places()).toEqual(Array(29).fill('env_readings_2026_11'));
});

test('a row that waits while its month is split off is written to the new partition', async () => {
  const splitting = database.transaction((transaction) =>
    transaction.runScript(`
      create table env_readings_2026_11 (like env_readings including all);
      lock table env_readings_default in access exclusive mode;
      select pg_sleep(0.3);
      alter table env_readings attach partition env_readings_2026_11
        for values from ('2026-11-01T00:00:00Z') to ('2026-12-01T00:00:00Z');`),
  );
  await expect
    .poll(() =>
      database.first(sql`select 1 from pg_locks join pg_class on oid = relation
      where relname = 'env_readings_default' and mode = 'AccessExclusiveLock' and granted`),
    )
    .toBeDefined();
  await measure(['2026-11-02T00:00:00.000Z']);
  await splitting;
  expect(await places()).toEqual(['env_readings_2026_11']);
});

describe('with partitions', () => {
  beforeEach(async () => {
    await measure([
      '2025-01-05T00:00:00.000Z',
      '2026-11-05T00:00:00.000Z',
      '2026-12-05T00:00:00.000Z',
    ]);
    await maintainPartitions(database, NOW);
  });

  const list = (from: string, to: string) => (connection: Connection) =>
    listRows(connection, envReadings, {
      scope: SCOPE,
      conditions: [
        { field: 'ts', operator: '>=', value: from },
        { field: 'ts', operator: '<=', value: to },
      ],
      order: 'ts',
      direction: 'desc',
      limit: 50,
      offset: 0,
    });

  test('a list of one month reads only that month', async () => {
    const month = list('2026-11-01T00:00:00.000Z', '2026-11-30T23:59:59.999Z');
    expect(await tablesRead(month)).toEqual(['env_readings_2026_11']);
  });

  test('a list across the end of a month reads two', async () => {
    const days = list('2026-11-28T00:00:00.000Z', '2026-12-02T00:00:00.000Z');
    expect(await tablesRead(days)).toEqual(['env_readings_2026_11', 'env_readings_2026_12']);
  });

  test('a list of a month without a partition reads the default one', async () => {
    const month = list('2026-10-01T00:00:00.000Z', '2026-10-31T23:59:59.999Z');
    expect(await tablesRead(month)).toEqual(['env_readings_default']);
  });

  test('a row is found by its id alone, in any partition', async () => {
    for (const ts of ['2025-01-05T00:00:00.000Z', '2026-12-05T00:00:00.000Z']) {
      const row = await findRow(database, envReadings, { id: `reading_${ts}`, scope: SCOPE });
      expect(JSON.parse(row ?? '{}')).toMatchObject({ id: `reading_${ts}`, ts });
    }
  });

  test('a row whose time changes moves to its month', async () => {
    const id = 'reading_2026-11-05T00:00:00.000Z';
    await database.run(
      sql`update env_readings set ts = ${'2026-12-31T00:00:00.000Z'} where id = ${id}`,
    );
    expect(await places()).toEqual([
      'env_readings_default',
      'env_readings_2026_12',
      'env_readings_2026_12',
    ]);
  });

  test('old months can be dropped, and are not counted any more', async () => {
    expect(await totals()).toEqual([3, 3]);
    expect(await dropMonthsBefore(database, 'env_readings', '2026-12-01')).toEqual([
      'env_readings_2026_11',
    ]);
    expect(await places()).toEqual(['env_readings_2026_12']);
    expect(await totals()).toEqual([1, 1]);
  });
});
