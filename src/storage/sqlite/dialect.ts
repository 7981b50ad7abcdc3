import { FarmError } from '../../model/core/errors.ts';
import type { Dialect } from '../core/database.ts';
import { type UnavailableReason, unavailable } from '../core/errors.ts';

export const sqliteDialect: Dialect = {
  name: 'sqlite',
  jsonObject: (pairs) => `json_object(${pairs})`,
  positionFunction: 'instr',
  rowPlace: () => 'rowid',
  lockRows: '',
  lockRowsShared: '',
  // Nulls are the smallest values and therefore last in descending order.
  nullsLast: (direction) => (direction === 'asc' ? ' nulls last' : ''),
  jsonValue(column, kind) {
    if (kind === 'boolean')
      return `json(case ${column} when 1 then 'true' when 0 then 'false' end)`;
    return kind === 'json' || kind === 'list' ? `json(${column})` : column;
  },
  listItems: (column) => `json_each(${column})`,
  bind(value, kind) {
    if (value === null || value === undefined) return null;
    if (kind === 'boolean') return value ? 1 : 0;
    if (kind === 'json' || kind === 'list') return JSON.stringify(value);
    return value as string | number;
  },
};

/** Primary result codes of SQLite for transient failures, with their meaning for callers. */
const PASSING_CODES: Readonly<Record<number, UnavailableReason>> = {
  3: 'database_read_only', // PERM
  5: 'database_busy', // BUSY
  6: 'database_busy', // LOCKED
  7: 'database_failing', // NOMEM
  8: 'database_read_only', // READONLY
  10: 'database_failing', // IOERR
  11: 'database_damaged', // CORRUPT
  13: 'database_full', // FULL
  14: 'database_failing', // CANTOPEN
  15: 'database_busy', // PROTOCOL: too many concurrent transaction starts
  26: 'database_damaged', // NOTADB
};

const PASSING_MESSAGES: readonly (readonly [RegExp, UnavailableReason])[] = [
  [/database( table)? is (locked|busy)/i, 'database_busy'],
  [/disk is full/i, 'database_full'],
  [/disk I\/O error/i, 'database_failing'],
  // When reading all rows of a query, the packaged driver reports no code.
  [/disk image is malformed|file is not a database/i, 'database_damaged'],
  // A stored value: SQLite reads no other values as JSON.
  [/^malformed JSON|^JSON cannot hold BLOB values/i, 'database_damaged'],
];

/**
 * Converts an error of the driver: transient errors become `unavailable`, others are returned
 * unchanged.
 */
export function toFarmError(error: unknown): unknown {
  if (error instanceof FarmError || !(error instanceof Error)) return error;
  const reason = reasonOf(error);
  return reason === undefined ? error : unavailable(reason, error);
}

/** Whether another connection holds the lock, so that waiting helps. */
export function isBusy(error: unknown): boolean {
  return error instanceof Error && reasonOf(error) === 'database_busy';
}

/** The damage reported by SQLite, in its words; undefined for any other error. */
export function damageOf(error: unknown): string | undefined {
  const cause = error instanceof FarmError ? error.cause : error;
  if (!(cause instanceof Error) || reasonOf(cause) !== 'database_damaged') return undefined;
  return cause.message;
}

function reasonOf(error: Error): UnavailableReason | undefined {
  const { errcode, sqliteCode } = error as { errcode?: number; sqliteCode?: number };
  const code = errcode ?? sqliteCode;
  const passingCode = code === undefined ? undefined : PASSING_CODES[code & 0xff];
  if (passingCode !== undefined) return passingCode;
  if (code !== undefined && (code & 0xff) !== 1) return undefined;
  return PASSING_MESSAGES.find(([pattern]) => pattern.test(error.message))?.[1];
}
