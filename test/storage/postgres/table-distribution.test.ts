import sql, { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resourceNames } from '../../../src/model/resources/registry.ts';
import {
  type Database,
  PARTITIONED_TABLES,
  tableName,
} from '../../../src/storage/core/database.ts';
import { createFarm } from '../../support/farm.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const TABLES = resourceNames.map(tableName);

/**
 * The statements of docs/scaling.md that prepare tables for distribution over machines by
 * organisation.
 */
function widenKey(table: string): string {
  const isPartitioned = PARTITIONED_TABLES.some((name) => name === table);
  const key = isPartitioned ? 'org_id, id, ts' : 'org_id, id';
  return `alter table ${table} drop constraint ${table}_pkey, add primary key (${key});`;
}

describe('distributed over machines by organisation', () => {
  let service: TestService;
  let database: Database;
  beforeAll(async () => {
    service = await startTestService('postgres');
    database = service.service.runtime.database;
  });
  afterAll(() => service.close());

  /** The tables of rows, each with the unique indexes that do not begin with the organisation. */
  async function narrowIndexes(): Promise<string[]> {
    const rows = await database.all<{ name: string }>(sql`
      select cast(indexrelid as regclass)::text as name from pg_index
      join pg_attribute first on first.attrelid = indexrelid and first.attnum = 1
      where indisunique and first.attname <> 'org_id'
        and cast(indrelid as regclass)::text = any(${TABLES}) order by 1`);
    return rows.map(({ name }) => name);
  }

  test('the only unique index of every data table is its primary key', async () => {
    expect(await narrowIndexes()).toEqual(TABLES.map((table) => `${table}_pkey`).sort());
  });

  test('the keys can be extended by the organisation without a change to the service', async () => {
    await database.transaction((transaction) =>
      transaction.runScript(TABLES.map(widenKey).join('\n')),
    );
    expect(await narrowIndexes()).toEqual([]);
    const { farmId, barnId } = await createFarm(service);
    const reading = await service.send('POST', '/env-readings', { body: { barnId, temp: 25 } });
    expect(reading.status).toBe(201);
    const path = `/env-readings/${reading.body.id}`;
    const steps = [
      await service.send('PATCH', path, { body: { temp: 26 } }),
      await service.send('GET', path),
      await service.send('GET', `/env-readings?farmId=${farmId}`),
      await service.send('DELETE', path),
      await service.send('DELETE', `/farms/${farmId}`),
    ];
    expect(steps.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  test('every data table has the organisation, never null', async () => {
    for (const table of TABLES) {
      const [column] = await database.all<{ nullable: string }>(sql`
        select is_nullable as nullable from information_schema.columns
        where table_name = ${raw(`'${table}'`)} and column_name = 'org_id'`);
      expect([table, column?.nullable]).toEqual([table, 'NO']);
    }
  });
});
