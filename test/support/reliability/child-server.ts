import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { BARE_ENVIRONMENT } from '../running-program.ts';

const PROGRAM = join(import.meta.dirname, '../../../bin/farmctl.js');
const START_MILLIS = 120_000;
/** Other flags of node would invalidate the compile cache of all other processes. */
const UNKEPT = { NODE_DISABLE_COMPILE_CACHE: '1' };

/** The end of a process. */
export interface Ending {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** `farmctl serve` in a separate process. */
export interface ChildServer {
  readonly baseUrl: string;
  readonly pid: number;
  /** The admin key, on the first start with a database. */
  readonly key: string | undefined;
  /** Its standard error so far. */
  stderr(): string;
  readonly ended: Promise<Ending>;
  /** Sends a signal and resolves when the process has ended. */
  end(signal: NodeJS.Signals): Promise<Ending>;
}

/** Start options. */
export interface ChildOptions {
  /** Arguments of `serve`: the database. */
  readonly argv: readonly string[];
  /** A line of bash that runs first in the same process, such as `ulimit -f 2000`. */
  readonly before?: string;
  /** Flags of node, such as `--max-old-space-size=80`. */
  readonly nodeFlags?: readonly string[];
  readonly logLevel?: string;
  /** Additional environment variables. */
  readonly env?: Readonly<Record<string, string>>;
}

/** Starts the built program; resolves when it listens, and otherwise rejects with its output. */
export async function startChildServer(options: ChildOptions): Promise<ChildServer> {
  const { argv, before = ':', nodeFlags = [], logLevel = 'error', env = {} } = options;
  const command = [process.execPath, ...nodeFlags, PROGRAM, 'serve', ...argv];
  const rest = ['--port', '0', '--json', '--log-level', logLevel];
  const script = `${before}; exec "$@"`;
  const child = spawn('bash', ['-c', script, 'bash', ...command, ...rest], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...BARE_ENVIRONMENT, ...(nodeFlags.length > 0 ? UNKEPT : {}), ...env },
  });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors = (errors + chunk).slice(-100_000);
  });
  const ended = new Promise<Ending>((resolve) => {
    child.once('exit', (code, signal) => resolve({ code, signal }));
  });
  const ready = await readyLine(child, ended, () => errors);
  return {
    baseUrl: ready.baseUrl,
    pid: ready.pid,
    key: ready.keys.admin,
    stderr: () => errors,
    ended,
    end(signal) {
      child.kill(signal);
      return ended;
    },
  };
}

interface Ready {
  readonly baseUrl: string;
  readonly pid: number;
  readonly keys: { readonly admin?: string };
}

async function readyLine(
  child: ChildProcess,
  ended: Promise<Ending>,
  errors: () => string,
): Promise<Ready> {
  if (!child.stdout) throw new Error('the child has no standard output');
  const lines = createInterface({ input: child.stdout });
  const timer = setTimeout(() => child.kill('SIGKILL'), START_MILLIS);
  const line = await Promise.race([
    new Promise<string>((resolve) => lines.once('line', resolve)),
    ended.then(({ code }) => {
      throw new Error(`the server ended with ${code}: ${errors()}`);
    }),
  ]).finally(() => clearTimeout(timer));
  return JSON.parse(line);
}
