import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ResourceDefinition } from '../../src/model/core/resource.ts';
import { contacts } from '../../src/model/resources/contacts.ts';
import { resources } from '../../src/model/resources/registry.ts';
import { tasks } from '../../src/model/resources/tasks.ts';
import { users } from '../../src/model/resources/users.ts';
import type { Database, Statement } from '../../src/storage/core/database.ts';
import { columnsOf, isNullable, type StoredRow } from '../../src/storage/core/stored-row.ts';
import {
  type Condition,
  countRows,
  listRows,
  type RowQuery,
} from '../../src/storage/records/list-rows.ts';
import { findRowCount } from '../../src/storage/records/row-counts.ts';
import { insertRow, insertRows, replaceRow } from '../../src/storage/records/write-rows.ts';
import { createRandom } from '../../src/tools/random.ts';
import { foldText } from '../../src/tools/words.ts';
import { DATABASES, openTestDatabase } from '../support/databases.ts';
import { aRow } from '../support/rule-situation.ts';
import { sampleRow } from '../support/sample-row.ts';

const allRows: RowQuery = {
  scope: { orgId: 'org_1', farmIds: 'all' },
  conditions: [],
  order: 'id',
  direction: 'asc',
  limit: 1000,
  offset: 0,
};

const definitions = Object.values(resources) as readonly ResourceDefinition[];
const ROWS = 16;

/** The same rows of a resource on every run: two farms, a second organisation. */
function sampleRows(definition: ResourceDefinition): StoredRow[] {
  const random = createRandom(definition.name);
  return Array.from({ length: ROWS }, (_, index) =>
    sampleRow(definition, random, {
      id: `${definition.idPrefix}_${String(index).padStart(3, '0')}`,
      orgId: index % 8 === 7 ? 'org_2' : 'org_1',
      ...(definition.farm.kind === 'farm' ? { farmId: index % 3 === 0 ? 'farm_2' : 'farm_1' } : {}),
    }),
  );
}

const ownRows = (definition: ResourceDefinition) =>
  sampleRows(definition).filter(({ orgId }) => orgId === 'org_1');

const orderableFields = (definition: ResourceDefinition) =>
  columnsOf(definition)
    .filter(([name, { type }]) => name !== 'orgId' && type !== 'json' && type !== 'list')
    .map(([name]) => name);

/** One field of each kind of value, with and without null: the cases relevant for paging. */
function fieldsOfEachKind(definition: ResourceDefinition): string[] {
  const orderable = new Set(orderableFields(definition));
  const kinds = new Map(
    columnsOf(definition)
      .filter(([name]) => orderable.has(name))
      .map(([name, field]) => [`${field.type} ${isNullable(field)} ${name in RANKS}`, name]),
  );
  return ['id', ...kinds.values()];
}

/** Words that are ordered by their rank. */
const RANKS: Readonly<Record<string, readonly string[]>> = {
  severity: ['info', 'warning', 'critical'],
  priority: ['low', 'normal', 'high', 'urgent'],
};

/** The order of a list, written once more: by value or rank, nulls last, then by id. */
function compareRows(field: string, direction: 'asc' | 'desc') {
  const sign = direction === 'asc' ? 1 : -1;
  const orderOf = (row: StoredRow) => {
    const value = row[field] ?? null;
    return RANKS[field] && value !== null ? RANKS[field].indexOf(String(value)) : value;
  };
  return (one: StoredRow, other: StoredRow) => {
    const [left, right] = [orderOf(one), orderOf(other)];
    if ((left === null) !== (right === null)) return left === null ? 1 : -1;
    const byValue = left === null ? 0 : compareValues(left, right);
    return sign * (byValue || compareValues(one.id, other.id));
  };
}

function compareValues(left: unknown, right: unknown): number {
  if (typeof left === 'string') return Buffer.compare(Buffer.from(left), Buffer.from(`${right}`));
  return Number(left) - Number(right);
}

