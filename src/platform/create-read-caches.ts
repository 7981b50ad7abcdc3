import type { Database } from '../storage/core/database.ts';
import { createKept, type Kept } from '../storage/core/query-cache.ts';
import type { FarmZones } from './core/farm-zone.ts';
import type { KeptPortfolios, KeptReads, TextsByFarm } from './core/read-caches.ts';
import { createRememberedRows } from './intelligence/portfolio-rows.ts';

const MEBIBYTE = 1024 * 1024;
const ANSWER_BYTES = 4 * MEBIBYTE;
const KEY_BYTES = MEBIBYTE;
const SESSION_BYTES = MEBIBYTE;
const TOTAL_BYTES = MEBIBYTE;
const ZONE_BYTES = MEBIBYTE;
/** About what a key, or the headers of an answer, take beside their texts. */
const FIXED_BYTES = 500;
/** About what an entry of a map with a farm's id takes. */
const ENTRY_BYTES = 100;
/** Farms whose rows of portfolios are kept; a portfolio of more makes all of its rows each time. */
const MOST_FARMS = 20_000;
/** About what 5000 farms take, and their flocks with the days of two weeks. */
const FARMS_BYTES = 3 * MEBIBYTE;
const FLOCKS_BYTES = 15 * MEBIBYTE;

/** Makes the empty stores of one service. */
export function createKeptReads(database: Database): KeptReads {
  return {
    answers: createKept(database, {
      maxBytes: ANSWER_BYTES,
      bytesOf: ({ body }) => body.length + FIXED_BYTES,
    }),
    keys: createKept(database, {
      maxBytes: KEY_BYTES,
      bytesOf: ({ maker }) => FIXED_BYTES * (1 + (maker ? 1 + maker.grants.length : 0)),
      isRemembered: true,
    }),
    sessions: createKept(database, {
      maxBytes: SESSION_BYTES,
      bytesOf: ({ user }) => FIXED_BYTES * (2 + (user?.grants.length ?? 0)),
    }),
    totals: createKept(database, { maxBytes: TOTAL_BYTES, bytesOf: () => FIXED_BYTES }),
    zones: createKeptZones(database),
    portfolios: createKeptPortfolios(database),
  };
}

/** Makes the empty store of zones. */
export function createKeptZones(database: Parameters<typeof createKept>[0]): Kept<FarmZones> {
  return createKept(database, {
    maxBytes: ZONE_BYTES,
    bytesOf: ({ placed }) => (1 + placed.size) * FIXED_BYTES,
  });
}

function createKeptPortfolios(database: Database): KeptPortfolios {
  const keepTexts = (maxBytes: number) =>
    createKept<TextsByFarm>(database, { maxBytes, bytesOf: textBytes });
  return {
    counts: keepTexts(FARMS_BYTES),
    activity: keepTexts(FARMS_BYTES),
    flocks: keepTexts(FLOCKS_BYTES),
    logs: keepTexts(FLOCKS_BYTES),
    money: keepTexts(FARMS_BYTES),
    lastFlocks: keepTexts(FLOCKS_BYTES),
    rows: createRememberedRows(MOST_FARMS),
  };
}

/** The characters of all texts, with about what an entry of a map takes. */
function textBytes(found: TextsByFarm): number {
  let bytes = FIXED_BYTES;
  for (const texts of found.values()) {
    bytes += ENTRY_BYTES;
    for (const { length } of texts) bytes += length;
  }
  return bytes;
}
