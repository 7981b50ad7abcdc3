import { FarmError } from '../../model/errors.ts';

const RETRY_AFTER_SECONDS = '1';

/** Classes of SQLSTATE that pass by themselves: connection, resources, operator, system. */
const PASSING_CLASSES = new Set(['08', '53', '57', '58']);
/** Lock not available, read-only transaction after a switch of primaries, too many retries. */
const PASSING_CODES = new Set(['55P03', '25006', '40001', '40P01']);
const PASSING_SYSTEM_ERRORS = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOENT',
  'EHOSTUNREACH',
  'ENETUNREACH',
]);
const PASSING_MESSAGES =
  /connection terminated|timeout exceeded when trying to connect|client has encountered a connection error|not queryable/i;

/** A driver's error as the service's: what passes by itself is `unavailable`, the rest stays. */
export function toFarmError(error: unknown): unknown {
  if (error instanceof FarmError || !(error instanceof Error)) return error;
  if (!isPassing(error)) return error;
  return new FarmError('unavailable', {
    cause: error,
    headers: { 'retry-after': RETRY_AFTER_SECONDS },
  });
}

/** Whether the transaction lost against another one and may simply be run again. */
export function isSerializationFailure(error: unknown): boolean {
  const cause = error instanceof FarmError ? error.cause : error;
  const { code } = (cause ?? {}) as { code?: string };
  return code === '40001' || code === '40P01';
}

function isPassing(error: Error): boolean {
  const { code = '' } = error as { code?: string };
  if (PASSING_SYSTEM_ERRORS.has(code) || PASSING_MESSAGES.test(error.message)) return true;
  return PASSING_CODES.has(code) || PASSING_CLASSES.has(code.slice(0, 2));
}
