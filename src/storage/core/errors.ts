import { FarmError } from '../../model/core/errors.ts';
import type { Message } from '../../model/core/message.ts';

const RETRY_AFTER_SECONDS = '1';

/** Why a database cannot do now what it will do again later, with what callers are told. */
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

/** The code of such an error. */
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

/** Why a database is not used: what is wrong with it, or with the way to it. */
export type UnusableReason =
  /** What was named is not a database this program may use: damaged, newer, another program's. */
  | 'unfit'
  /** Somebody else works on it. */
  | 'held'
  /** The system or the database does not let this user in. */
  | 'not_allowed'
  /** Nobody answers at its address. */
  | 'unreachable';

/** A database that is not touched; the message says the cause and what to do, on one line. */
export class UnusableDatabase extends Error {
  readonly finding: string;
  readonly remedy: string;
  readonly reason: UnusableReason;
  /** Finding and remedy in words for a person. */
  readonly said: Message | undefined;

  constructor(
    finding: string,
    remedy: string,
    details: {
      readonly reason?: UnusableReason;
      readonly cause?: unknown;
      readonly said?: Message;
    } = {},
  ) {
    super(`${finding}: ${remedy}`, { cause: details.cause });
    this.name = 'UnusableDatabase';
    this.finding = finding;
    this.remedy = remedy;
    this.reason = details.reason ?? 'unfit';
    this.said = details.said;
  }
}
