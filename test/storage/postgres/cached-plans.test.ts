import { raw } from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { getResource } from '../../../src/model/resources/registry.ts';
import type { Database } from '../../../src/storage/core/database.ts';
import { maintainPartitions } from '../../../src/storage/postgres/month-partitions.ts';
import { listRows, type RowQuery } from '../../../src/storage/records/list-rows.ts';
import { insertRowsOf } from '../../support/a-row.ts';
import { openTestDatabase } from '../../support/databases.ts';

const ROWS = 1500;
const FIRST = Date.parse('2026-01-01T00:00:00.000Z');
/** The server makes a plan for the values of each of the first five executions. */
const PLANNED_FOR_VALUES = 5;
const EXECUTIONS = 8;

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase('postgres');
  const rows = Array.from({ length: ROWS }, (_, index) => ({
    id: `row_${String(index).padStart(5, '0')}`,
    barnId: `barn_${index % 3}`,
    ts: new Date(FIRST + index * 3_600_000).toISOString(),
    createdAt: new Date(FIRST + index * 3_600_000).toISOString(),
    status: index % 2 === 0 ? 'open' : 'done',
  }));
  await insertRowsOf(database, 'tasks', rows);
  await insertRowsOf(database, 'env-readings', rows);
  await maintainPartitions(database, FIRST);
  await database.run(raw('vacuum (analyze) tasks, env_readings'));
});
afterAll(() => database.close());

test.each([
  ['tasks', { order: 'createdAt' }],
  ['tasks', { order: 'dueDate', direction: 'asc' }],
  ['tasks', { order: 'createdAt', offset: 100 }],
  ['tasks', { conditions: [{ field: 'status', operator: '=', value: 'open' }] }],
  ['env-readings', { order: 'ts' }],
  [
    'env-readings',
    { order: 'ts', conditions: [{ field: 'barnId', operator: '=', value: 'barn_1' }] },
  ],
] as const)('a page of %s is not planned again on every request: %j', async (name, pageQuery) => {
  const query: RowQuery = {
    scope: { orgId: 'org_1', farmIds: ['farm_1'] },
    conditions: [],
    order: 'createdAt',
    direction: 'desc',
    limit: 50,
    offset: 0,
    ...pageQuery,
  };
  const before = await plansMade();
  // The first execution has no name yet.
  for (let count = 0; count < 1 + EXECUTIONS; count++) {
    expect(await listRows(database, getResource(name), query)).toHaveLength(50);
  }
  const after = await plansMade();
  expect(after.custom - before.custom).toBe(PLANNED_FOR_VALUES);
  expect(after.generic - before.generic).toBe(EXECUTIONS - PLANNED_FOR_VALUES);
});

/** How many executions of pages were planned, and how many used the cached plan. */
async function plansMade() {
  const planCounts = await database.first<{ generic: string; custom: string }>(
    raw(`select coalesce(sum(generic_plans), 0) as generic, coalesce(sum(custom_plans), 0) as custom
      from pg_prepared_statements where statement like '%as json from%' and statement not like '%pg_prepared%'`),
  );
  return { generic: Number(planCounts?.generic), custom: Number(planCounts?.custom) };
}