for (const name of DATABASES) {
  describe(name, () => {
    let database: Database;
    beforeAll(async () => {
      database = await openTestDatabase(name);
      await database.transaction(async (transaction) => {
        for (const definition of definitions) {
          for (const row of sampleRows(definition)) await insertRow(transaction, definition, row);
        }
      });
    });
    afterAll(() => database.close());

    const list = async (definition: ResourceDefinition, query: Partial<RowQuery> = {}) => {
      const rows = await listRows(database, definition, { ...allRows, ...query });
      return rows.map((row) => JSON.parse(row) as StoredRow);
    };
    const idsOf = (rows: readonly StoredRow[]) => rows.map(({ id }) => id);

    describe('a list of', () => {
      test.each(definitions)('$name returns its rows unchanged', async (definition) => {
        const expected = ownRows(definition).map(({ orgId: _, ...row }) => row);
        expect(await list(definition)).toEqual(expected);
      });

      test.each(definitions)(
        '$name can be ordered by each of its fields, nulls last, ties by id',
        async (definition) => {
          for (const order of orderableFields(definition)) {
            for (const direction of ['asc', 'desc'] as const) {
              const expected = ownRows(definition).sort(compareRows(order, direction));
              const ids = await list(definition, { order, direction });
              expect([order, direction, ...idsOf(ids)]).toEqual([
                order,
                direction,
                ...idsOf(expected),
              ]);
            }
          }
        },
      );

      test.each(definitions)(
        '$name read by cursor is complete, for every kind of order',
        async (definition) => {
          for (const order of fieldsOfEachKind(definition)) {
            for (const direction of ['asc', 'desc'] as const) {
              const allIds = await list(definition, { order, direction });
              const pages = await readByCursor(database, definition, {
                order,
                direction,
                limit: 6,
              });
              expect([order, direction, ...idsOf(pages)]).toEqual([
                order,
                direction,
                ...idsOf(allIds),
              ]);
            }
          }
        },
      );

      test.each(definitions)('$name supports each filter', async (definition) => {
        for (const field of definition.filters) {
          const rows = ownRows(definition);
          const value = rows.find((row) => row[field] !== null)?.[field] as string | boolean;
          const conditions: Condition[] = [{ field, operator: '=', value }];
          const expected = idsOf(rows.filter((row) => row[field] === value));
          const query = { ...allRows, conditions };
          expect([field, ...idsOf(await list(definition, { conditions }))]).toEqual([
            field,
            ...expected,
          ]);
          expect(await countRows(database, definition, query)).toBe(expected.length);
        }
      });

      test.each(definitions.filter(({ ranges }) => ranges))(
        '$name supports each range, with both ends included',
        async (definition) => {
          for (const field of definition.ranges ?? []) {
            const rows = ownRows(definition);
            const values = rows
              .map((row) => row[field])
              .filter((value) => typeof value === 'string');
            const [from = '', second = from, to = second] = [...new Set(values)].sort();
            const conditions: Condition[] = [
              { field, operator: '>=', value: from },
              { field, operator: '<=', value: to },
            ];
            const scopedRows = rows.filter((row) => {
              const value = row[field];
              return typeof value === 'string' && value >= from && value <= to;
            });
            expect([field, ...idsOf(await list(definition, { conditions }))]).toEqual([
              field,
              ...idsOf(scopedRows),
            ]);
          }
        },
      );
    });

    describe('a scope', () => {
      test('a scope of one farm sees and counts only its rows', async () => {
        const scope = { orgId: 'org_1', farmIds: ['farm_2'] };
        const expected = idsOf(ownRows(tasks).filter(({ farmId }) => farmId === 'farm_2'));
        expect(idsOf(await list(tasks, { scope }))).toEqual(expected);
        expect(await countRows(database, tasks, { ...allRows, scope })).toBe(expected.length);
        expect(await findRowCount(database, tasks, { scope, conditions: [] })).toBe(
          expected.length,
        );
      });

      test('a scope of no farm sees nothing', async () => {
        const scope = { orgId: 'org_1', farmIds: [] };
        expect(await list(tasks, { scope })).toEqual([]);
        expect(await list(users, { scope })).toEqual([]);
        expect(await findRowCount(database, tasks, { scope, conditions: [] })).toBe(0);
      });

      test('a scope of another organisation sees its own rows', async () => {
        const scope = { orgId: 'org_2', farmIds: 'all' } as const;
        const expected = sampleRows(tasks).filter(({ orgId }) => orgId === 'org_2');
        expect(idsOf(await list(tasks, { scope }))).toEqual(idsOf(expected));
        expect(await list(tasks, { scope: { ...scope, farmIds: ['farm_3'] } })).toEqual([]);
      });
    });

    test('limit and offset select a page of the list', async () => {
      const allIds = idsOf(await list(tasks));
      expect(idsOf(await list(tasks, { limit: 5 }))).toEqual(allIds.slice(0, 5));
      expect(idsOf(await list(tasks, { limit: 5, offset: 7 }))).toEqual(allIds.slice(7, 12));
      expect(idsOf(await list(tasks, { limit: 5, offset: allIds.length - 2 }))).toEqual(
        allIds.slice(-2),
      );
      expect(await list(tasks, { offset: 10_000_000 })).toEqual([]);
    });

    describe('a search', () => {
      const people: Readonly<Record<string, readonly [name: string, company: string]>> = {
        c1: ['Yossi Cohen', 'Emek Feed Mill'],
        c2: ['José Núñez', 'Pienso 100%'],
        c3: ['שָׁלוֹם לֵוִי', 'מַאֲפֵה'],
        c4: ['王小鸡', '饲料_公司'],
        c5: ['สมชาย ไก่ดี', 'ฟาร์มไก่'],
        c6: ['Cohen\\*', 'a*b'],
        c7: ['ＦＵＬＬ Width', 'Straße'],
      };
      beforeAll(async () => {
        await database.transaction(async (transaction) => {
          for (const [id, [contact, company]] of Object.entries(people)) {
            const row = aRow(contacts, { id, orgId: 'org_search', name: contact, company });
            await insertRow(transaction, contacts, row);
          }
        });
      });

      test.each([
        ['cohen', ['c1', 'c6']],
        ['COHEN', ['c1', 'c6']],
        ['jose nunez', ['c2']],
        ['JOSÉ', ['c2']],
        ['Nu\u0301n\u0303ez', ['c2']],
        ['שלום', ['c3']],
        ['שָׁלוֹם', ['c3']],
        ['לוי', ['c3']],
        ['מאפה', ['c3']],
        ['鸡', ['c4']],
        ['小', ['c4']],
        ['鷄', []],
        ['ไก่', ['c5']],
        ['ไก', ['c5']],
        ['ก', ['c5']],
        ['%', ['c2']],
        ['100%', ['c2']],
        ['_', ['c4']],
        ['*', ['c6']],
        ['\\*', ['c6']],
        ['full width', ['c7']],
        ['ｗｉｄｔｈ', ['c7']],
        ['straße', ['c7']],
        ["' or 1=1 --", []],
        ['cohen emek', []],
        ['cohen\u001femek', ['c1']],
      ])('a search for %j finds %j', async (typed, ids) => {
        const query = {
          ...allRows,
          scope: { orgId: 'org_search', farmIds: 'all' as const },
          text: foldText(typed),
        };
        expect(idsOf(await list(contacts, query))).toEqual(ids);
        expect(await countRows(database, contacts, query)).toBe(ids.length);
      });

      test('finds a row by its new values and no longer by its previous ones', async () => {
        const scope = { orgId: 'org_changed', farmIds: 'all' } as const;
        const row = aRow(contacts, { id: 'changed', orgId: 'org_changed', name: 'Old name' });
        await database.transaction(async (transaction) => {
          await insertRow(transaction, contacts, row);
          await replaceRow(transaction, contacts, { ...row, name: 'New name' });
        });
        expect(await list(contacts, { scope, text: 'old' })).toEqual([]);
        expect(idsOf(await list(contacts, { scope, text: 'new name' }))).toEqual(['changed']);
      });
    });

    test('paging by cursor while rows are added repeats none and misses none', async () => {
      const random = createRandom('pages');
      let round = 0;
      const field = fc.constantFrom('title', 'dueDate', 'createdAt', 'priority', 'id');
      const runs = name === 'sqlite' ? 40 : 10;
      await fc.assert(
        fc.asyncProperty(
          field,
          fc.constantFrom('asc' as const, 'desc' as const),
          fc.integer({ min: 1, max: 6 }),
          fc.integer({ min: 1, max: 25 }),
          async (order, direction, limit, count) => {
            const orgId = `org_pages_${round++}`;
            const add = (id: string) =>
              database.transaction((transaction) =>
                insertRow(transaction, tasks, sampleRow(tasks, random, { id, orgId })),
              );
            for (let index = 0; index < count; index++) {
              await add(`task_${round}_${random.integer(100, 999)}_${index}`);
            }
            const scope = { orgId, farmIds: 'all' } as const;
            const first = idsOf(await list(tasks, { scope, order, direction }));
            let added = 0;
            const pages = await readByCursor(
              database,
              tasks,
              { scope, order, direction, limit },
              () => add(`task_${round}_${random.integer(100, 999)}_new${added++}`),
            );
            const read = idsOf(pages);
            expect(new Set(read).size).toBe(read.length);
            expect(read.filter((id) => !id.includes('new'))).toEqual(first);
          },
        ),
        { numRuns: runs, endOnFailure: true },
      );
    });
  });
}

