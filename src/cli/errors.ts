import { type Message, message } from '../model/message.ts';

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
