import { dirname } from 'node:path';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test, vi } from 'vitest';
import { bootstrap } from '../../src/server/bootstrap.ts';
import { composeService } from '../../src/server/core/compose-service.ts';
import { type DatabaseLocation, openDatabase } from '../../src/server/core/open-database.ts';
import type { Database } from '../../src/storage/core/database.ts';
import { systemClock } from '../../src/tools/clock.ts';
import { DATABASES } from '../support/databases.ts';
import { type Caller, openCaller } from '../support/reliability/caller.ts';
import { findContradictions } from '../support/reliability/find-contradictions.ts';
import { createFolder, createPostgresPlace, type Place } from '../support/reliability/place.ts';
import {
  buildWithholdingProgram,
  type WithholdingProgram,
  type WithholdingServer,
} from '../support/reliability/withholding-server.ts';
import { createLedger } from '../support/reliability/write-load.ts';

/** More with FARMCTL_CRASH_ROUNDS. */
const ROUNDS = Number(process.env['FARMCTL_CRASH_ROUNDS'] ?? 1);
/** Keyed writes that are under way when the server is killed. */
const WRITES = 100;
/** Writes that are committed by then, and not answered. */
const COMMITTED = 0.8;
const RETRIERS = 32;
/** Writes that are sent a third time. */
const ASKED_AGAIN = 50;
/** Services in this process that end one after the other, each with so many writes unanswered. */
const LIVES = 4 * ROUNDS;
const WRITES_OF_LIFE = 200;
const API = '/v1/platform';

let program: WithholdingProgram;
beforeAll(async () => {
  program = await buildWithholdingProgram();
});
afterAll(() => program.remove());

interface Stage {
  readonly place: Place;
  readonly location: DatabaseLocation;
}

async function aStage(database: (typeof DATABASES)[number]): Promise<Stage> {
  if (database === 'sqlite') {
    const place = await createFolder();
    return { place, location: { kind: 'sqlite', dataDir: dirname(place.file) } };
  }
  const place = await createPostgresPlace(inject('postgresUrl'));
  return { place, location: { kind: 'postgres', url: place.url } };
}

const keyOf = (title: string) => `key-${title.replaceAll(' ', '-')}`;
const createTask = (farmId: string, title: string) => ({
  method: 'POST' as const,
  path: `${API}/tasks`,
  headers: { 'idempotency-key': keyOf(title) },
  body: { farmId, title },
});

/** The responding server. */
type Asker = Pick<Caller, 'ask'> | Life;

/** PostgreSQL rejects requests that wait too long for a connection. */
async function askUntilTaken(caller: Asker, request: ReturnType<typeof createTask>) {
  for (;;) {
    const reply = await caller.ask(request);
    if (reply.status !== 503) return reply;
  }
}

/** Sends all at once and has the server killed before any is answered. */
async function loseAnswers(
  server: WithholdingServer,
  caller: Caller,
  requests: readonly ReturnType<typeof createTask>[],
): Promise<void> {
  await server.withhold(requests.length * COMMITTED);
  const replies = Promise.all(requests.map((request) => askUntilTaken(caller, request)));
  expect(await server.ended).toEqual({ code: null, signal: 'SIGKILL' });
  expect(new Set((await replies).map(({ status }) => status))).toEqual(new Set([0]));
}

/** The answers to requests, of which a few are under way at a time. */
async function retry(caller: Asker, requests: readonly ReturnType<typeof createTask>[]) {
  const bodies = new Map<string, { id: string; title: string }>();
  const waiting = [...requests];
  const work = async () => {
    for (let request = waiting.pop(); request; request = waiting.pop()) {
      const { status, body } = await askUntilTaken(caller, request);
      expect([status, body.title]).toEqual([201, request.body.title]);
      bodies.set(request.body.title, body);
    }
  };
  await Promise.all(Array.from({ length: RETRIERS }, work));
  return bodies;
}

async function idsByTitle(place: Place, round: number): Promise<Map<string, string>> {
  const rows = await place.query(
    `select id, title from tasks where title like 'Round ${round} task %' order by id`,
  );
  // One title for each row: of two rows with one title the map would be smaller.
  const idByTitle = new Map(rows.map(({ id, title }) => [String(title), String(id)]));
  expect(idByTitle.size).toBe(rows.length);
  return idByTitle;
}

type LifeRequest = Omit<ReturnType<typeof createTask>, 'body'> & { readonly body: object };

/** A service on a database that can end with its memory. */
interface Life {
  ask(request: LifeRequest): Promise<Reply>;
  /** From now on no commit returns. */
  withhold(): void;
  /** Nothing that it does reaches the database any more. */
  end(): void;
}

