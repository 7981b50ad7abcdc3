import { setTimeout as wait } from 'node:timers/promises';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { limits } from '../../../src/model/core/limits.ts';
import { UnusableDatabase } from '../../../src/storage/core/errors.ts';
import { findSchemaVersion, migrate } from '../../../src/storage/migrations/migrate.ts';
import { openPostgres } from '../../../src/storage/postgres/database.ts';
import { usualWaits } from '../../../src/storage/postgres/line.ts';
import { createEmptyDatabase } from '../../support/databases.ts';
import { createFarm } from '../../support/farm.ts';
import { startTestService, type TestService } from '../../support/service.ts';

test('instances that start concurrently on an empty database change its schema once', async () => {
  const { url, drop } = await createEmptyDatabase();
  const databases = await Promise.all([1, 2, 3].map(() => openPostgres(url)));
  await Promise.all(databases.map((database) => migrate(database)));
  for (const database of databases) await database.close();
  await drop();
});

test('an instance that starts while another changes the schema waits for it', async () => {
  const { url, drop } = await createEmptyDatabase();
  const [first, second] = await Promise.all([openPostgres(url), openPostgres(url)]);
  let isWaiting = true;
  let waiting: Promise<void> | undefined;
  await first.transaction(async (transaction) => {
    await transaction.tryLock('schema');
    waiting = migrate(second).then(() => {
      isWaiting = false;
    });
    await wait(500);
    expect(isWaiting).toBe(true);
  });
  await waiting;
  expect(await findSchemaVersion(second)).toBeGreaterThan(0);
  await first.close();
  await second.close();
  await drop();
});

describe('an instance running while a newer one changes the schema', () => {
  let service: TestService;
  let farmId: string;
  beforeAll(async () => {
    service = await startTestService('postgres', { waits: usualWaits });
    ({ farmId } = await createFarm(service));
  });
  afterAll(() => service.close());

  const createTask = () =>
    service.send('POST', `/tasks?farmId=${farmId}`, { body: { title: 'Feed' } });

  /** Extends the schema like a later version, slowly. */
  const expand = (column: string, millis: number) =>
    service.service.runtime.database.transaction(async (transaction) => {
      await transaction.runScript(`alter table tasks add column ${column} text`);
      await wait(millis);
    });

  test('answers requests during and after the migration', async () => {
    const expanding = expand('later', 400);
    await wait(50);
    const statuses = await Promise.all([createTask(), createTask(), service.send('GET', '/tasks')]);
    expect(statuses.map(({ status }) => status)).toEqual([201, 201, 200]);
    await expanding;
    expect((await createTask()).status).toBe(201);
    expect((await service.send('GET', '/tasks')).body.data[0]).not.toHaveProperty('later');
  });

  test('asks callers to retry if the change takes long, and continues after it', async () => {
    const expanding = expand('much_later', limits.busyMillis + 800);
    await wait(50);
    const { status, headers } = await createTask();
    expect([status, headers['retry-after']]).toEqual([503, '1']);
    await expanding;
    expect((await createTask()).status).toBe(201);
  });

  test('keeps running when the schema becomes newer, but does not start on it', async () => {
    const { database } = service.service.runtime;
    await database.run(sql`insert into schema_migrations (version, name) values (99, 'later')`);
    expect((await createTask()).status).toBe(201);
    await expect(migrate(database)).rejects.toThrow(UnusableDatabase);
  });
});
