import type { Database } from '../storage/database.ts';
import { createKept, type Kept } from '../storage/kept.ts';
import type { FarmCounts } from '../storage/snapshot/portfolio-counts.ts';
import type { PortfolioFlockRow } from '../storage/snapshot/portfolio-flocks.ts';
import type { FarmMoneyRow } from '../storage/snapshot/portfolio-money.ts';
import type { LastFlockRow } from '../storage/snapshot/portfolio-results.ts';
import type { StoredKey } from '../storage/system/api-keys.ts';
import type { FarmZones } from './farms/farm-zone.ts';

const MEBIBYTE = 1024 * 1024;
const ANSWER_BYTES = 8 * MEBIBYTE;
const KEY_BYTES = MEBIBYTE;
const TOTAL_BYTES = MEBIBYTE;
const ZONE_BYTES = MEBIBYTE;
/** About what a key, or the headers of an answer, take beside their texts. */
const FIXED_BYTES = 500;
/** Farms with a flock or two: of all portfolios that are kept together. */
const MOST_FARMS = 5000;
/** About what is held of the rows of a farm, and of its flocks with the days of two weeks. */
const FARM_BYTES = 500;
const FLOCK_BYTES = 4000;

/** A list or a record as it is sent. */
export interface KeptAnswer {
  /** JSON in UTF-8. */
  readonly body: Buffer;
  readonly etag: string;
  /** Of a record: its farm. */
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
  readonly counts: Kept<readonly FarmCounts[]>;
  readonly flocks: Kept<readonly PortfolioFlockRow[]>;
  readonly money: Kept<readonly FarmMoneyRow[]>;
  readonly lastFlocks: Kept<readonly LastFlockRow[]>;
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
    zones: createKept(database, {
      maxBytes: ZONE_BYTES,
      bytesOf: ({ placed }) => (1 + placed.size) * FIXED_BYTES,
    }),
    portfolios: createKeptPortfolios(database),
  };
}

function createKeptPortfolios(database: Database): KeptPortfolios {
  const keepRows = <T>(rowBytes: number, maxBytes: number) =>
    createKept<readonly T[]>(database, {
      maxBytes,
      bytesOf: ({ length }) => FIXED_BYTES + length * rowBytes,
    });
  return {
    counts: keepRows(FARM_BYTES, MOST_FARMS * FARM_BYTES),
    flocks: keepRows(FLOCK_BYTES, 2 * MOST_FARMS * FLOCK_BYTES),
    money: keepRows(FARM_BYTES, MOST_FARMS * FARM_BYTES),
    lastFlocks: keepRows(FLOCK_BYTES, MOST_FARMS * FLOCK_BYTES),
  };
}
