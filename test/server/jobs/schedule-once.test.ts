import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { createRuntime } from '../../../src/platform/create-runtime.ts';
import {
  everyMillis,
  type JobRun,
  LeaseLost,
  runOnce,
  scheduleOnce,
} from '../../../src/server/jobs/scheduler.ts';
import type { Database } from '../../../src/storage/core/database.ts';
import { claimJob, finishJob } from '../../../src/storage/system/job-leases.ts';
import { createMovableClock } from '../../../src/tools/clock.ts';
import { DATABASES, openTestDatabase } from '../../support/databases.ts';
import { bundleScript } from '../../support/run-script.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const HOUR = 3_600_000;
const NINE = Date.parse('2026-11-21T09:00:00.000Z');
const log = pino({ level: 'silent' });

test.each([
  ['2026-11-21T09:00:00.000Z', '2026-11-21T09:00:00.000Z'],
  ['2026-11-21T09:59:59.999Z', '2026-11-21T09:00:00.000Z'],
  ['2026-11-21T10:00:00.000Z', '2026-11-21T10:00:00.000Z'],
])('at %s the last full hour is %s', (now, due) => {
  expect(new Date(everyMillis(HOUR)(Date.parse(now))).toISOString()).toBe(due);
});

for (const name of DATABASES) {
  describe(`${name}: a job`, () => {
    let database: Database;
    beforeAll(async () => {
      database = await openTestDatabase(name);
    });
    afterAll(() => database.close());

    const aJob = (jobName: string, work: (run: JobRun) => Promise<void> = async () => {}) => ({
      name: jobName,
      leaseMillis: 60_000,
      work,
    });

    test('runs once for a due time, and again for the next one', async () => {
      const job = aJob('once');
      expect(await runOnce({ database }, job, { dueAt: NINE })).toBe('done');
      expect(await runOnce({ database }, job, { dueAt: NINE })).toBe('elsewhere');
      expect(await runOnce({ database }, job, { dueAt: NINE + HOUR })).toBe('done');
    });

    test('does not run for a due time before the last one', async () => {
      const job = aJob('backwards');
      await runOnce({ database }, job, { dueAt: NINE });
      expect(await runOnce({ database }, job, { dueAt: NINE - HOUR })).toBe('elsewhere');
    });

    test('still runs after a clock that was days ahead', async () => {
      const job = aJob('wrong clock');
      await runOnce({ database }, job, { dueAt: NINE + 240 * HOUR });
      expect(await runOnce({ database }, job, { dueAt: NINE })).toBe('done');
    });

    test('started concurrently runs once', async () => {
      let runs = 0;
      const job = aJob('many', async () => {
        runs++;
      });
      const ends = await Promise.all(
        Array.from({ length: 8 }, () => runOnce({ database }, job, { dueAt: NINE })),
      );
      expect(ends.filter((end) => end === 'done')).toHaveLength(1);
      expect(runs).toBe(1);
    });

    test('does not start for the next due time while it runs', async () => {
      const job = aJob('long', async () => {
        const next = await runOnce({ database }, aJob('long'), { dueAt: NINE + HOUR });
        expect(next).toBe('elsewhere');
      });
      expect(await runOnce({ database }, job, { dueAt: NINE })).toBe('done');
    });

    test('rethrows its error, and is tried again', async () => {
      const failing = aJob('failing', () => Promise.reject(new Error('no feed')));
      await expect(runOnce({ database }, failing, { dueAt: NINE })).rejects.toThrow('no feed');
      expect(await runOnce({ database }, aJob('failing'), { dueAt: NINE })).toBe('done');
    });

    test('a job whose holder stopped responding is taken over, and later writes of the holder are rolled back', async () => {
      const job = aJob('taken over', async (run) => {
        await database.run(
          sql`update scheduled_jobs set leased_until = '2026-01-01T00:00:00.000Z' where name = 'taken over'`,
        );
        expect(await runOnce({ database }, aJob('taken over'), { dueAt: NINE })).toBe('done');
        await database.transaction(async (transaction) => {
          await transaction.run(
            sql`insert into organisations (id, name, timezone, language, created_at)
              values ('org_late', 'Late', 'UTC', 'en', '2026-11-21T09:00:00.000Z')`,
          );
          await run.finish(transaction);
        });
      });
      await expect(runOnce({ database }, job, { dueAt: NINE })).rejects.toThrow(LeaseLost);
      expect(await database.all(sql`select id from organisations`)).toEqual([]);
    });

    test('renews its lease while it works', async () => {
      const job = { ...aJob('renewed', () => wait(400)), leaseMillis: 150 };
      const running = runOnce({ database }, job, { dueAt: NINE });
      await wait(300);
      expect(await runOnce({ database }, aJob('renewed'), { dueAt: NINE })).toBe('elsewhere');
      expect(await running).toBe('done');
    });

    test('can be finished with its writes, once', async () => {
      const lease = await database.transaction((transaction) =>
        claimJob(transaction, { name: 'finish', dueAt: NINE, leaseMillis: 1000 }),
      );
      if (!lease) throw new Error('the job was free');
      const finish = () => database.transaction((transaction) => finishJob(transaction, lease));
      expect(await finish()).toBe(true);
      expect(await finish()).toBe(false);
    });

    test('a job on a schedule runs at each due time and stops with the schedule', async () => {
      const clock = createMovableClock(NINE + 1);
      const runtime = createRuntime(database, clock);
      const runTimes: number[] = [];
      const job = aJob('schedule', async ({ dueAt }) => {
        runTimes.push(dueAt);
      });
      const schedule = scheduleOnce(
        runtime,
        { ...job, lastDue: everyMillis(HOUR) },
        { log, lookMillis: 10 },
      );
      await expect.poll(() => runTimes).toEqual([NINE]);
      // Three due times pass unseen: the last one is done, the others are not made up for.
      clock.advance(3 * HOUR);
      await expect.poll(() => runTimes).toEqual([NINE, NINE + 3 * HOUR]);
      await schedule.stop();
      clock.advance(HOUR);
      await wait(50);
      expect(runTimes).toHaveLength(2);
    });
  });
}

