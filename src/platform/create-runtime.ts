import type { Database } from '../storage/core/database.ts';
import type { Clock } from '../tools/clock.ts';
import { createIdFactory, inPortions, secureRandom } from '../tools/ids.ts';
import type { Runtime } from './core/runtime.ts';
import { createKeptReads } from './create-read-caches.ts';
import { makePage } from './records/render-page.ts';
import { readTable } from './table-files/read-table.ts';

/** What use cases need at the least, on an open database. */
export function createRuntime(database: Database, clock: Clock): Runtime {
  const kept = createKeptReads(database);
  return {
    database,
    clock,
    ids: createIdFactory(() => clock.now(), inPortions(secureRandom)),
    fillRandom: secureRandom,
    kept,
    makePage: (connection, request) => makePage(connection, request, kept.zones),
    readTable,
  };
}
