import { FarmError } from '../../model/core/errors.ts';
import { type Dialect, isPartitioned } from '../core/database.ts';
import { type UnavailableReason, unavailable } from '../core/errors.ts';

export const postgresDialect: Dialect = {
  name: 'postgres',
  jsonObject: (pairs) => `json_build_object(${pairs})::text`,
  positionFunction: 'strpos',
  lockRows: ' for update',
  lockRowsShared: ' for key share',
  nullsLast: () => ' nulls last',
  // An index read backwards has nulls first, so these rows are sorted: ids alone, not whole rows. Of a
  // partitioned table an id would be searched for in every partition.
  rowPlace: ({ table, direction, mayBeNull }) =>
    direction === 'desc' && mayBeNull && !isPartitioned(table) ? 'id' : undefined,
  jsonValue(column, kind) {
    if (kind !== 'timestamp') return column;
    return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
  },
  listItems: (column) => `json_array_elements_text(cast(${column} as json)) as item(value)`,
  bind(value, kind) {
    if (value === null || value === undefined) return null;
    if (kind === 'json' || kind === 'list') return JSON.stringify(value);
    return value as string | number | boolean;
  },
};

/** SQLSTATEs, and their classes, that pass by themselves, with what they mean to a caller. */
const PASSING_STATES: Readonly<Record<string, UnavailableReason>> = {
  '08': 'database_unreachable', // the connection broke
  '53': 'database_busy', // resources, such as connections, are used up
  '57': 'database_unreachable', // an operator stopped or is starting the server
  '58': 'database_failing', // an I/O error of the server
  '53100': 'database_full',
  '57014': 'database_busy', // the statement took too long
  '55P03': 'database_busy', // a lock is not to be had
  '25006': 'database_read_only', // a replica, after a switch of primaries
  '25P03': 'database_unreachable', // the server ended an idle transaction
  '40001': 'database_busy', // lost too often against other transactions
  '40P01': 'database_busy', // a deadlock
  XX001: 'database_failing', // a page that cannot be read
  XX002: 'database_failing', // the same of an index
};
const PASSING_SYSTEM_ERRORS: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'EHOSTUNREACH',
  'EMFILE',
  'ENETUNREACH',
  'ENFILE',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
]);
const UNREACHABLE_MESSAGES =
  /connection terminated|client has encountered a connection error|not queryable|query read timeout/i;
const BUSY_MESSAGES = /timeout exceeded when trying to connect/i;

/** A driver's error as the service's: what passes by itself is `unavailable`, the rest stays. */
export function toFarmError(error: unknown): unknown {
  if (error instanceof FarmError || !(error instanceof Error)) return error;
  const reason = reasonOf(error);
  return reason === undefined ? error : unavailable(reason, error);
}

/** Whether the transaction lost against another one and may simply be run again. */
export function isSerializationFailure(error: unknown): boolean {
  const cause = error instanceof FarmError ? error.cause : error;
  const { code, constraint } = (cause ?? {}) as { code?: string; constraint?: string };
  // Without a name it is the constraint of a partition: the month of the row was split off meanwhile.
  const isMoved = code === '23514' && constraint === undefined;
  return code === '40001' || code === '40P01' || isMoved;
}

/** Whether a statement was ended because it took too long. */
export function isStatementTimeout(error: unknown): boolean {
  const cause = error instanceof FarmError ? error.cause : error;
  return (cause as { code?: string } | undefined)?.code === '57014';
}

/** Whether the connection is of no more use. */
export function isConnectionLost(error: unknown): boolean {
  return (
    error instanceof FarmError &&
    error.code === ('database_unreachable' satisfies UnavailableReason)
  );
}

function reasonOf(error: Error): UnavailableReason | undefined {
  const { code = '' } = error as { code?: string };
  if (PASSING_SYSTEM_ERRORS.has(code) || UNREACHABLE_MESSAGES.test(error.message)) {
    return 'database_unreachable';
  }
  // Of the server or of all connections of the pool: the driver says the same of both.
  if (BUSY_MESSAGES.test(error.message)) return 'database_busy';
  return PASSING_STATES[code] ?? (code.length === 5 ? PASSING_STATES[code.slice(0, 2)] : undefined);
}
