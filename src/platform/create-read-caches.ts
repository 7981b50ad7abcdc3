import type { Database } from '../storage/core/database.ts';
import { createKept, type Kept } from '../storage/core/query-cache.ts';
import type { FarmZones } from './core/farm-zone.ts';
import type { KeptPortfolios, KeptReads, TextsByFarm } from './core/read-caches.ts';
import { createRememberedRows } from './intelligence/portfolio-rows.ts';

const MEBIBYTE = 1024 * 1024;
const ANSWER_BYTES = 4 * MEBIBYTE;
const KEY_BYTES = MEBIBYTE;
const TOTAL_BYTES = MEBIBYTE;
const ZONE_BYTES = MEBIBYTE;
/** About what a key, or the headers of an answer, take beside their texts. */
const FIXED_BYTES = 500;
/** Farms with a flock or two: of all portfolios that are kept together. */
const MOST_FARMS = 5000;
/** About what is held of a farm, and of its flocks with the days of two weeks. */
const FARM_BYTES = 500;
const FLOCKS_BYTES = 3000;

/** Makes the empty stores of one service. */
export function createKeptReads(database: Database): KeptReads {
  return {
    answers: createKept(database, {
      maxBytes: ANSWER_BYTES,
      bytesOf: ({ body }) => body.length + FIXED_BYTES,
    }),
    keys: createKept(database, { maxBytes: KEY_BYTES, bytesOf: () => FIXED_BYTES }),
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
  const keepTexts = (farmBytes: number) =>
    createKept<TextsByFarm>(database, {
      maxBytes: MOST_FARMS * farmBytes,
      bytesOf: ({ size }) => FIXED_BYTES + size * farmBytes,
    });
  return {
    counts: keepTexts(FARM_BYTES),
    activity: keepTexts(FARM_BYTES),
    flocks: keepTexts(FLOCKS_BYTES),
    logs: keepTexts(FLOCKS_BYTES),
    money: keepTexts(FARM_BYTES),
    lastFlocks: keepTexts(FLOCKS_BYTES),
    rows: createRememberedRows(MOST_FARMS),
  };
}
