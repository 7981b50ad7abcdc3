import { copyFile } from 'node:fs/promises';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { openSqliteHandle } from '../../src/storage/sqlite/driver.ts';
import { DATABASES } from '../support/databases.ts';
import { type Caller, openCaller } from '../support/reliability/caller.ts';
import { type ChildServer, startChildServer } from '../support/reliability/child-server.ts';
import { findContradictions } from '../support/reliability/find-contradictions.ts';
import { createOwnPostgres } from '../support/reliability/own-postgres.ts';
import { createFolder, createPlace, type Place } from '../support/reliability/place.ts';
import { prepareStage, SMALL_STAGE, type WritableKind } from '../support/reliability/stage.ts';
import { canTrace, type Step, traceCommits } from '../support/reliability/trace-commits.ts';
import {
  createLedger,
  type Ledger,
  sendAgain,
  startWriters,
} from '../support/reliability/write-load.ts';

/** More with FARMCTL_CRASH_ROUNDS. */
const ASKED_ROUNDS = process.env['FARMCTL_CRASH_ROUNDS'];
const ROUNDS = { sqlite: Number(ASKED_ROUNDS ?? 2), postgres: Number(ASKED_ROUNDS ?? 1) } as const;
const WRITERS = 64;
/** It is killed once so many writes of its life, at random, are acknowledged. */
const MOST_WRITES_BEFORE = 400;

interface Running {
  readonly server: ChildServer;
  readonly caller: Caller;
}

async function start(place: Place, key?: string): Promise<Running & { readonly key: string }> {
  const server = await startChildServer({ argv: place.argv });
  const known = key ?? server.key ?? '';
  return { server, caller: openCaller(server.baseUrl, known, WRITERS), key: known };
}

/** Lets writers work on a server and kills it at a random moment. */
async function crash(
  { server, caller }: Running,
  kinds: readonly WritableKind[],
  ledger: Ledger,
): Promise<void> {
  const load = startWriters(caller, { kinds, ledger, writers: WRITERS });
  const more = 1 + Math.random() * MOST_WRITES_BEFORE;
  await untilAcknowledged(ledger, ledger.acknowledged.length + more);
  const exit = await server.end('SIGKILL');
  await load.stop();
  await caller.close();
  expect(exit).toEqual({ code: null, signal: 'SIGKILL' });
}

async function chainOf(caller: Caller) {
  // Entries not sealed at the crash are sealed within moments of the next call.
  await caller.ask({ path: '/v1/platform/me' });
  await pause(200);
  return (await caller.ask({ path: '/v1/platform/os/audit/verify' })).body;
}

describe.each(DATABASES)('%s: a server that is killed with 64 writers', (database) => {
  test(
    `loses no acknowledged write, and leaves nothing incomplete: ${ROUNDS[database]} rounds`,
    async () => {
      const place = await createPlace(database, inject('postgresUrl'));
      onTestFinished(() => place.remove());
      let running = await start(place);
      onTestFinished(async () => {
        await running.server.end('SIGKILL');
      });
      const kinds = await prepareStage(running.caller);
      expect(kinds.length).toBeGreaterThan(15);
      const ledger = createLedger();
      for (let round = 0; round < ROUNDS[database]; round++) {
        await crash(running, kinds, ledger);
        const open = ledger.unanswered.length;
        running = await start(place, running.key);
        await sendAgain(running.caller, ledger);
        expect(await findContradictions(place, ledger)).toEqual([]);
        expect(await chainOf(running.caller)).toMatchObject({ ok: true, firstBroken: null });
        report(
          database,
          round,
          `${ledger.acknowledged.length} acknowledged, ${open} open at the crash`,
        );
      }
      const refused = ledger.refused.map(({ ask, reply }) => [ask.method, ask.path, reply.body]);
      expect(refused).toEqual([]);
      expect(ledger.acknowledged.length).toBeGreaterThan(ROUNDS[database] * 3);
      await running.caller.close();
    },
    60_000 + ROUNDS[database] * 30_000,
  );
});

