import type { Database } from '../storage/database.ts';
import { createKept, type Kept } from '../storage/kept.ts';
import type { StoredKey } from '../storage/system/api-keys.ts';
import type { FarmZones } from './farms/farm-zone.ts';
import type { TextsByFarm } from './intelligence/portfolio-texts.ts';
import { createRememberedRows, type RememberedRows } from './intelligence/remembered-rows.ts';

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

/** A list or a record as it is sent. */
export interface KeptAnswer {
  /** JSON in UTF-8. */
  readonly body: Buffer;
  readonly etag: string;
  /** The farm of a record, or the one that a list was asked for. */
  readonly farmId?: string | null;
}

/** A text as it is kept: memory of its own, not a part of a slab that would be kept with it. */
export function keptBody(text: string): Buffer {
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(text));
  bytes.write(text);
  return bytes;
}

/** What portfolios know of their farms on a day, each by the tables that it is read from. */
export interface KeptPortfolios {
  readonly counts: Kept<TextsByFarm>;
  readonly activity: Kept<TextsByFarm>;
  readonly flocks: Kept<TextsByFarm>;
  readonly logs: Kept<TextsByFarm>;
  readonly money: Kept<TextsByFarm>;
  readonly lastFlocks: Kept<TextsByFarm>;
  readonly rows: RememberedRows;
}

/** What is asked for again and again, kept until a row that it was read from changes. */
export interface KeptReads {
  readonly answers: Kept<KeptAnswer>;
  readonly keys: Kept<{ readonly key: StoredKey | undefined }>;
  /** How many rows a list has on all its pages. */
  readonly totals: Kept<{ readonly total: number }>;
  /** The zones of the farms of an answer. */
  readonly zones: Kept<FarmZones>;
  readonly portfolios: KeptPortfolios;
}

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
