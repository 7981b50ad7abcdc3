import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Database } from '../../../src/storage/core/database.ts';
import {
  openSqliteHandle,
  requireFullSync,
  withFullSync,
} from '../../../src/storage/sqlite/driver.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('a connection with full sync is accepted, one without is rejected', async () => {
  const handle = await openSqliteHandle(join(await temporaryFolder(), 'test.db'));
  handle.exec('pragma journal_mode = wal; pragma synchronous = full; create table t (id integer)');
  expect(() => requireFullSync(handle)).not.toThrow();
  handle.exec('pragma synchronous = normal');
  expect(() => requireFullSync(handle)).toThrow(
    'commits are not synced to the disk: synchronous is 1, not 2',
  );
  handle.close();
});

test('the first write of a connection without full sync is not acknowledged', async () => {
  const handle = await openSqliteHandle(join(await temporaryFolder(), 'test.db'));
  handle.exec('pragma journal_mode = wal; pragma synchronous = normal');
  const inner = { transaction: async () => 'written' } as unknown as Database;
  const database = withFullSync(inner, handle);
  await expect(database.transaction(async () => 'written')).rejects.toThrow('are not synced');
  await expect(database.transaction(async () => 'written')).rejects.toThrow('are not synced');
  handle.exec('pragma synchronous = extra');
  expect(await database.transaction(async () => 'written')).toBe('written');
  handle.close();
});