test('PostgreSQL killed with writers: acknowledged writes exist, and the service recovers', async () => {
  const postgres = await createOwnPostgres();
  onTestFinished(() => postgres.remove());
  const place = await createPlace('postgres', postgres.url);
  const running = await start(place);
  onTestFinished(async () => {
    await running.server.end('SIGKILL');
  });
  const kinds = await prepareStage(running.caller, SMALL_STAGE);
  const ledger = createLedger();
  const load = startWriters(running.caller, { kinds, ledger, writers: WRITERS });
  await untilAcknowledged(ledger, 150);
  await postgres.signal('SIGKILL');
  await pause(300);
  await postgres.start();
  await untilAcknowledged(ledger, ledger.acknowledged.length + 50);
  await load.stop();
  // Nothing but 503 with the time to wait, and no connection of the service was cut.
  expect(new Set(ledger.refused.map(({ status }) => status))).toEqual(new Set([503]));
  expect(ledger.refused.every(({ reply }) => reply.headers['retry-after'] === '1')).toBe(true);
  expect(ledger.unanswered).toEqual([]);
  expect(await findContradictions(place, ledger)).toEqual([]);
  expect(await chainOf(running.caller)).toMatchObject({ ok: true });
  await running.caller.close();
}, 120_000);

test.skipIf(!canTrace())(
  'no answer is sent before the log is synced to disk, once for many',
  async () => {
    const place = await createFolder();
    onTestFinished(() => place.remove());
    const { server, caller } = await start(place);
    onTestFinished(async () => {
      await server.end('SIGKILL');
    });
    const write = () =>
      caller.askUntilTaken({ method: 'POST', path: '/v1/platform/farms', body: { name: 'Emek' } });
    await Promise.all(Array.from({ length: WRITERS }, write));
    const trace = await traceCommits(server.pid, `${place.file}.trace`);
    for (let index = 0; index < 5; index++) await write();
    for (let index = 0; index < 3; index++)
      await Promise.all(Array.from({ length: WRITERS }, write));
    const steps = await trace.stop();
    await caller.close();
    const count = (step: Step) => steps.filter((one) => one === step).length;
    const prematureSteps = steps.filter((step, index) => {
      if (step !== 'answer') return false;
      const before = steps.slice(0, index);
      return before.lastIndexOf('write') > before.lastIndexOf('sync');
    });
    expect(prematureSteps).toEqual([]);
    expect(count('answer')).toBe(5 + 3 * WRITERS);
    expect(count('sync')).toBeGreaterThanOrEqual(5 + 3);
    expect(count('sync')).toBeLessThan(count('answer') / 2);
  },
);

describe('the check after a crash', () => {
  test('finds everything incomplete', async () => {
    const place = await createFolder();
    onTestFinished(() => place.remove());
    const { server, caller } = await start(place);
    const kinds = await prepareStage(caller, SMALL_STAGE);
    const ledger = createLedger();
    const load = startWriters(caller, { kinds, ledger, writers: 8 });
    await untilAcknowledged(ledger, 100);
    await load.stop();
    await caller.close();
    await server.end('SIGTERM');
    expect(await findContradictions(place, ledger)).toEqual([]);
    for (const [damage, finding] of DAMAGES) {
      const copy = await createFolder();
      onTestFinished(() => copy.remove());
      await copyFile(place.file, copy.file);
      const handle = await openSqliteHandle(copy.file);
      handle.exec(damage);
      handle.close();
      expect([damage, await findContradictions(copy, ledger)]).toEqual([
        damage,
        expect.arrayContaining([expect.stringMatching(finding)]),
      ]);
    }
  });
});

const ONE_TASK = "(select row_id from outbox_events where event = 'task.created' limit 1)";
const DAMAGES: readonly (readonly [string, RegExp])[] = [
  [`delete from outbox_events where row_id = ${ONE_TASK}`, /task\.created is not told once/],
  [`delete from tasks where id = ${ONE_TASK}`, /task\.created of task_\w+: no row/],
  [`delete from tasks where id = ${ONE_TASK}`, /audit of task_\w+: no row/],
  [`update tasks set version = version + 1 where id = ${ONE_TASK}`, /audit has 1,.*the row says/],
  ["update row_counts set total = total + 1 where resource = 'tasks'", /tasks farm_\w+: counted/],
  ['delete from idempotency', /acknowledged \w+ \w+ \(load-.*\): no kept answer/],
  ['drop trigger audit_log_is_kept; delete from audit_log', /\): no audit$/],
];

async function untilAcknowledged(ledger: Ledger, count: number): Promise<void> {
  while (ledger.acknowledged.length < count) await pause(Math.random() * 20);
}

const pause = (millis: number) => new Promise((resolve) => setTimeout(resolve, millis));

function report(database: string, round: number, text: string): void {
  if (ASKED_ROUNDS) {
    process.stdout.write(`${database}: round ${round + 1}: ${text}\n`);
  }
}
