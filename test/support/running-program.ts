import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const PROGRAM = join(ROOT, 'bin/farmctl.js');

/** Compile cache of the program, shared between processes and test runs. */
export const COMPILED = { XDG_CACHE_HOME: join(ROOT, 'node_modules/.cache/program') };

/** Environment of a program process without any configuration. */
export const BARE_ENVIRONMENT = {
  ...COMPILED,
  PATH: process.env['PATH'],
  HOME: '/nowhere',
  LANG: 'C.UTF-8',
};

const PATIENCE_MILLIS = 20_000;

/** A long-running `farmctl …` in a separate process. */
export interface RunningProgram {
  readonly pid: number;
  stdout(): string;
  stderr(): string;
  /** Resolves once the output contains the text; rejects after 20 s. */
  saw(stream: 'stdout' | 'stderr', text: string | RegExp): Promise<void>;
  /** Sends a signal; resolves to the exit status, null when the signal itself ended it. */
  end(signal: NodeJS.Signals): Promise<number | null>;
  readonly ended: Promise<number | null>;
}

/** Starts the built program; stopped at the end of the test at the latest. */
export function runProgramOn(
  argv: readonly string[],
  env: Readonly<Record<string, string>> = {},
): RunningProgram {
  const child = spawn(process.execPath, [PROGRAM, ...argv], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...BARE_ENVIRONMENT, ...env },
  });
  const printed = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => {
    printed.stdout += chunk;
  });
  child.stderr.on('data', (chunk) => {
    printed.stderr += chunk;
  });
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', (code) => resolve(code));
  });
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return {
    pid: child.pid ?? 0,
    stdout: () => printed.stdout,
    stderr: () => printed.stderr,
    async saw(stream, text) {
      const until = performance.now() + PATIENCE_MILLIS;
      const isThere = () =>
        typeof text === 'string' ? printed[stream].includes(text) : text.test(printed[stream]);
      while (!isThere()) {
        if (performance.now() > until || child.exitCode !== null) {
          throw new Error(
            `no ${text} (exit ${child.exitCode}): ${printed.stdout}${printed.stderr}`,
          );
        }
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
    },
    end(signal) {
      child.kill(signal);
      return ended;
    },
    ended,
  };
}