interface Reply {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: a task, or a refusal.
  readonly body: any;
}

const pendingForever = new Promise<never>(() => {});

function live(database: Database, key: string): Life {
  let state: 'living' | 'withholding' | 'ended' = 'living';
  const transaction: Database['transaction'] = async (work) => {
    if (state === 'ended') return pendingForever;
    const result = await database.transaction(work);
    return state === 'living' ? result : pendingForever;
  };
  const log = pino({ level: 'silent' });
  const { app } = composeService({
    database: { ...database, transaction },
    clock: systemClock,
    log,
  });
  return {
    async ask({ method, path: url, headers, body }) {
      const answer = await app.inject({
        method,
        url,
        headers: { ...headers, authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        payload: JSON.stringify(body),
      });
      return { status: answer.statusCode, body: answer.json() };
    },
    withhold() {
      state = 'withholding';
    },
    end() {
      state = 'ended';
    },
  };
}

describe.each(DATABASES)('%s: a service that stops between commit and response', (database) => {
  test(
    `has run each of ${LIVES * WRITES_OF_LIFE} keyed writes once, and the next one returns the same answer`,
    async () => {
      const { place, location } = await aStage(database);
      onTestFinished(() => place.remove());
      const openedDatabase = await openDatabase(location);
      onTestFinished(() => openedDatabase.close());
      const { key = '' } = await bootstrap(openedDatabase);
      const first = live(openedDatabase, key);
      const farm = await first.ask({
        ...createTask('', ''),
        path: `${API}/farms`,
        body: { name: 'Emek' },
      });
      const rounds = Array.from({ length: LIVES }, (_, life) =>
        Array.from({ length: WRITES_OF_LIFE }, (_, index) =>
          createTask(farm.body.id, `Round ${life} task ${index}`),
        ),
      );
      const answered: Reply[] = [];
      for (const [life, requests] of rounds.entries()) {
        const service = live(openedDatabase, key);
        service.withhold();
        for (const request of requests) {
          void askUntilTaken(service, request).then((reply) => answered.push(reply));
        }
        await vi.waitUntil(async () => (await idsByTitle(place, life)).size === requests.length, {
          timeout: 60_000,
          interval: 50,
        });
        service.end();
      }
      expect(answered).toEqual([]);
      const next = live(openedDatabase, key);
      for (const [life, requests] of rounds.entries()) {
        const committed = await idsByTitle(place, life);
        const answers = await retry(next, requests);
        for (const [title, id] of committed) expect(answers.get(title)?.id).toBe(id);
        const again = await retry(next, requests.slice(0, ASKED_AGAIN / LIVES + 1));
        for (const [title, answer] of again) expect(answer).toEqual(answers.get(title));
        expect(await idsByTitle(place, life)).toEqual(committed);
      }
      expect(await findContradictions(place, createLedger())).toEqual([]);
    },
    300_000 * ROUNDS,
  );
});

describe.each(DATABASES)('%s: a server that is killed between commit and response', (database) => {
  test(
    `has run each of ${ROUNDS * WRITES} keyed writes once, and returns the same answer on a retry`,
    async () => {
      const { place, location } = await aStage(database);
      onTestFinished(() => place.remove());
      let server = await program.start(location);
      onTestFinished(async () => {
        await server.end('SIGKILL');
      });
      const { key = '' } = server;
      const first = openCaller(server.baseUrl, key, 1);
      const farm = await first.ask({
        method: 'POST',
        path: `${API}/farms`,
        body: { name: 'Emek' },
      });
      await first.close();
      for (let round = 0; round < ROUNDS; round++) {
        const titles = Array.from({ length: WRITES }, (_, index) => `Round ${round} task ${index}`);
        const requests = titles.map((title) => createTask(farm.body.id, title));
        const crowd = openCaller(server.baseUrl, key, WRITES);
        await loseAnswers(server, crowd, requests);
        await crowd.close();
        const committed = await idsByTitle(place, round);
        // Commits of the audit log are withheld too, at most a few.
        expect(committed.size).toBeGreaterThan(WRITES * COMMITTED - 20);

        server = await program.start(location);
        const caller = openCaller(server.baseUrl, key, RETRIERS);
        const answers = await retry(caller, requests);
        for (const [title, id] of committed) expect(answers.get(title)?.id).toBe(id);
        const again = await retry(caller, requests.slice(0, ASKED_AGAIN));
        for (const [title, answer] of again) expect(answer).toEqual(answers.get(title));
        expect((await idsByTitle(place, round)).size).toBe(WRITES);
        await caller.close();
      }
      expect(await findContradictions(place, createLedger())).toEqual([]);
    },
    60_000 + ROUNDS * 30_000,
  );
});
