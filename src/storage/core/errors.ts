import { FarmError } from '../../model/core/errors.ts';
import type { Message } from '../../model/core/message.ts';

const RETRY_AFTER_SECONDS = '1';

/** Reasons for a transient failure of a database, with the messages for callers. */
const REASONS = {
  database_busy: 'The database is busy; try again.',
  database_full: 'The disk of the database is full; reading goes on, try to write later.',
  database_read_only: 'The database cannot be written for now; reading goes on, try again.',
  database_failing: 'The database cannot reach its files for now; try again.',
  database_unreachable: 'The database does not answer for now; try again.',
  database_damaged:
    'The database file is damaged: nothing is written until an operator has replaced it.',
  commits_lost:
    'Acknowledged writes are missing from the database until an operator has accepted their loss.',
  overloaded: 'More is waiting than can be done in time; try again.',
} as const;

/** The code of such a failure. */
export type UnavailableReason = keyof typeof REASONS;

/** The error `unavailable` with its reason and `Retry-After`. */
export function unavailable(reason: UnavailableReason, cause?: unknown): FarmError {
  return new FarmError('unavailable', {
    code: reason,
    message: REASONS[reason],
    headers: { 'retry-after': RETRY_AFTER_SECONDS },
    ...(cause === undefined ? {} : { cause }),
  });
}

/** Why a database cannot be used: a problem of the database or of the connection to it. */
export type UnusableReason =
  /** The database is unsuitable: damaged, newer, or of another program. */
  | 'unfit'
  /** Locked by another process. */
  | 'held'
  /** Access denied by the system or the database. */
  | 'not_allowed'
  /** No server responds at its address. */
  | 'unreachable';

/**
 * A database that cannot be used, and was not changed; the message gives cause and remedy on one
 * line.
 */
export class UnusableDatabase extends Error {
  readonly finding: string;
  readonly remedy: string;
  readonly reason: UnusableReason;
  /** Finding and remedy as a translatable message. */
  readonly explanation: Message | undefined;

  constructor(
    finding: string,
    remedy: string,
    details: {
      readonly reason?: UnusableReason;
      readonly cause?: unknown;
      readonly explanation?: Message;
    } = {},
  ) {
    super(`${finding}: ${remedy}`, { cause: details.cause });
    this.name = 'UnusableDatabase';
    this.finding = finding;
    this.remedy = remedy;
    this.reason = details.reason ?? 'unfit';
    this.explanation = details.explanation;
  }
}
