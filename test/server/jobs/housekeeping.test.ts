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

/** Starts the job that keeps house, and nothing else; returns what stops it. */
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

test('answers kept for repeated requests are forgotten after 24 hours, not before', async () => {
  const { runtime } = service.service;
  const headers = { 'idempotency-key': 'once' };
  await service.send('POST', '/farms', { body: { name: 'Kept' }, headers });
  const { body } = await service.send('GET', '/me');
  const kept = () =>
    findStoredAnswer(runtime.database, {
      keyId: body.key.id,
      idempotencyKey: 'once',
      since: '2000-01-01T00:00:00.000Z',
    });
  service.clock.advance(24 * 3_600_000);
  await cleanUp(runtime);
  expect((await kept())?.status).toBe(201);
  service.clock.advance(1);
  await cleanUp(runtime);
  expect(await kept()).toBeUndefined();
});

test('housekeeping begins with the service: on PostgreSQL the coming months get their partitions', async () => {
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

test('a part that fails does not keep the parts behind it from being done, and is logged', async () => {
  const asked: string[] = [];
  const watch = <T extends Connection>(connection: T): T => ({
    ...connection,
    all: (query) => {
      asked.push(query.sql);
      return connection.all(query);
    },
    run: (query) => {
      asked.push(query.sql);
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
  const failed = asked.findIndex((text) => text.startsWith('delete from idempotency'));
  const after = asked.slice(failed + 1).join('\n');
  // Contents of media, and what is kept for a time only.
  expect([after.includes('media_contents'), after.includes('from organisations')]).toEqual([
    true,
    true,
  ]);
  await broken.close();
});
