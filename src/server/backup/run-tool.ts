import { spawn } from 'node:child_process';
import { BackupRefused } from './backup-refused.ts';

/** How a program of PostgreSQL is run. */
export interface ToolRun {
  readonly tool: 'pg_dump' | 'pg_restore';
  readonly arguments: readonly string[];
  /** With PATH, and with PGPASSWORD where there is a password. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly signal?: AbortSignal | undefined;
}

const MOST_OUTPUT = 16 * 1024 * 1024;
const MOST_SAID = 2000;

/** Runs a program and returns what it printed; throws BackupRefused when it is missing or fails. */
export async function runTool(run: ToolRun): Promise<string> {
  const { tool, environment, signal } = run;
  signal?.throwIfAborted();
  const child = spawn(tool, [...run.arguments], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...environment },
  });
  const stop = () => child.kill('SIGTERM');
  signal?.addEventListener('abort', stop, { once: true });
  let printed = '';
  let said = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    if (printed.length < MOST_OUTPUT) printed += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    said = (said + chunk).slice(-MOST_SAID);
  });
  const status = await new Promise<number | NodeJS.ErrnoException | null>((resolve) => {
    child.on('error', resolve);
    child.on('close', resolve);
  });
  signal?.removeEventListener('abort', stop);
  signal?.throwIfAborted();
  if (status === 0) return printed;
  if (status instanceof Error && status.code === 'ENOENT') throw missing(tool);
  throw new BackupRefused('failed', `${tool} failed: ${tellingLine(said) || String(status)}`);
}

function missing(tool: string): BackupRefused {
  return new BackupRefused(
    'missing',
    `there is no ${tool} on PATH: install the client programs of PostgreSQL`,
  );
}

/** The first error says what went wrong; what follows are its consequences. */
function tellingLine(said: string): string {
  const lines = said.trim().split('\n');
  return (lines.find((line) => /error/i.test(line)) ?? lines.at(-1) ?? '').trim();
}

/** Major version of a program on PATH; undefined when it is not there. */
export async function findToolMajor(
  tool: ToolRun['tool'],
  environment: ToolRun['environment'],
): Promise<number | undefined> {
  const said = await runTool({ tool, arguments: ['--version'], environment }).catch(() => '');
  const major = /\(PostgreSQL\) (\d+)/.exec(said)?.[1];
  return major === undefined ? undefined : Number(major);
}
