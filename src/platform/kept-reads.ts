import type { Database } from '../storage/database.ts';
import { createKept, type Kept } from '../storage/kept.ts';
import type { StoredKey } from '../storage/system/api-keys.ts';

const MEBIBYTE = 1024 * 1024;
const ANSWER_BYTES = 8 * MEBIBYTE;
const KEY_BYTES = MEBIBYTE;
const TOTAL_BYTES = MEBIBYTE;
/** About what a key, or the headers of an answer, take beside their texts. */
const FIXED_BYTES = 500;

/** A list or a record as it is sent. */
export interface KeptAnswer {
  /** JSON in UTF-8. */
  readonly body: Buffer;
  readonly etag: string;
  /** Of a record: its farm. */
  readonly farmId?: string | null;
}

/** What is asked for again and again, kept until a row that it was read from changes. */
export interface KeptReads {
  readonly answers: Kept<KeptAnswer>;
  readonly keys: Kept<{ readonly key: StoredKey | undefined }>;
  /** How many rows a list has on all its pages. */
  readonly totals: Kept<{ readonly total: number }>;
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
  };
}
