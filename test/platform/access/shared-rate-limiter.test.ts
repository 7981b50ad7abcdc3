import fc from 'fast-check';
import sql from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createSharedRateLimiter } from '../../../src/platform/access/rate-limiter.ts';
import type { Connection, Database } from '../../../src/storage/core/database.ts';
import { forgetIdleWindows } from '../../../src/storage/system/request-state.ts';
import { openTestDatabase } from '../../support/databases.ts';

const MINUTE = 60_000;

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase('postgres');
});
afterAll(() => database.close());

/** A limiter of one instance, with a manually advanced clock. */
function anInstance(connection: Connection = database) {
  const errors: unknown[] = [];
  const time = { now: 0 };
  const { take } = createSharedRateLimiter(connection, {
    monotonicMillis: () => time.now,
    onError: (error) => errors.push(error),
  });
  return { take, errors, time };
}

/** The database, and its number of queries. */
function counted() {
  const queries = { times: 0 };
  const connection: Connection = {
    ...database,
    first: (statement) => {
      queries.times++;
      return database.first(statement);
    },
  };
  return { queries, connection };
}

/** Moves the requests of a subject to the past: the clock of the database cannot be changed. */
async function age(subject: string, millis: number): Promise<void> {
  await database.transaction(async (transaction) => {
    const past = sql`make_interval(secs => ${millis / 1000})`;
    await transaction.run(sql`update rate_hits set at = at - ${past} where subject = ${subject}`);
    await transaction.run(
      sql`update rate_windows set last_at = last_at - ${past} where subject = ${subject}`,
    );
  });
}

test('the first request returns the remaining limit', async () => {
  expect(await anInstance().take('first', 240)).toEqual({
    isAllowed: true,
    limit: 240,
    remaining: 239,
    resetSeconds: 60,
  });
});

test('exactly as many requests to three instances in turn pass as the limit allows', async () => {
  const instances = [anInstance(), anInstance(), anInstance()];
  const decisions = [];
  for (let index = 0; index < 60; index++) {
    decisions.push(await instances[index % 3]?.take('in turn', 40));
  }
  expect(decisions.map((decision) => decision?.isAllowed)).toEqual([
    ...Array(40).fill(true),
    ...Array(20).fill(false),
  ]);
  expect(decisions.map((decision) => decision?.remaining)).toEqual([
    ...Array.from({ length: 40 }, (_, index) => 39 - index),
    ...Array(20).fill(0),
  ]);
});

test('exactly as many concurrent requests to three instances pass as the limit allows', async () => {
  const instances = [anInstance(), anInstance(), anInstance()];
  const decisions = await Promise.all(
    Array.from({ length: 150 }, (_, index) => instances[index % 3]?.take('at once', 100)),
  );
  const passed = decisions.filter((decision) => decision?.isAllowed);
  expect(passed).toHaveLength(100);
  expect(passed.map((decision) => decision?.remaining).sort((a = 0, b = 0) => a - b)).toEqual(
    Array.from({ length: 100 }, (_, index) => index),
  );
});

test('subjects have separate limits', async () => {
  const { take } = anInstance();
  await take('one of two', 1);
  expect((await take('one of two', 1)).isAllowed).toBe(false);
  expect((await take('other of two', 1)).isAllowed).toBe(true);
});

test('a request passes again one minute after the one that blocked it', async () => {
  await anInstance().take('sliding', 2);
  await age('sliding', 30_000);
  await anInstance().take('sliding', 2);
  expect(await anInstance().take('sliding', 2)).toMatchObject({
    isAllowed: false,
    remaining: 0,
    resetSeconds: 30,
  });
  await age('sliding', 30_000);
  expect(await anInstance().take('sliding', 2)).toMatchObject({ isAllowed: true, remaining: 0 });
  expect(await anInstance().take('sliding', 2)).toMatchObject({ isAllowed: false });
});

describe('a rejected subject', () => {
  test('is rejected without a database query until the window has room', async () => {
    const { queries, connection } = counted();
    const { take, time } = anInstance(connection);
    await take('flood', 1);
    expect((await take('flood', 1)).isAllowed).toBe(false);
    expect(queries.times).toBe(2);
    time.now = 20_500;
    expect(await take('flood', 1)).toEqual({
      isAllowed: false,
      limit: 1,
      remaining: 0,
      resetSeconds: 40,
    });
    expect(queries.times).toBe(2);
    await age('flood', MINUTE);
    time.now = MINUTE;
    expect((await take('flood', 1)).isAllowed).toBe(true);
  });

  test('passes immediately when its limit is raised', async () => {
    const { take } = anInstance();
    await take('raised', 1);
    await take('raised', 1);
    expect(await take('raised', 3)).toMatchObject({ isAllowed: true, remaining: 1 });
  });

  test('leaves nothing in the database', async () => {
    await anInstance().take('refused', 1);
    for (let index = 0; index < 5; index++) await anInstance().take('refused', 1);
    const hits = await database.all(sql`select hit from rate_hits where subject = 'refused'`);
    expect(hits).toHaveLength(1);
  });
});

