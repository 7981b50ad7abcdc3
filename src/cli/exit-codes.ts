import { ConnectionFailed } from '../client/errors.ts';
import { type ErrorSlug, FarmError } from '../model/errors.ts';
import { CliError, type CliOutcome } from './errors.ts';

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