test('both databases return the same text of records', async () => {
  const answers = await Promise.all(
    DATABASES.map(async (name) => {
      const database = await openTestDatabase(name);
      await database.transaction(async (transaction) => {
        for (const definition of definitions) {
          await insertRows(transaction, definition, sampleRows(definition));
        }
      });
      const lists = [];
      for (const definition of definitions) {
        const query = { ...allRows, order: definition.order, direction: 'desc' as const };
        const rows = await listRows(database, definition, query);
        lists.push(rows.map((row) => JSON.stringify(JSON.parse(row))));
      }
      await database.close();
      return lists;
    }),
  );
  expect(answers[0]).toEqual(answers[1]);
});

/** All rows, page after page, each after the last row of the previous one. */
async function readByCursor(
  database: Database,
  definition: ResourceDefinition,
  query: Pick<RowQuery, 'order' | 'direction' | 'limit'> & Partial<RowQuery>,
  between: () => Promise<unknown> = async () => {},
): Promise<StoredRow[]> {
  const read: StoredRow[] = [];
  for (let page = 0; page < 200; page++) {
    const last = read.at(-1);
    const after = last && { value: (last[query.order] ?? null) as string | null, id: last.id };
    const rows = await listRows(database, definition, {
      ...allRows,
      ...query,
      ...(after ? { after } : {}),
    });
    read.push(...rows.map((row) => JSON.parse(row) as StoredRow));
    if (rows.length < query.limit) return read;
    // Endless rows would make endless pages.
    if (page < 10) await between();
  }
  throw new Error('no end of pages');
}

describe('on SQLite', () => {
  const ofFarm = { orgId: 'org_1', farmIds: ['farm_1'] };
  const isOpen: Condition = { field: 'status', operator: '=', value: 'open' };

  test.each([
    ['createdAt', 'desc', 'straight'],
    ['createdAt', 'asc', 'straight'],
    ['dueDate', 'asc', 'straight'],
    ['title', 'asc', 'sorted'],
    ['priority', 'desc', 'sorted'],
  ] as const)('tasks of a status by %s %s are read %s', async (order, direction, plan) => {
    const database = await openTestDatabase('sqlite');
    const requests: string[] = [];
    const connection = {
      ...database,
      all: <T extends object>(query: Statement) => {
        requests.push(query.sql);
        return database.all<T>(query);
      },
    };
    const query = { ...allRows, scope: ofFarm, conditions: [isOpen], order, direction };
    await listRows(connection, tasks, query);
    expect(requests.map((text) => (text.includes(' page\n') ? 'sorted' : 'straight'))).toEqual([
      plan,
    ]);
    await database.close();
  });
});
