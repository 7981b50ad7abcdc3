import fc from 'fast-check';
import sql, { join, raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ResourceDefinition } from '../../src/model/core/resource.ts';
import { getResource, resources } from '../../src/model/resources/registry.ts';
import { tasks } from '../../src/model/resources/tasks.ts';
import {
  columnName,
  type Database,
  type Transaction,
  tableName,
} from '../../src/storage/core/database.ts';
import type { StoredRow } from '../../src/storage/core/stored-row.ts';
import type { Condition } from '../../src/storage/records/list-rows.ts';
import { findRowCount } from '../../src/storage/records/row-counts.ts';
import {
  deleteRow,
  deleteRowsOf,
  insertRow,
  insertRows,
  replaceRow,
} from '../../src/storage/records/write-rows.ts';
import { forgetRows } from '../../src/storage/system/retention.ts';
import { DATABASES, openTestDatabase } from '../support/databases.ts';
import { aRow } from '../support/rule-situation.ts';

const AT = '2026-11-02T00:00:00.000Z';
const RESOURCES = [
  'tasks',
  'users',
  'daily-logs',
  'alerts',
  'env-readings',
  'vision-events',
] as const;

const KINDS = ['count', 'weight'] as const;
// The last of them looks like two values of a key.
const SOURCES = ['sensor', 'manual', 'parent_1 sensor'] as const;
const OWN_VALUES: Readonly<Record<string, (pick: number) => object>> = {
  'daily-logs': () => ({ date: '2026-11-01' }),
  'env-readings': (pick) => ({ ts: AT, source: SOURCES[pick % 3] }),
  'vision-events': (pick) => ({ ts: AT, kind: KINDS[pick % 2], source: SOURCES[pick % 3] }),
};
const CONDITIONS: readonly Readonly<Record<string, string>>[] = [
  {},
  { barnId: 'parent_1' },
  { source: 'sensor' },
  { source: 'parent_1 sensor' },
  { kind: 'weight' },
  { barnId: 'parent_1', source: 'sensor' },
  { barnId: 'parent_2', kind: 'count', source: 'manual' },
];

interface Step {
  readonly definition: ResourceDefinition;
  /** All rows of the resource made so far, deleted ones too. */
  readonly rows: StoredRow[];
  readonly make: () => StoredRow;
  /** Chooses a row, a number of rows or a parent. */
  readonly pick: number;
}

const parentField = ({ name }: ResourceDefinition) =>
  name === 'daily-logs' ? 'flockId' : 'barnId';

const actions: Readonly<Record<string, (to: Transaction, step: Step) => Promise<void>>> = {
  async insert(to, { definition, rows, make }) {
    const row = make();
    rows.push(row);
    await insertRow(to, definition, row);
  },
  async insertMany(to, { definition, rows, make, pick }) {
    const madeRows = Array.from({ length: pick % 4 }, make);
    rows.push(...madeRows);
    await insertRows(to, definition, madeRows);
  },
  async replace(to, { definition, rows, make, pick }) {
    const row = rows[pick % Math.max(1, rows.length)];
    if (!row) return;
    const { id, farmId, createdAt, createdBy } = row;
    const after = { ...make(), id, farmId, createdAt, createdBy };
    await replaceRow(to, definition, after);
    Object.assign(row, after);
  },
  async delete(to, { definition, rows, pick }) {
    const row = rows[pick % Math.max(1, rows.length)];
    if (row) await deleteRow(to, definition, { row, at: AT });
  },
  async forget(to, { definition, pick }) {
    const outdated = {
      orgId: 'org_1',
      before: '2100-01-01T00:00:00.000Z',
      limit: pick % 4,
    } as const;
    const isDeleted = pick % 2 === 0;
    await forgetRows(to, definition, { ...outdated, column: 'created_at', isDeleted });
  },
  async deleteTwice(to, step) {
    await actions['delete']?.(to, step);
    await actions['delete']?.(to, step);
  },
  async deleteOfParent(to, { definition, pick }) {
    if (definition.name === 'users') return;
    const owner = { field: parentField(definition), id: `parent_${pick % 3}`, at: AT };
    await deleteRowsOf(to, definition, owner);
  },
};