test('a lowered limit takes effect on the next request and determines when one will pass', async () => {
  for (let index = 0; index < 4; index++) {
    await anInstance().take('lowered', 4);
    await age('lowered', 10_000);
  }
  // The four are 40, 30, 20 and 10 s ago; two must remain fewer than two.
  expect(await anInstance().take('lowered', 2)).toMatchObject({
    isAllowed: false,
    limit: 2,
    remaining: 0,
    resetSeconds: 40,
  });
});

describe('when the window is lost', () => {
  test('counting starts again when PostgreSQL empties the window after a crash', async () => {
    await anInstance().take('crash', 1);
    await database.run(sql`truncate rate_windows, rate_hits`);
    expect((await anInstance().take('crash', 1)).isAllowed).toBe(true);
    expect((await anInstance().take('crash', 1)).isAllowed).toBe(false);
  });

  test.each(['rate_windows', 'rate_hits'])(
    'counting continues when the window is lost for %s alone',
    async (table) => {
      for (let index = 0; index < 3; index++) await anInstance().take(table, 5);
      await database.run(
        table === 'rate_hits' ? sql`truncate rate_hits` : sql`truncate rate_windows`,
      );
      expect(await anInstance().take(table, 1)).toMatchObject({ isAllowed: true, remaining: 0 });
      expect((await anInstance().take(table, 1)).isAllowed).toBe(false);
    },
  );

  test('the instance counts locally and logs the reason when the statement fails', async () => {
    await database.run(sql`alter function take_rate rename to take_rate_lost`);
    const { take, errors } = anInstance();
    expect((await take('alone', 2)).remaining).toBe(1);
    expect((await take('alone', 2)).isAllowed).toBe(true);
    expect((await take('alone', 2)).isAllowed).toBe(false);
    expect(errors).toHaveLength(3);
    expect(String(errors[0])).toContain('take_rate');
    await database.run(sql`alter function take_rate_lost rename to take_rate`);
    expect((await take('alone', 2)).isAllowed).toBe(true);
  });

  test('setting the clock back does not extend waiting times', async () => {
    await anInstance().take('clock', 1);
    await age('clock', -3_600_000);
    expect((await anInstance().take('clock', 1)).isAllowed).toBe(true);
    expect((await anInstance().take('clock', 1)).isAllowed).toBe(false);
  });
});

test('requests older than the window are deleted', async () => {
  const { take } = anInstance();
  for (let index = 0; index < 70; index++) await take('busy', 1000);
  await age('busy', MINUTE);
  for (let index = 0; index < 70; index++) await take('busy', 1000);
  const hits = await database.all(sql`select hit from rate_hits where subject = 'busy'`);
  expect(hits).toHaveLength(70);
});

test('windows of inactive subjects are deleted, others are not', async () => {
  await anInstance().take('silent', 5);
  await anInstance().take('active', 5);
  await age('silent', 10 * MINUTE);
  await forgetIdleWindows(database);
  const left = (table: string) =>
    database.all<{ subject: string }>({
      sql: '',
      text: `select subject from ${table} where subject in ('silent', 'active')`,
      values: [],
    });
  expect(await left('rate_windows')).toEqual([{ subject: 'active' }]);
  expect(await left('rate_hits')).toEqual([{ subject: 'active' }]);
});

test('never more requests pass than the limit in any minute, and none is rejected needlessly', async () => {
  const steps = fc.array(fc.constantFrom(0, 0, 0, 10_000, 29_000, 45_000, 61_000), {
    minLength: 1,
    maxLength: 25,
  });
  let run = 0;
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 4 }), async (waits, limit) => {
      const subject = `model ${run++}`;
      const passed: number[] = [];
      let now = 0;
      for (const wait of waits) {
        if (wait > 0) await age(subject, wait);
        now += wait;
        const recent = passed.filter((time) => time > now - MINUTE).length;
        const decision = await anInstance().take(subject, limit);
        expect(decision.isAllowed).toBe(recent < limit);
        if (decision.isAllowed) passed.push(now);
        expect(decision.remaining).toBe(limit - recent - (decision.isAllowed ? 1 : 0));
      }
    }),
    { numRuns: 30 },
  );
});
