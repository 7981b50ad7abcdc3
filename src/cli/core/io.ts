import { homedir } from 'node:os';
import { isatty } from 'node:tty';
import { Chalk, type ChalkInstance } from 'chalk';
import { message } from '../../model/core/message.ts';
import { CliError } from './errors.ts';

/** Destination of text. */
export interface OutputStream {
  readonly isTerminal: boolean;
  /** Terminal width in columns; 80 when unknown. */
  readonly columns: number;
  /**
   * Writes text or bytes; resolves when all data has been flushed. Throws `OutputClosed` when the
   * reader has closed the stream.
   */
  write(text: string | Uint8Array): Promise<void>;
  /**
   * Shows a text, with a pager if it is longer than the terminal. Absent if the stream is not a
   * terminal.
   */
  show?(text: string): Promise<void>;
}

/** Source of input. */
export interface InputStream {
  readonly isTerminal: boolean;
  chunks(): AsyncIterable<Uint8Array>;
}

/** Input and output streams of interactive prompts. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** A command's interface to its process. */
export interface Io {
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** Defined when prompts are possible: input and stderr are both terminals. */
  readonly terminal: Terminal | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  /** Aborted by SIGINT, SIGTERM and SIGHUP; its reason is the error the command ends with. */
  readonly interruption: AbortSignal;
  /** Opens a URL in the local browser; rejects if there is none. */
  openBrowser(url: string): Promise<void>;
  /** Text styles for a stream; they leave text unchanged when colour is off. */
  paint(stream: { readonly isTerminal: boolean }, mode: ColorMode | undefined): ChalkInstance;
}

/**
 * The reader has closed the output, as with `| head -1`: the command exits silently and
 * successfully.
 */
export class OutputClosed extends Error {
  constructor() {
    super('nobody reads the output any more');
    this.name = 'OutputClosed';
  }
}

const STDIN = 0;
const FALLBACK_COLUMNS = 80;
const FALLBACK_ROWS = 24;

/** The I/O of this process, plus members that only a Node program needs. */
export interface ProcessIo extends Io {
  /** Arguments after the program name. */
  readonly argv: readonly string[];
  /** Sets the exit status of the process, which ends once all output is flushed. */
  end(exitCode: number): void;
}

/** Opens the streams of this process. The only place that touches `process`. */
export function openIo(): ProcessIo {
  // The exit status is that of a fault until the run has ended: an early exit must not look like
  // success.
  process.exitCode = 1;
  const environment = process.env;
  // The stream itself is not created before it is first read.
  const isTyped = isatty(STDIN);
  const isTalking = isTyped && process.stderr.isTTY === true;
  return {
    argv: process.argv.slice(2),
    stdin: { isTerminal: isTyped, chunks: () => process.stdin },
    stdout: withPager(createOutput(process.stdout), environment),
    stderr: createOutput(process.stderr),
    terminal: isTalking ? { input: process.stdin, output: process.stderr } : undefined,
    environment,
    cwd: process.cwd(),
    home: homedir(),
    interruption: onSignals(),
    openBrowser,
    paint: ({ isTerminal }, mode) => createPaint({ mode, environment, isTerminal }),
    end: (exitCode) => {
      process.exitCode = exitCode;
    },
  };
}

function onSignals(): AbortSignal {
  const controller = new AbortController();
  const outcomes = { SIGINT: 'interrupted', SIGTERM: 'terminated', SIGHUP: 'hungUp' } as const;
  const listeners = Object.entries(outcomes).map(([signal, outcome]) => {
    const listener = () => {
      // A second signal of either kind finds no listener and terminates the process immediately.
      for (const [name, listener] of listeners) process.off(name, listener);
      controller.abort(new CliError(outcome, ''));
    };
    return [signal, listener] as const;
  });
  for (const [signal, listener] of listeners) process.on(signal, listener);
  return controller.signal;
}

/** Wraps a Node stream so that no output is lost and a closed reader is detected. */
export function createOutput(stream: NodeJS.WriteStream): OutputStream {
  // Every failure also reaches the callback of its write; an unhandled event would crash the
  // process.
  stream.on('error', () => {});
  return {
    isTerminal: stream.isTTY === true,
    // A terminal whose size was never set reports 0.
    columns: stream.columns || FALLBACK_COLUMNS,
    write: (text) => writeWhole(stream, text),
  };
}