/** A process that does one job as an instance would, telling of it on standard output. */
const SCRIPT = `
import { openPostgres } from './src/storage/postgres/database.ts';
import { runOnce } from './src/server/jobs/scheduler.ts';
const [url, name, millis] = process.argv.slice(2);
const database = await openPostgres(url);
const job = { name: 'job', leaseMillis: 600, work: async () => {
  console.log(name + ' begins');
  await new Promise((resolve) => setTimeout(resolve, Number(millis)));
  console.log(name + ' ends');
} };
for (;;) {
  if ((await runOnce({ database }, job, { dueAt: 1_800_000_000_000 })) === 'done') break;
  await new Promise((resolve) => setTimeout(resolve, 50));
}
await database.close();
`;

test('a job runs in one of two processes; when that is killed the other takes it over', async () => {
  const database = await openTestDatabase('postgres');
  const currentDatabase = await database.first<{ name: string }>(
    sql`select current_database() as name`,
  );
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${currentDatabase?.name}`;
  const path = await bundleScript(
    `(async () => {${SCRIPT.replace(/^import (\{.*\}) from ('.*');$/gm, 'const $1 = await import($2);')}})()`,
    await temporaryFolder(),
  );
  const printed: string[] = [];
  const start = (name: string, millis: number) => {
    const child = spawn(process.execPath, [path, url.href, name, String(millis)]);
    child.stdout.on('data', (text) => printed.push(...String(text).trim().split('\n')));
    child.stderr.on('data', (text) => printed.push(String(text)));
    return child;
  };
  const first = start('first', 60_000);
  await expect.poll(() => printed, { timeout: 5000 }).toEqual(['first begins']);
  const second = start('second', 10);
  // Longer than the lease: it is renewed as long as the first one lives.
  await wait(1000);
  expect(printed).toEqual(['first begins']);
  first.kill('SIGKILL');
  await once(second, 'exit');
  expect(printed).toEqual(['first begins', 'second begins', 'second ends']);
  await database.close();
});
