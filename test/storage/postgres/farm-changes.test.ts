import pg from 'pg';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest';
import { createReadCaches } from '../../../src/platform/create-runtime.ts';
import { loadPortfolio } from '../../../src/platform/intelligence/portfolio.ts';
import type { Database, FarmChanges } from '../../../src/storage/core/database.ts';
import { openPostgres } from '../../../src/storage/postgres/database.ts';
import { forgetFarmChanges } from '../../../src/storage/postgres/farm-changes.ts';
import { insertRowsOf } from '../../support/a-row.ts';
import { openTestDatabase } from '../../support/databases.ts';

let database: Database;
let other: Database;
let changes: FarmChanges;
let url: string;
let first: pg.Client;
let second: pg.Client;

beforeAll(async () => {
  database = await openTestDatabase('postgres');
  const currentDatabase = await database.first<{ name: string }>(
    sql`select current_database() as name`,
  );
  const databaseUrl = new URL(inject('postgresUrl'));
  databaseUrl.pathname = `/${currentDatabase?.name}`;
  url = databaseUrl.href;
  other = await openPostgres(url);
  const { farmChanges } = database;
  if (!farmChanges) throw new Error('PostgreSQL tells of changes');
  changes = farmChanges;
  [first, second] = [new pg.Client(url), new pg.Client(url)];
  await Promise.all([first.connect(), second.connect()]);
});
afterAll(async () => {
  await Promise.all([first.end(), second.end(), other.close()]);
  await database.close();
});

let number = 0;
const insert = (client: pg.Client, farmId: string) =>
  client.query(
    `insert into contacts (id, org_id, farm_id, version, created_at, updated_at, created_by, name,
      search_text)
    values ($1, 'org_1', $2, 1, now(), now(), '{}', 'Vet', 'vet')`,
    [`contact_${++number}`, farmId],
  );

/** Which of two farms a look finds changed in contacts. */
async function changed(work?: () => Promise<unknown>): Promise<readonly string[]> {
  await work?.();
  const before = changes.last();
  await changes.look();
  return ['farm_1', 'farm_2'].filter((id) => changes.lastOf(['contacts'], id) > before);
}

describe('a check for changes of farms', () => {
  beforeEach(() => changes.look());

  test('finds each commit since the last check once', async () => {
    expect(await changed()).toEqual([]);
    expect(await changed(() => insert(first, 'farm_1'))).toEqual(['farm_1']);
    expect(await changed()).toEqual([]);
    expect(changes.lastOf(['tasks'], 'farm_1')).toBeLessThan(changes.last());
  });

  test('finds transactions that commit in an order other than they began', async () => {
    await first.query('begin');
    await insert(first, 'farm_1');
    expect(await changed(() => insert(second, 'farm_2'))).toEqual(['farm_2']);
    expect(await changed()).toEqual([]);
    expect(await changed(() => first.query('commit'))).toEqual(['farm_1']);
    expect(await changed()).toEqual([]);
  });

  test('finds no rolled-back changes', async () => {
    await first.query('begin');
    await insert(first, 'farm_1');
    await first.query('savepoint a');
    await insert(first, 'farm_2');
    await first.query('rollback to a');
    expect(await changed(() => first.query('commit'))).toEqual(['farm_1']);
    await first.query('begin');
    await insert(first, 'farm_1');
    expect(await changed(() => first.query('rollback'))).toEqual([]);
  });

  test('finds a change that was rolled back to a savepoint and made again', async () => {
    await first.query('begin');
    await first.query('savepoint a');
    await insert(first, 'farm_1');
    await first.query('rollback to a');
    await insert(first, 'farm_1');
    expect(await changed(() => first.query('commit'))).toEqual(['farm_1']);
  });

  test('finds every kind of change, and both farms of a moved row', async () => {
    await insert(first, 'farm_1');
    await changes.look();
    const of = (text: string) => changed(() => first.query(text));
    expect(await of("update contacts set name = 'x' where farm_id = 'farm_1'")).toEqual(['farm_1']);
    expect(await of("update contacts set farm_id = 'farm_2'")).toEqual(['farm_1', 'farm_2']);
    expect(await of("delete from contacts where farm_id = 'farm_2'")).toEqual(['farm_2']);
    expect(await of('delete from contacts')).toEqual([]);
    await insert(first, 'farm_1');
    await changes.look();
    expect(await of('update contacts set farm_id = null')).toEqual(['farm_1', 'farm_2']);
    expect(await of('truncate contacts')).toEqual(['farm_1', 'farm_2']);
  });

  test('a transaction records a farm once for a table, however many rows it writes', async () => {
    await first.query('begin');
    for (let rows = 0; rows < 5; rows++) await insert(first, 'farm_1');
    const noted = await first.query(
      'select farm_id from farm_changes where xid = pg_current_xact_id()',
    );
    await first.query('commit');
    expect(noted.rows).toEqual([{ farm_id: 'farm_1' }]);
  });

  test('finds rows committed before the check while another check is running', async () => {
    const looks = [changes.look()];
    const before = changes.last();
    await insert(first, 'farm_1');
    looks.push(changes.look());
    await Promise.all(looks);
    expect(changes.lastOf(['contacts'], 'farm_1')).toBeGreaterThan(before);
  });
});

