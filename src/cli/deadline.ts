import { parseDuration } from './config/duration.ts';
import { CliError } from './errors.ts';
import type { Io } from './io.ts';

/** The end of a command by `--timeout`. */
export interface Deadline {
  /** The surroundings, interrupted when the time is up. */
  readonly io: Io;
  /** Starts the time of a command; text that is no duration is left to the settings to refuse. */
  start(command: readonly string[], timeout: string | undefined): void;
  /** The command has ended. */
  clear(): void;
}

/** They run until they are stopped: for them `--timeout` is that of one request. */
const UNBOUNDED: readonly string[] = ['events tail', 'webhook listen', 'mcp', 'chat'];

/**
 * Bounds a whole command, its pages, retries and waits included. The `timeout` of a profile or of the
 * environment is that of one request; only the flag is meant for the command that it stands on.
 */
export function createDeadline(io: Io): Deadline {
  const controller = new AbortController();
  const interruption = AbortSignal.any([io.interruption, controller.signal]);
  let timer: NodeJS.Timeout | undefined;
  return {
    io: { ...io, interruption },
    start(command, timeout) {
      const millis = timeout === undefined ? undefined : parseDuration(timeout);
      if (millis === undefined || UNBOUNDED.includes(command.join(' '))) return;
      const end = () => controller.abort(timeIsUp(timeout ?? ''));
      timer = setTimeout(end, millis);
    },
    clear: () => clearTimeout(timer),
  };
}

function timeIsUp(timeout: string): CliError {
  return new CliError('noConnection', `the command did not end within --timeout ${timeout}`, {
    hint: 'Allow more time with --timeout, or ask for less',
  });
}