for (const name of DATABASES) {
  describe(name, () => {
    let database: Database;
    beforeAll(async () => {
      database = await openTestDatabase(name);
    });
    afterAll(() => database.close());

    test('the counts are correct when rows are deleted individually and with their parent concurrently', async () => {
      const definition = getResource('alerts');
      for (let round = 0; round < 5; round++) {
        const rows = Array.from({ length: 40 }, (_, index) =>
          aRow(definition, {
            id: `alert_${round}_${index}`,
            farmId: 'farm_9',
            title: 'x',
            barnId: 'parent_9',
          }),
        );
        await database.transaction((to) => insertRows(to, definition, rows));
        const owner = { field: 'barnId', id: 'parent_9', at: AT };
        await Promise.all([
          ...rows.slice(0, 12).map((row) =>
            database.transaction(async (to) => {
              await deleteRow(to, definition, { row, at: AT });
              await to.all(sql`select count(*) from alerts`);
            }),
          ),
          database.transaction((to) => deleteRowsOf(to, definition, owner)),
          database.transaction((to) => deleteRowsOf(to, definition, owner)),
        ]);
        await expectTrueCounts(database, 'alerts');
      }
    });

    test('stored counts equal the numbers of rows after any inserts and deletes', async () => {
      const rowsByResource = new Map<string, StoredRow[]>(
        RESOURCES.map((resource) => [resource, []]),
      );
      let serial = 0;
      const makeOf = (definition: ResourceDefinition, farmId: string, pick: number) => () =>
        aRow(definition, {
          id: `row_${serial++}`,
          farmId: definition.farm.kind === 'organisation' ? null : farmId,
          ...(OWN_VALUES[definition.name]?.(pick) ?? { title: 'x' }),
          [parentField(definition)]: `parent_${pick % 3}`,
        });
      const steps = fc.array(
        fc.record({
          action: fc.constantFrom(...Object.keys(actions)),
          resource: fc.constantFrom(...RESOURCES),
          farmId: fc.constantFrom('farm_1', 'farm_2'),
          pick: fc.nat(50),
        }),
        { maxLength: 12 },
      );
      const runs = name === 'sqlite' ? 50 : 15;
      await fc.assert(
        fc.asyncProperty(steps, async (plan) => {
          for (const { action, resource, farmId, pick } of plan) {
            const definition = getResource(resource);
            const rows = rowsByResource.get(resource) ?? [];
            const step = { definition, rows, make: makeOf(definition, farmId, pick), pick };
            await database.transaction(async (to) => actions[action]?.(to, step));
          }
          for (const resource of RESOURCES) await expectTrueCounts(database, resource);
        }),
        { numRuns: runs, endOnFailure: true },
      );
    });

    test('a rolled-back transaction counts nothing', async () => {
      const scope = { orgId: 'org_undone', farmIds: 'all' } as const;
      const row = aRow(tasks, { id: 'undone', orgId: 'org_undone', title: 'x' });
      await database
        .transaction(async (transaction) => {
          await insertRow(transaction, tasks, row);
          throw new Error('undone');
        })
        .catch(() => undefined);
      expect(await findRowCount(database, tasks, { scope, conditions: [] })).toBe(0);
    });
  });
}

async function expectTrueCounts(database: Database, resource: string): Promise<void> {
  const definition = getResource(resource);
  for (const farmIds of ['all', ['farm_1'], ['farm_2']] as const) {
    for (const values of CONDITIONS) {
      const conditions = Object.entries(values).map(
        ([field, value]): Condition => ({ field, operator: '=', value }),
      );
      const query = { scope: { orgId: 'org_1', farmIds }, conditions };
      const count = await findRowCount(database, definition, query);
      // Counts by farm are not stored for people, whose farms may change.
      if (count === undefined) continue;
      const narrowed = farmIds === 'all' ? sql`` : sql` and farm_id = ${farmIds[0]}`;
      const predicates = conditions.map(
        ({ field, value }) => sql` and ${raw(columnName(field))} = ${value}`,
      );
      const counted = await database.first<{ total: number | string }>(sql`
        select count(*) as total from ${raw(tableName(resource))}
        where org_id = 'org_1' and deleted_at is null${narrowed}${join([sql``, ...predicates], '')}`);
      expect([resource, farmIds, values, count]).toEqual([
        resource,
        farmIds,
        values,
        Number(counted?.total),
      ]);
    }
  }
}

test.each([
  ['env-readings', { barnId: 'barn_1' }, true],
  ['env-readings', { barnId: 'barn_1', source: 'sensor' }, true],
  ['vision-events', { kind: 'weight', source: 'cam-1', barnId: 'barn_1' }, true],
  ['vision-events', { source: '' }, false],
  ['alerts', { barnId: 'barn_1' }, false],
  ['tasks', {}, true],
])('whether the total of %s by %j is stored: %s', async (resource, values, isKept) => {
  const database = await openTestDatabase('sqlite');
  const conditions = Object.entries(values).map(
    ([field, value]): Condition => ({ field, operator: '=', value }),
  );
  const query = { scope: { orgId: 'org_1', farmIds: 'all' } as const, conditions };
  const count = await findRowCount(database, getResource(resource), query);
  expect(count !== undefined).toBe(isKept);
  await database.close();
});

test('totals of a time range are not stored', async () => {
  const database = await openTestDatabase('sqlite');
  const conditions = [{ field: 'ts', operator: '>=', value: AT }] as const;
  const query = { scope: { orgId: 'org_1', farmIds: 'all' } as const, conditions };
  expect(await findRowCount(database, getResource('env-readings'), query)).toBe(undefined);
  await database.close();
});

test('every stored count knows the table it is counted from', async () => {
  const database = await openTestDatabase('sqlite');
  for (const definition of Object.values(resources)) {
    const watched = database.changes?.watch();
    if (!watched) throw new Error('the database does not count its changes');
    const scope = { orgId: 'org_1', farmIds: 'all' } as const;
    await findRowCount(watched.connection, definition, { scope, conditions: [] });
    expect([...watched.tables]).toEqual([tableName(definition.name)]);
  }
  await database.close();
});
