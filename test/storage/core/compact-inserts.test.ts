import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SqlValue } from '../../../src/storage/core/database.ts';
import { createBriefInsert } from '../../../src/storage/core/insert-values.ts';
import { openSqliteHandle } from '../../../src/storage/sqlite/driver.ts';

const TARGET = { table: 'readings', columns: ['id', 'farm', 'made', 'changed', 'temp'] };
const like = [
  ['a', 'f', 'noon', 'noon', 20],
  ['b', 'f', 'dusk', 'dusk', 21],
];

test('values shared by all rows, and those of a column equal to another, are sent once', () => {
  expect(createBriefInsert(TARGET, like)(like)).toEqual({
    sql:
      'insert into readings (id, farm, made, changed, temp) ' +
      'select column1, ?, column2, column2, column3 from (values (?, ?, ?), (?, ?, ?))',
    text: expect.any(String),
    values: ['f', 'a', 'noon', 20, 'b', 'dusk', 21],
  });
});

test.each([
  [
    'another farm in one row',
    [
      ['c', 'f', 'noon', 'noon', 1],
      ['d', 'g', 'noon', 'noon', 2],
    ],
  ],
  [
    'a change after its creation',
    [
      ['c', 'f', 'noon', 'noon', 1],
      ['d', 'f', 'noon', 'dusk', 2],
    ],
  ],
  ['fewer rows', [['c', 'f', 'noon', 'noon', 1]]],
])('rows with %s use the ordinary insert', (_what, rows) => {
  expect(createBriefInsert(TARGET, like)(rows)).toBeUndefined();
});

test('a farm shared by all rows needs no special case', () => {
  const rows = [
    ['c', 'g', 'noon', 'noon', null],
    ['d', 'g', 'dusk', 'dusk', 2],
  ];
  expect(createBriefInsert(TARGET, like)(rows)?.values).toEqual([
    ...['g', 'c', 'noon', null, 'd', 'dusk', 2],
  ]);
});

test('the same rows are stored, whatever their values', async () => {
  const file = await openSqliteHandle(':memory:');
  file.exec('create table readings (id any, farm any, made any, changed any, temp any) strict');
  const value = fc.constantFrom<SqlValue>('a', 'b', null, 1, 2.5);
  const row = fc.tuple(fc.uuid(), value, value, value, value);
  fc.assert(
    fc.property(fc.array(row, { minLength: 2, maxLength: 8 }), (rows) => {
      const brief = createBriefInsert(TARGET, rows)(rows);
      file.exec('delete from readings');
      file.prepare(brief?.sql ?? '').run(...((brief?.values ?? []) as string[]));
      const stored = file.prepare('select * from readings order by rowid').all();
      expect(stored.map((one) => Object.values(one as object))).toEqual(rows);
    }),
  );
  file.close();
});