const BROWSERS: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

async function openBrowser(url: string): Promise<void> {
  const { spawn } = await import('node:child_process');
  const [program, ...args] = BROWSERS[process.platform] ?? ['xdg-open'];
  await new Promise<void>((resolve, reject) => {
    const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
    child.once('error', reject);
    child.once('spawn', () => {
      child.unref();
      resolve();
    });
  });
}

/** Adds the user's pager for long texts to stdout, if it is a terminal. */
function withPager(stdout: OutputStream, environment: Io['environment']): OutputStream {
  if (!stdout.isTerminal) return stdout;
  return {
    ...stdout,
    async show(text) {
      const rows = process.stdout.rows || FALLBACK_ROWS;
      const isShown = text.split('\n').length >= rows && (await page(text, environment));
      if (!isShown) await stdout.write(text);
    },
  };
}

async function page(text: string, environment: Io['environment']): Promise<boolean> {
  const pager = pagerOf(environment);
  if (pager === undefined) return false;
  // The pager handles interrupts from the terminal.
  const ignore = () => {};
  process.on('SIGINT', ignore);
  try {
    return await showWith(pager, text, environment);
  } finally {
    process.off('SIGINT', ignore);
  }
}

/** Styles with or without colour for one stream; chalk's own detection is not used. */
export function createPaint(input: ColorInput): ChalkInstance {
  return new Chalk({ level: hasColor(input) ? 1 : 0 });
}

const closedCodes: readonly (string | undefined)[] = ['EPIPE', 'ERR_STREAM_DESTROYED'];

function writeWhole(stream: NodeJS.WriteStream, text: string | Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error?: NodeJS.ErrnoException | null) => {
      if (!error) resolve();
      else if (closedCodes.includes(error.code)) reject(new OutputClosed());
      else
        reject(new CliError('bug', message('fault.outputNotWritten', { message: error.message })));
    });
  });
}

/** When colour is used. */
export type ColorMode = 'auto' | 'always' | 'never';

/** Inputs for the colour decision. */
export interface ColorInput {
  readonly mode: ColorMode | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly isTerminal: boolean;
}

/**
 * Whether to use colour on a stream, in this order: `--color`, `NO_COLOR`, `CLICOLOR_FORCE`,
 * `CLICOLOR`, `TERM=dumb`, whether the stream is a terminal.
 */
export function hasColor({ mode = 'auto', environment, isTerminal }: ColorInput): boolean {
  if (mode !== 'auto') return mode === 'always';
  const { NO_COLOR, CLICOLOR_FORCE, CLICOLOR, TERM } = environment;
  if (NO_COLOR) return false;
  if (CLICOLOR_FORCE && CLICOLOR_FORCE !== '0') return true;
  if (CLICOLOR === '0' || TERM === 'dumb') return false;
  return isTerminal;
}

/** The user's pager command; undefined when disabled. */
export function pagerOf(
  environment: Readonly<Record<string, string | undefined>>,
): string | undefined {
  const pager = environment['FARMCTL_PAGER'] ?? environment['PAGER'];
  if (pager === undefined) return DEFAULT_PAGER;
  return pager.trim() === '' || pager.trim() === 'cat' ? undefined : pager;
}

// The check for less produces no output when less is missing.
const DEFAULT_PAGER = 'if command -v less > /dev/null 2>&1; then exec less; else exec cat; fi';

/** Options for less unless its own variable is set: keep colours, do not clear the screen. */
const LESS_FLAGS = 'FRX';

const NOT_FOUND = 127;

/**
 * Shows a text with a pager, which controls the terminal until it exits. False when the pager could
 * not be started; quitting before the end of the text is not an error.
 */
export async function showWith(
  pager: string,
  text: string,
  environment: Readonly<Record<string, string | undefined>>,
): Promise<boolean> {
  const { spawn } = await import('node:child_process');
  return new Promise((resolve) => {
    const child = spawn('sh', ['-c', pager], {
      env: { LESS: LESS_FLAGS, LESSCHARSET: 'utf-8', ...environment },
      stdio: ['pipe', 'inherit', 'inherit'],
    });
    child.on('error', () => resolve(false));
    child.on('close', (code) => resolve(code !== NOT_FOUND));
    // The pager may exit before it has read everything.
    child.stdin.on('error', () => {});
    child.stdin.end(text);
  });
}
