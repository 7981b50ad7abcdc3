import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database } from '../../../src/storage/core/database.ts';
import { insertRowsOf } from '../../support/a-row.ts';
import { analystViews } from '../../support/analyst-views.ts';
import { openTestDatabase } from '../../support/databases.ts';
import systemTables from '../../support/system-tables.json' with { type: 'json' };

const PROJECT = join(import.meta.dirname, '../../..');
const SCRIPT = join(PROJECT, 'deploy/analyst-views.sql');

/** The worked queries of the page. */
async function readQueries(): Promise<readonly string[]> {
  const page = await readFile(join(PROJECT, 'docs/analysts.md'), 'utf8');
  return [...page.matchAll(/```sql\n(select[\s\S]*?|with[\s\S]*?)```/g)].map(([, query]) =>
    String(query).trim().replace(/;$/, ''),
  );
}

const queries = await readQueries();
let database: Database;
beforeAll(async () => {
  database = await openTestDatabase('postgres');
  const script = analystViews().replace(/^(begin|commit);$/gm, '');
  await database.transaction((transaction) => transaction.runScript(script));
  await insertRowsOf(database, 'farms', [{ id: 'farm_1', name: 'North' }]);
  await insertRowsOf(database, 'barns', [{ id: 'barn_1', name: 'Barn 1', capacity: 20_000 }]);
  await insertRowsOf(database, 'flocks', [
    { id: 'flock_1', barnId: 'barn_1', code: 'A', chicksReceived: 1000, status: 'active' },
  ]);
  await insertRowsOf(database, 'daily-logs', [
    {
      id: 'log_1',
      flockId: 'flock_1',
      date: '2026-10-02',
      mortality: 3,
      culls: 1,
      feedKg: 20,
      waterL: 36,
    },
    {
      id: 'log_2',
      flockId: 'flock_1',
      date: '2026-10-03',
      mortality: 2,
      culls: null,
      feedKg: 30,
      waterL: 54,
    },
  ]);
  await insertRowsOf(database, 'sales', [
    {
      id: 'sale_1',
      flockId: 'flock_1',
      date: '2026-11-01',
      birdsCount: 900,
      totalWeightKg: 2250,
      totalAmount: 0.1,
    },
    {
      id: 'sale_2',
      flockId: 'flock_1',
      date: '2026-11-02',
      birdsCount: 90,
      totalWeightKg: 225,
      totalAmount: 0.2,
    },
  ]);
});
afterAll(() => database.close());

/** Runs a query with the rights of an analyst. */
function asReader<T extends object>(query: string): Promise<T[]> {
  return database.transaction(async (transaction) => {
    await transaction.runScript('set local role farmctl_reader; set local search_path = farm');
    return transaction.all<T>(raw(query));
  });
}

test('the script matches the resources', async () => {
  if (process.env['FARMCTL_UPDATE_DOCS']) await writeFile(SCRIPT, analystViews());
  expect(await readFile(SCRIPT, 'utf8')).toBe(analystViews());
});

test('views show rows that are not deleted, with names, and exact money', async () => {
  const [flock] = await asReader<Record<string, unknown>>(
    'select farm_name, barn_name, code, lost_birds::int, sold_birds::int from flocks',
  );
  expect(flock).toEqual({
    farm_name: 'North',
    barn_name: 'Barn 1',
    code: 'A',
    lost_birds: 6,
    sold_birds: 990,
  });
  const [sum] = await asReader<{ total: string }>(
    'select sum(total_amount)::text as total from sales',
  );
  expect(sum?.total).toBe('0.30');
  await database.run(raw("update daily_logs set deleted_at = now() where id = 'log_2'"));
  const logs = await asReader<{ id: string }>('select id from daily_logs');
  await database.run(raw('update daily_logs set deleted_at = null'));
  expect(logs).toEqual([{ id: 'log_1' }]);
});

test('every table, view and column has a comment', async () => {
  const bare = await database.all<object>(
    raw(`select attrelid::regclass::text as name, attname from pg_attribute
      join pg_class holder on holder.oid = attrelid
      where relnamespace in ('farm'::regnamespace, 'public'::regnamespace)
        and relkind in ('r', 'p', 'v') and not relispartition and attnum > 0 and not attisdropped
        and (col_description(attrelid, attnum) is null or obj_description(attrelid, 'pg_class') is null)`),
  );
  expect(bare).toEqual([]);
});

test('comments name tables and columns that exist', async () => {
  const columns = await database.all<{ name: string; part: string }>(
    raw(`select attrelid::regclass::text as name, attname as part from pg_attribute
      where attrelid in (select oid from pg_class where relnamespace = 'public'::regnamespace)
        and attnum > 0 and not attisdropped`),
  );
  const known = new Set(columns.map(({ name, part }) => `${name}.${part}`));
  const documentedColumns = Object.entries(systemTables.tables).flatMap(([table, meanings]) =>
    Object.keys(meanings)
      .filter((column) => column !== '')
      .map((column) => `${table}.${column}`),
  );
  expect(documentedColumns.filter((name) => !known.has(name))).toEqual([]);
  const parts = new Set(columns.map(({ part }) => part));
  expect(Object.keys(systemTables.columns).filter((part) => !parts.has(part))).toEqual([]);
});

test.each([
  'select * from public.flocks',
  'select * from public.api_keys',
  'delete from farm.flocks',
  "update farm.flocks set code = 'B'",
])('an analyst may not: %s', async (statement) => {
  await expect(asReader(statement)).rejects.toThrow(/permission denied/);
});

describe('the script refuses to run', () => {
  const run = (prepared: string) =>
    database.transaction(async (transaction) => {
      await transaction.runScript(
        `${prepared};\n${analystViews().replace(/^(begin|commit);$/gm, '')}`,
      );
    });

  test('the script refuses to run if the schema of the views contains tables', async () => {
    await expect(run('create table farm.kept (n int)')).rejects.toThrow(/holds tables/);
  });

  test('the script refuses to run if a role would find the views instead of the tables', async () => {
    await expect(run('create role farm; alter table tasks owner to farm')).rejects.toThrow(
      /role of the service is called farm/,
    );
  });
});

describe('the ten queries of docs/analysts.md', () => {
  test('are complete: ten', () => expect(queries).toHaveLength(10));

  test.each(queries.map((query) => [query.split('\n')[0], query]))('%s', async (_, query) => {
    expect(await asReader(String(query))).toBeInstanceOf(Array);
  });

  test('the first returns the values calculated by hand', async () => {
    const [row] = await asReader<Record<string, unknown>>(String(queries[0]));
    // 6 of 1000 birds; 50 kg of feed; 90 litres.
    expect(row).toMatchObject({
      flock_code: 'A',
      lost_birds: '6',
      lost_pct: '0.60',
      feed_kg: 50,
      water_l: 90,
    });
  });
});
