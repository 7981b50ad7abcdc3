import { ConnectionFailed } from '../../client/errors.ts';
import { type ErrorSlug, FarmError } from '../../model/core/errors.ts';
import { type Message, message } from '../../model/core/message.ts';

/** How a command can end by its own finding, not by an answer of the server. */
export type CliOutcome =
  | 'bug'
  | 'usage'
  | 'notFound'
  | 'notAllowed'
  | 'rejected'
  | 'serverError'
  | 'noConnection'
  | 'partlyDone'
  | 'conditionHolds'
  | 'interrupted'
  | 'terminated'
  | 'hungUp';

/** What an error of the command line says besides what went wrong. */
export interface CliErrorDetails {
  /** What to do next, as a sentence without a full stop; null: the message says it. */
  readonly hint?: string | null | undefined;
  /** The message in the languages of the service; the one of the error is its English. */
  readonly text?: readonly Message[] | undefined;
  readonly cause?: unknown;
}

/** An error found by the command line itself; with an empty message only its exit status tells. */
export class CliError extends Error {
  readonly outcome: CliOutcome;
  readonly hint: string | null | undefined;
  readonly text: readonly Message[] | undefined;

  constructor(outcome: CliOutcome, message: string, details: CliErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = 'CliError';
    this.outcome = outcome;
    this.hint = details.hint;
    this.text = details.text;
  }
}

/**
 * A command that was asked to end and could not end as it should: told in place of the signal, which
 * alone would be no failure. Exit status 7.
 */
export class EndingFailed extends CliError {
  constructor(message: string, cause: unknown) {
    super('serverError', message, { cause });
    this.name = 'EndingFailed';
  }
}

/** A command that was not understood; thrown before anything is sent. Exit status 2. */
export function usageError(message: string, details?: CliErrorDetails): CliError {
  return new CliError('usage', message, details);
}

/** Ends the command with an exit status and no message, such as 10 for `--exit-status`. */
export function endWith(outcome: CliOutcome): CliError {
  return new CliError(outcome, '');
}

/** The nearest word as the end of a message; nothing where there is none. */
export function didYouMean(near: string | undefined): readonly Message[] {
  return near === undefined ? [] : [message('cli.didYouMean', { word: near })];
}

/** Every exit status, with what it means; the help page and the tests are made from this table. */
export const exitCodes = {
  done: { code: 0, meaning: 'Done; an empty list is done too' },
  bug: { code: 1, meaning: 'A fault of farmctl itself, or of this machine, such as a full disk' },
  usage: { code: 2, meaning: 'The command was not understood; nothing was sent' },
  notFound: {
    code: 3,
    meaning: 'Not found, or a question without an answer; with --fail-empty, an empty list',
  },
  notAllowed: { code: 4, meaning: 'Not allowed: the key is missing, unknown or may not do this' },
  rejected: { code: 5, meaning: 'The server refused the request' },
  rateLimited: { code: 6, meaning: 'Too many requests, also after waiting up to --max-wait' },
  serverError: { code: 7, meaning: 'The server failed or is momentarily unavailable' },
  noConnection: { code: 8, meaning: 'No connection to the server, or no answer in time' },
  partlyDone: { code: 9, meaning: 'Partly done; what is left stands on stderr' },
  conditionHolds: { code: 10, meaning: 'The condition of --exit-status holds' },
  hungUp: { code: 129, meaning: 'The terminal was closed (SIGHUP)' },
  interrupted: { code: 130, meaning: 'Interrupted (SIGINT)' },
  terminated: { code: 143, meaning: 'Terminated (SIGTERM)' },
} as const satisfies Record<CliOutcome, ExitCode> & Record<string, ExitCode>;

interface ExitCode {
  readonly code: number;
  readonly meaning: string;
}

export type Outcome = keyof typeof exitCodes;

const outcomesOfServer: Readonly<Record<ErrorSlug, Outcome>> = {
  validation_failed: 'rejected',
  unauthorized: 'notAllowed',
  insufficient_scope: 'notAllowed',
  farm_forbidden: 'notAllowed',
  not_found: 'notFound',
  method_not_allowed: 'rejected',
  request_timeout: 'noConnection',
  conflict: 'rejected',
  precondition_failed: 'rejected',
  payload_too_large: 'rejected',
  unsupported_media_type: 'rejected',
  range_not_satisfiable: 'rejected',
  action_refused: 'rejected',
  rate_limited: 'rateLimited',
  internal: 'serverError',
  not_implemented: 'serverError',
  unavailable: 'serverError',
};

/** How a command ended that threw this; anything unknown is a bug. */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof CliError) return error.outcome;
  if (error instanceof FarmError) return outcomesOfServer[error.slug];
  return error instanceof ConnectionFailed ? 'noConnection' : 'bug';
}

/** The exit status of a command that threw this. */
export function exitCodeOf(error: unknown): number {
  return exitCodes[outcomeOf(error)].code;
}
