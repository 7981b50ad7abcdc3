import { dirname } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
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
const ASKED_ROUNDS = process.env['FARMCTL_CRASH_ROUNDS'];
const ROUNDS = { sqlite: Number(ASKED_ROUNDS ?? 2), postgres: Number(ASKED_ROUNDS ?? 1) } as const;
/** Keyed writes that are under way when the server is killed. */
const WRITES = { sqlite: 1000, postgres: 1000 } as const;
/** Those of them that are committed by then, and not answered. */
const COMMITTED = 0.9;
const RETRIERS = 32;
/** Writes that are sent a third time. */
const ASKED_AGAIN = 200;
const API = '/v1/platform';

let program: WithholdingProgram;
beforeAll(async () => {
  program = await buildWithholdingProgram();
});
afterAll(() => program.remove());

interface Stage {
  readonly place: Place;
  readonly location: object;
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

/** PostgreSQL refuses what waits too long for a connection. */
async function askUntilTaken(caller: Caller, request: ReturnType<typeof createTask>) {
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
async function retry(caller: Caller, requests: readonly ReturnType<typeof createTask>[]) {
  const bodies = new Map<string, { id: string; title: string }>();
  const waiting = [...requests];
  const work = async () => {
    for (let request = waiting.pop(); request; request = waiting.pop()) {
      const { status, body } = await caller.ask(request);
      expect([status, body.title]).toEqual([201, request.body.title]);
      bodies.set(request.body.title, body);
    }
  };
  await Promise.all(Array.from({ length: RETRIERS }, work));
  return bodies;
}

async function idsByTitle(place: Place, round: number): Promise<Map<string, string>> {
  const rows = await place.query(
    `select id, title from tasks where title like 'Round ${round} %' order by id`,
  );
  // One title for each row: of two rows with one title the map would be smaller.
  const found = new Map(rows.map(({ id, title }) => [String(title), String(id)]));
  expect(found.size).toBe(rows.length);
  return found;
}

describe.each(DATABASES)('%s: a server that is killed between commit and answer', (database) => {
  test(
    `has done each of ${ROUNDS[database] * WRITES[database]} keyed writes once, and gives the same answer when asked again`,
    async () => {
      const writes = WRITES[database];
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
      for (let round = 0; round < ROUNDS[database]; round++) {
        const titles = Array.from({ length: writes }, (_, index) => `Round ${round} task ${index}`);
        const requests = titles.map((title) => createTask(farm.body.id, title));
        const crowd = openCaller(server.baseUrl, key, writes);
        await loseAnswers(server, crowd, requests);
        await crowd.close();
        const committed = await idsByTitle(place, round);
        // Commits of the audit log are withheld too, at most a few.
        expect(committed.size).toBeGreaterThan(writes * COMMITTED - 20);

        server = await program.start(location);
        const caller = openCaller(server.baseUrl, key, RETRIERS);
        const answers = await retry(caller, requests);
        for (const [title, id] of committed) expect(answers.get(title)?.id).toBe(id);
        const again = await retry(caller, requests.slice(0, ASKED_AGAIN));
        for (const [title, answer] of again) expect(answer).toEqual(answers.get(title));
        expect((await idsByTitle(place, round)).size).toBe(writes);
        await caller.close();
      }
      expect(await findContradictions(place, createLedger())).toEqual([]);
    },
    60_000 + ROUNDS[database] * 30_000,
  );
});
