import { ConnectionFailed } from '../../client/errors.ts';
import { type ErrorSlug, FarmError } from '../../model/core/errors.ts';
import { type Message, message } from '../../model/core/message.ts';

/** Ways a command can end other than by a server response. */
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

/** One or more consecutive localised sentences. */
export type Sentences = Message | readonly Message[];

let toEnglish = (sentences: Sentences): string =>
  ('text' in sentences ? [sentences] : sentences).map(({ text }) => text).join('; ');

/**
 * Registers the renderer for English error texts. The texts are large and only needed on failure,
 * so the error reporting module provides them.
 */
export function renderErrorsWith(render: (sentences: Sentences) => string): void {
  toEnglish = render;
}

/** Details of a CLI error besides its message. */
export interface CliErrorDetails {
  /** Next step, as a sentence without a full stop; null if the message includes it. */
  readonly hint?: Sentences | null | undefined;
  readonly cause?: unknown;
}

/** Details of an error whose English text is more precise than its translations. */
interface DetailsWithText extends CliErrorDetails {
  /** The message for the other languages. */
  readonly text: readonly Message[] | undefined;
}

/** An error detected by the CLI itself; if the message is empty, only its exit status matters. */
export class CliError extends Error {
  readonly outcome: CliOutcome;
  readonly hint: Sentences | null | undefined;
  readonly text: Sentences | undefined;

  constructor(outcome: CliOutcome, sentences: '' | Sentences, details?: CliErrorDetails);
  constructor(outcome: CliOutcome, english: string, details: DetailsWithText);
  constructor(
    outcome: CliOutcome,
    sentences: string | Sentences,
    details: CliErrorDetails & Partial<DetailsWithText> = {},
  ) {
    super(typeof sentences === 'string' ? sentences : '', { cause: details.cause });
    if (typeof sentences !== 'string') {
      Object.defineProperty(this, 'message', {
        get: () => toEnglish(sentences),
        configurable: true,
      });
    }
    this.name = 'CliError';
    this.outcome = outcome;
    this.hint = details.hint;
    this.text = typeof sentences === 'string' ? details.text : sentences;
  }
}

/** Text of another program or the operating system, passed through untranslated. */
export function foreign(text: string): Message {
  return message('fault.foreign', { text });
}

/**
 * A command that failed while shutting down: reported instead of the signal, which alone would not
 * be an error. Exit status 7.
 */
export class EndingFailed extends CliError {
  constructor(sentences: Sentences, cause: unknown) {
    super('serverError', sentences, { cause });
    this.name = 'EndingFailed';
  }
}

/** An invalid command line; thrown before anything is sent. Exit status 2. */
export function usageError(sentences: Sentences, details?: CliErrorDetails): CliError;
export function usageError(english: string, details: DetailsWithText): CliError;
export function usageError(
  sentences: string | Sentences,
  details: CliErrorDetails & Partial<DetailsWithText> = {},
): CliError {
  return typeof sentences === 'string'
    ? new CliError('usage', sentences, { text: undefined, ...details })
    : new CliError('usage', sentences, details);
}

/** Ends the command with an exit status and no message, such as 10 for `--exit-status`. */
export function endWith(outcome: CliOutcome): CliError {
  return new CliError(outcome, '');
}

/** A suggestion of the nearest word for the end of a message; empty when there is none. */
export function didYouMean(suggestion: string | undefined): readonly Message[] {
  return suggestion === undefined ? [] : [message('cli.didYouMean', { word: suggestion })];
}

/** Every exit status and its meaning; the help page and the tests are generated from this table. */
export const exitCodes = {
  done: { code: 0, meaning: 'Success, also with an empty list' },
  bug: { code: 1, meaning: 'Internal error of farmctl, or of this machine, such as a full disk' },
  usage: { code: 2, meaning: 'Invalid command line; nothing was sent' },
  notFound: {
    code: 3,
    meaning: 'Not found, a question without an answer, or an empty list with --fail-empty',
  },
  notAllowed: { code: 4, meaning: 'Not allowed: the key is missing, unknown or lacks permission' },
  rejected: { code: 5, meaning: 'The server rejected the request' },
  rateLimited: { code: 6, meaning: 'Still rate-limited after retrying for up to --max-wait' },
  serverError: { code: 7, meaning: 'The server failed or is temporarily unavailable' },
  noConnection: { code: 8, meaning: 'No connection to the server, or timeout' },
  partlyDone: { code: 9, meaning: 'Partially completed; see stderr for what remains' },
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

/** Outcome of a command that threw this; an unknown error is a bug. */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof CliError) return error.outcome;
  if (error instanceof FarmError) return outcomesOfServer[error.slug];
  return error instanceof ConnectionFailed ? 'noConnection' : 'bug';
}

/** Exit status of a command that threw this. */
export function exitCodeOf(error: unknown): number {
  return exitCodes[outcomeOf(error)].code;
}
