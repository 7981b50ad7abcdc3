import sql from 'sql-template-tag';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { farms } from '../../../src/model/resources/farms.ts';
import { tasks } from '../../../src/model/resources/tasks.ts';
import type { Connection, Database, Statement } from '../../../src/storage/core/database.ts';
import { findRow } from '../../../src/storage/records/find-rows.ts';
import { countRows, listRows, type RowQuery } from '../../../src/storage/records/list-rows.ts';
import {
  openSqliteHandle,
  type SqliteHandle,
  type SqliteValue,
} from '../../../src/storage/sqlite/driver.ts';
import { findKey } from '../../../src/storage/system/api-keys.ts';
import { listWebhooks } from '../../../src/storage/webhooks/webhooks.ts';
import { openTestDatabase } from '../../support/databases.ts';

/** SQLite calls the authoriser each time it compiles a statement. */
type Authorised = SqliteHandle & { setAuthorizer(ask: () => number): void };

const ALLOWED = 0;

let database: Database;
let handle: Authorised;
let requestCount = 0;
beforeAll(async () => {
  database = await openTestDatabase('sqlite');
  handle = (await openSqliteHandle(':memory:')) as Authorised;
  const objects = await database.all<{ sql: string }>(sql`
    select sql from sqlite_master where sql is not null and name not like 'sqlite_%'
    order by rowid`);
  for (const object of objects) handle.exec(object.sql);
  handle.setAuthorizer(() => {
    requestCount += 1;
    return ALLOWED;
  });
});
afterAll(async () => {
  handle.close();
  await database.close();
});

const scope = { orgId: 'org_1', farmIds: ['farm_1'] };
const query: RowQuery = {
  scope,
  conditions: [{ field: 'status', operator: '=', value: 'open' }],
  order: 'dueDate',
  direction: 'desc',
  limit: 50,
  offset: 0,
};

test.each<[string, (connection: Connection) => Promise<unknown>]>([
  ['a record', (connection) => findRow(connection, tasks, { id: 'task_1', scope })],
  ['a first page', (connection) => listRows(connection, tasks, query)],
  ['a later page', (connection) => listRows(connection, tasks, { ...query, offset: 50 })],
  [
    'a page after a row',
    (connection) =>
      listRows(connection, tasks, { ...query, after: { value: '2026-11-28', id: 'task_1' } }),
  ],
  [
    'the only farm of a key',
    (connection) =>
      listRows(connection, farms, { ...query, conditions: [], order: 'id', limit: 2 }),
  ],
  ['a total', (connection) => countRows(connection, tasks, query)],
  ['a key', (connection) => findKey(connection, 'key_1')],
  ['the webhooks for a change', (connection) => listWebhooks(connection, 'org_1')],
])('%s is not compiled again on the next request', async (_, ask) => {
  for (const statement of await statementsOf(ask)) {
    const prepared = handle.prepare(statement.sql);
    const values = statement.values as readonly SqliteValue[];
    prepared.all(...values);
    const before = requestCount;
    prepared.all(...values);
    expect(requestCount - before, statement.sql).toBe(0);
  }
});

async function statementsOf(
  ask: (connection: Connection) => Promise<unknown>,
): Promise<readonly Statement[]> {
  const statements: Statement[] = [];
  await ask({
    ...database,
    all: (statement) => {
      statements.push(statement);
      return database.all(statement);
    },
    first: (statement) => {
      statements.push(statement);
      return database.first(statement);
    },
  });
  expect(statements.length).toBeGreaterThan(0);
  return statements;
}
