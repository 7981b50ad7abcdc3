import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startJobs } from '../../../src/server/jobs/background.ts';
import { cleanUp, type JobTools, jobTable } from '../../../src/server/jobs/job-table.ts';
import type { Connection } from '../../../src/storage/core/database.ts';
import { listPartitions } from '../../../src/storage/postgres/month-partitions.ts';
import { findStoredAnswer } from '../../../src/storage/system/request-state.ts';
import { startTestService, type TestService } from '../../support/service.ts';

const PLAN = {
  isMock: false,
  scansFarms: false,
  readsIntegrations: false,
  analyzesImages: false,
} as const;

/** Starts only the housekeeping job; returns a function that stops it. */
function startHousekeeping(
  tools: Pick<JobTools, 'runtime' | 'log' | 'connectionLog' | 'connections' | 'anchors'>,
) {
  const jobs = jobTable.filter(({ name }) => name === 'housekeeping');
  const schedules = startJobs(jobs, { ...tools, plan: PLAN, isClockMoved: () => true });
  return () => Promise.all(schedules.map((schedule) => schedule.stop()));
}

let service: TestService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

test('answers stored for repeated requests are deleted after 24 hours, not before', async () => {
  const { runtime } = service.service;
  const headers = { 'idempotency-key': 'once' };
  await service.send('POST', '/farms', { body: { name: 'Kept' }, headers });
  const { body } = await service.send('GET', '/me');
  const stored = () =>
    findStoredAnswer(runtime.database, {
      keyId: body.key.id,
      idempotencyKey: 'once',
      since: '2000-01-01T00:00:00.000Z',
    });
  service.clock.advance(24 * 3_600_000);
  await cleanUp(runtime);
  expect((await stored())?.status).toBe(201);
  service.clock.advance(1);
  await cleanUp(runtime);
  expect(await stored()).toBeUndefined();
});

test('housekeeping starts with the service: on PostgreSQL the coming months get their partitions', async () => {
  const postgres = await startTestService('postgres', { now: '2026-11-21T08:00:00.000Z' });
  const { runtime } = postgres.service;
  const stops = [startHousekeeping(postgres.service), startHousekeeping(postgres.service)];
  await expect
    .poll(async () =>
      (await listPartitions(runtime.database, 'vision_events')).map(({ month }) => month),
    )
    .toEqual(['2026-11-01', '2026-12-01', '2027-01-01']);
  await Promise.all(stops.map((stop) => stop()));
  await postgres.close();
});

test('a failing part does not prevent the following ones, and is logged', async () => {
  const requests: string[] = [];
  const watch = <T extends Connection>(connection: T): T => ({
    ...connection,
    all: (query) => {
      requests.push(query.sql);
      return connection.all(query);
    },
    run: (query) => {
      requests.push(query.sql);
      if (query.sql.startsWith('delete from idempotency')) throw new Error('it cannot be done');
      return connection.run(query);
    },
  });
  const broken = await startTestService('sqlite', {
    wrap: (database) => ({
      ...watch(database),
      transaction: (work) => database.transaction((transaction) => work(watch(transaction))),
    }),
  });
  const { runtime } = broken.service;
  const lines: string[] = [];
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
  const stop = startHousekeeping({ ...service.service, runtime, log });
  await expect.poll(() => lines.join(''), { timeout: 10_000 }).toContain('it cannot be done');
  await stop();
  const failed = requests.findIndex((text) => text.startsWith('delete from idempotency'));
  const after = requests.slice(failed + 1).join('\n');
  // Contents of media, and temporary rows.
  expect([after.includes('media_contents'), after.includes('from organisations')]).toEqual([
    true,
    true,
  ]);
  await broken.close();
});
