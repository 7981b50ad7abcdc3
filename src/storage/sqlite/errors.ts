import { FarmError } from '../../model/errors.ts';

const RETRY_AFTER_SECONDS = '1';

/** Primary result codes of SQLite that pass by themselves: busy, locked, disk full, I/O error. */
const PASSING_CODES = new Set([5, 6, 10, 13]);

/** A driver's error as the service's: what passes by itself is `unavailable`, the rest stays. */
export function toFarmError(error: unknown): unknown {
  if (error instanceof FarmError || !(error instanceof Error)) return error;
  if (!isPassing(error)) return error;
  return new FarmError('unavailable', {
    cause: error,
    headers: { 'retry-after': RETRY_AFTER_SECONDS },
  });
}

function isPassing(error: Error): boolean {
  const { errcode, sqliteCode } = error as { errcode?: number; sqliteCode?: number };
  const code = errcode ?? sqliteCode;
  if (code !== undefined) return PASSING_CODES.has(code & 0xff);
  return /database is (locked|busy)|disk is full|disk I\/O error/i.test(error.message);
}