describe('everything counts as changed', () => {
  const farmHasChanged = async (work: () => Promise<unknown>): Promise<boolean> => {
    await changes.look();
    const before = changes.last();
    await work();
    await changes.look();
    return changes.lastOf(['tasks'], 'farm_1') > before;
  };

  test('everything counts as changed if the changes were emptied, as by a crash, or the marker differs', async () => {
    const empty = () => first.query('truncate farm_changes, farm_change_marks');
    expect(await farmHasChanged(empty)).toBe(true);
    const mark = () => first.query("update farm_change_marks set mark = 'other'");
    expect(await farmHasChanged(mark)).toBe(true);
  });

  /** Transactions of other databases of the server count as well: earlier ones are remembered. */
  const transactionsBeforeEnd = async () => {
    const transactionId = await first.query('select pg_current_xact_id()::text as xid');
    const isPast = 'select pg_snapshot_xmin(pg_current_snapshot()) > $1::text::xid8 as past';
    const hasEnded = async () =>
      (await first.query(isPast, [transactionId.rows[0].xid])).rows[0].past;
    await expect.poll(hasEnded, { timeout: 120_000 }).toBe(true);
  };

  test('everything counts as changed if changes were deleted since the last check, and only then', async () => {
    const forget = async () => {
      await transactionsBeforeEnd();
      await first.query("update farm_change_marks set pruned_at = now() - interval '1 day'");
      await forgetFarmChanges(database);
    };
    // An instance that looks in between misses nothing: the last but one start counts.
    expect(await farmHasChanged(forget)).toBe(false);
    expect(await farmHasChanged(forget)).toBe(false);
    const readTwice = async () => {
      await forget();
      await insert(first, 'farm_2');
      await forget();
      await insert(first, 'farm_2');
      await forget();
    };
    expect(await farmHasChanged(readTwice)).toBe(true);
    const left = await first.query('select count(*)::int as total from farm_changes');
    expect(left.rows[0].total).toBeLessThanOrEqual(1);
  });

  test('everything counts as changed in a table whose changes are not recorded, or with a disabled trigger', async () => {
    await changes.look();
    expect(changes.lastOf(['webhooks'], 'farm_1')).toBe(Number.POSITIVE_INFINITY);
    await first.query('alter table contacts disable trigger farm_changes_of_deletes');
    const reopened = await openPostgres(url);
    await reopened.farmChanges?.look();
    const lastChanges = ['contacts', 'tasks'].map((table) => reopened.farmChanges?.lastOf([table]));
    await reopened.close();
    await first.query('alter table contacts enable trigger farm_changes_of_deletes');
    expect(lastChanges).toEqual([Number.POSITIVE_INFINITY, expect.any(Number)]);
    expect(lastChanges[1]).toBeLessThan(Number.POSITIVE_INFINITY);
  });

  test('everything counts as changed before the first check', () => {
    expect(other.farmChanges?.lastOf(['tasks'])).toBe(Number.POSITIVE_INFINITY);
  });
});

test('everything counts as changed after the database was replaced by a copy', async () => {
  const replaced = await openTestDatabase('postgres');
  const currentDatabase = await replaced.first<{ name: string }>(
    sql`select current_database() as name`,
  );
  const name = currentDatabase?.name ?? '';
  const looks = replaced.farmChanges;
  await looks?.look();
  await looks?.look();
  const before = looks?.last();
  expect(looks?.lastOf(['contacts'], 'farm_1')).toBeLessThan(Number.POSITIVE_INFINITY);
  const admin = new pg.Client(inject('postgresUrl'));
  await admin.connect();
  const endConnections = () =>
    admin.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      name,
    ]);
  await endConnections();
  await admin.query(`create database ${name}_copy template ${name}`);
  await endConnections();
  await admin.query(`drop database ${name} with (force)`);
  await admin.query(`alter database ${name}_copy rename to ${name}`);
  await admin.end();
  await expect
    .poll(async () => {
      await looks?.look();
      return looks?.lastOf(['contacts'], 'farm_1');
    })
    .toSatisfy((last) => last > Number(before) && last < Number.POSITIVE_INFINITY);
  await replaced.close();
});

test('the changes of every table used by a portfolio are recorded', async () => {
  await insertRowsOf(database, 'farms', [{ id: 'farm_1', farmId: 'farm_1' }]);
  const watched: ReadonlySet<string>[] = [];
  const noted: Database = {
    ...database,
    farmChanges: {
      ...changes,
      watch() {
        const { connection, tables } = changes.watch();
        watched.push(tables);
        return { connection, tables };
      },
    },
  };
  const cache = createReadCaches(noted);
  const request = { scope: { orgId: 'org_1', farmIds: 'all' }, now: Date.now() } as const;
  await loadPortfolio({ database: noted, caches: cache }, request);
  // The farms and eight queries for their data.
  expect(watched).toHaveLength(9);
  const unnoted = watched.flatMap((tables) =>
    [...tables].filter((table) => changes.lastOf([table]) === Number.POSITIVE_INFINITY),
  );
  expect(unnoted).toEqual([]);
  await loadPortfolio({ database: noted, caches: cache }, request);
  expect(watched).toHaveLength(9);
});
