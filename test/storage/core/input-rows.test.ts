import { expect, test } from 'vitest';
import { barns } from '../../../src/model/resources/barns.ts';
import { visibleInputRows } from '../../../src/storage/core/scope.ts';
import { postgresDialect } from '../../../src/storage/postgres/dialect.ts';
import { sqliteDialect } from '../../../src/storage/sqlite/dialect.ts';

const SCOPE = { orgId: 'org_1', farmIds: 'all' } as const;
const ASKED = {
  columns: { id: 'text', day: 'date', began: 'timestamp' },
  rows: [['barn_1', '2026-11-02', '2026-11-02T08:30:00.000Z']],
} as const;
const VALUES = ['[["barn_1","2026-11-02","2026-11-02T08:30:00.000Z"]]', 'org_1'];

test.each([
  [
    sqliteDialect,
    'select value ->> 0 as id, value ->> 1 as day, value ->> 2 as began from json_each(?)',
  ],
  [
    postgresDialect,
    'select cast(value ->> 0 as text) as id, cast(value ->> 1 as date) as day, cast(value ->> 2 as timestamptz) as began from json_array_elements(cast(? as json))',
  ],
])('$name receives the input rows as one value', (dialect, source) => {
  const query = visibleInputRows(dialect, barns, SCOPE, ASKED);
  expect(query.sql.replace(/\s+/g, ' ').trim()).toBe(
    `select asked.* from (${source}) asked cross join barns parent where parent.id = asked.id and parent.org_id = ? and parent.deleted_at is null`,
  );
  expect(query.values).toEqual(VALUES);
});

test('the statement is the same for any number of rows', () => {
  const many = { ...ASKED, rows: Array.from({ length: 200 }, () => ASKED.rows[0]) };
  const { sql } = visibleInputRows(sqliteDialect, barns, SCOPE, many);
  expect(sql).toBe(visibleInputRows(sqliteDialect, barns, SCOPE, ASKED).sql);
});
