import type { Database } from '../storage/core/database.ts';
import { createFarmCache } from '../storage/core/farm-cache.ts';
import { createQueryCache, type QueryCache } from '../storage/core/query-cache.ts';
import type { Clock } from '../tools/clock.ts';
import { bufferedRandom, createIdFactory, secureRandom } from '../tools/ids.ts';
import type { FarmZones } from './core/farm-zone.ts';
import type { PortfolioCaches, ReadCaches } from './core/read-caches.ts';
import type { Runtime } from './core/runtime.ts';
import { createRememberedRows } from './intelligence/portfolio-rows.ts';
import { makePage } from './records/render-page.ts';
import { readTable } from './table-files/read-table.ts';

const MEBIBYTE = 1024 * 1024;
const ANSWER_BYTES = 4 * MEBIBYTE;
const KEY_BYTES = MEBIBYTE;
const SESSION_BYTES = MEBIBYTE;
const TOTAL_BYTES = MEBIBYTE;
const ZONE_BYTES = MEBIBYTE;
/** Approximate size of a key, or of the headers of an answer, besides its texts. */
const FIXED_BYTES = 500;
/** Approximate size of 10,000 farms, and of 20,000 active flocks with two weeks of days. */
const LISTED_BYTES = 32 * MEBIBYTE;
const FARMS_BYTES = 96 * MEBIBYTE;
/** A listed farm is stored both as text and as an object. */
const LISTED_SIZE = 4;

/** Creates the empty caches of one service. */
export function createReadCaches(database: Database): ReadCaches {
  return {
    answers: createQueryCache(database, {
      maxBytes: ANSWER_BYTES,
      bytesOf: ({ body }) => body.length + FIXED_BYTES,
    }),
    keys: createQueryCache(database, {
      maxBytes: KEY_BYTES,
      bytesOf: ({ maker }) => FIXED_BYTES * (1 + (maker ? 1 + maker.grants.length : 0)),
      isRemembered: true,
    }),
    sessions: createQueryCache(database, {
      maxBytes: SESSION_BYTES,
      bytesOf: ({ user }) => FIXED_BYTES * (2 + (user?.grants.length ?? 0)),
    }),
    totals: createQueryCache(database, { maxBytes: TOTAL_BYTES, bytesOf: () => FIXED_BYTES }),
    zones: createZoneCache(database),
    portfolios: createPortfolioCaches(database),
  };
}

/** Creates the empty cache of zones. */
export function createZoneCache(
  database: Parameters<typeof createQueryCache>[0],
): QueryCache<FarmZones> {
  return createQueryCache(database, {
    maxBytes: ZONE_BYTES,
    bytesOf: ({ placed }) => (1 + placed.size) * FIXED_BYTES,
  });
}

function createPortfolioCaches(database: Database): PortfolioCaches {
  const changes = database.changes ?? database.farmChanges;
  return {
    farms: createQueryCache(changes ? { ...database, changes } : database, {
      maxBytes: LISTED_BYTES,
      bytesOf: ({ listed }) =>
        listed.reduce((sum, { text }) => sum + LISTED_SIZE * text.length, FIXED_BYTES),
    }),
    parts: createFarmCache(database, FARMS_BYTES),
    rows: createRememberedRows(),
  };
}

/** Creates the minimal runtime of use cases for an open database. */
export function createRuntime(database: Database, clock: Clock): Runtime {
  const caches = createReadCaches(database);
  return {
    database,
    clock,
    ids: createIdFactory(() => clock.now(), bufferedRandom(secureRandom)),
    fillRandom: secureRandom,
    caches,
    makePage: (connection, request) => makePage(connection, request, caches.zones),
    readTable,
  };
}
