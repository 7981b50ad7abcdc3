import { randomUUID } from 'node:crypto';
import { describe, expect, inject, onTestFinished, test } from 'vitest';
import { DATABASES } from '../support/databases.ts';
import { type Ask, openCaller } from '../support/reliability/caller.ts';
import { startChildServer } from '../support/reliability/child-server.ts';
import { createPlace } from '../support/reliability/place.ts';
import { type ProcessFigures, processFigures } from '../support/reliability/process-figures.ts';
import { prepareStage, SMALL_STAGE, type WritableKind } from '../support/reliability/stage.ts';
import { createLedger, startWriters } from '../support/reliability/write-load.ts';

/** How long each database is used; more with FARMCTL_SOAK_SECONDS. */
const SOAK_SECONDS = Number(process.env['FARMCTL_SOAK_SECONDS'] ?? 3);
const SAMPLES = 40;
const WRITERS = 6;
const READERS = 6;
/** So small that a leak shows soon. */
const HEAP_FLAG = '--max-old-space-size=160';
const MOST_GROWTH_BYTES = 24 * 1024 * 1024;
const MOST_MORE_FILES = 4;

describe.skipIf(process.platform !== 'linux').each(DATABASES)(
  '%s: a service in use',
  (database) => {
    test(
      `for ${SOAK_SECONDS} s uses as much memory and as many files at the end as half way`,
      async () => {
        const place = await createPlace(database, inject('postgresUrl'));
        const options = { argv: place.argv, nodeFlags: [HEAP_FLAG], logLevel: 'silent' };
        const server = await startChildServer(options);
        let isOver = false;
        onTestFinished(async () => {
          // After a failure too: readers of a stopped server would retry as fast as they can.
          isOver = true;
          await server.end('SIGKILL');
          await place.remove();
        });
        const caller = openCaller(server.baseUrl, server.key ?? '', WRITERS + READERS);
        const kinds = await prepareStage(caller, SMALL_STAGE);
        const ledger = createLedger();
        const load = startWriters(caller, { kinds, ledger, writers: WRITERS });
        let reads = 0;
        const readers = Array.from({ length: READERS }, async () => {
          while (!isOver) {
            await caller.ask(chooseRead(kinds));
            reads += 1;
          }
        });
        const samples: ProcessFigures[] = [];
        for (let index = 0; index < SAMPLES; index++) {
          await new Promise((resolve) => setTimeout(resolve, (SOAK_SECONDS * 1000) / SAMPLES));
          samples.push(await processFigures(server.pid, server.baseUrl));
        }
        isOver = true;
        await Promise.all([load.stop(), ...readers]);
        await caller.close();
        const third = summary(samples.slice(SAMPLES / 2, (SAMPLES * 3) / 4));
        const fourth = summary(samples.slice((SAMPLES * 3) / 4));
        const writes = ledger.acknowledged.length;
        process.stdout.write(
          `${database}: soak ${JSON.stringify({ reads, writes, third, fourth })}\n`,
        );
        expect(ledger.unanswered).toEqual([]);
        expect(fourth.heapBytes - third.heapBytes).toBeLessThan(MOST_GROWTH_BYTES);
        expect(fourth.residentBytes - third.residentBytes).toBeLessThan(MOST_GROWTH_BYTES);
        expect(fourth.openFiles - third.openFiles).toBeLessThanOrEqual(MOST_MORE_FILES);
      },
      60_000 + SOAK_SECONDS * 2000,
    );
  },
);

/**
 * The minimum of the heap is what remains after a collection; for the others the maximum counts.
 */
function summary(samples: readonly ProcessFigures[]): ProcessFigures {
  return {
    heapBytes: Math.min(...samples.map(({ heapBytes }) => heapBytes)),
    residentBytes: Math.max(...samples.map(({ residentBytes }) => residentBytes)),
    openFiles: Math.max(...samples.map(({ openFiles }) => openFiles)),
  };
}

/** Lists of every shape, misses, refusals and strangers. */
function chooseRead(kinds: readonly WritableKind[]): Ask {
  const kind = kinds[Math.floor(Math.random() * kinds.length)] as WritableKind;
  const { name, order, filters } = kind.definition;
  const list = `/v1/platform/${name}`;
  const filter = filters[Math.floor(Math.random() * filters.length)];
  const asks: readonly Ask[] = [
    { path: `${list}?limit=${1 + Math.floor(Math.random() * 50)}` },
    { path: `${list}?order=${order}&dir=asc&offset=${Math.floor(Math.random() * 100)}&limit=20` },
    { path: `${list}?q=${randomUUID().slice(0, 3)}&limit=5` },
    { path: `${list}?${filter}=${randomUUID()}` },
    { path: `${list}/${kind.definition.idPrefix}_nothing` },
    { path: list, headers: { authorization: `Bearer fk_live_${randomUUID()}` } },
    { path: `/v1/platform/os/audit?limit=5` },
  ];
  return asks[Math.floor(Math.random() * asks.length)] as Ask;
}
