import { homedir } from 'node:os';
import { isatty } from 'node:tty';
import { Chalk, type ChalkInstance } from 'chalk';
import { message } from '../../model/core/message.ts';
import { CliError } from './errors.ts';

/** Where text goes. */
export interface OutputStream {
  readonly isTerminal: boolean;
  /** Columns of the terminal; 80 where there is none to ask. */
  readonly columns: number;
  /**
   * Writes text, or the bytes of a file; resolves when all of it has left.
   * Throws `OutputClosed` when nobody reads any more.
   */
  write(text: string | Uint8Array): Promise<void>;
  /**
   * Shows a text for people, with a pager where it is longer than the terminal.
   * Absent where nobody looks on.
   */
  show?(text: string): Promise<void>;
}

/** Where input comes from. */
export interface InputStream {
  readonly isTerminal: boolean;
  chunks(): AsyncIterable<Uint8Array>;
}

/** The two streams of a conversation with a person. */
export interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
}

/** Everything a command has of the process it runs in. */
export interface Io {
  readonly stdin: InputStream;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  /** There when a person can be asked: input and stderr are both terminals. */
  readonly terminal: Terminal | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  readonly home: string;
  /** Aborted by SIGINT, SIGTERM and SIGHUP; its reason is the error the command ends with. */
  readonly interruption: AbortSignal;
  /** Opens an address in the browser of this machine; rejects where there is none. */
  openBrowser(url: string): Promise<void>;
  /** Styles for text on a stream; they leave it as it is where colour is not wanted. */
  paint(stream: { readonly isTerminal: boolean }, mode: ColorMode | undefined): ChalkInstance;
}

/** Nobody reads the output any more, as after `| head -1`: a quiet end, no failure. */
export class OutputClosed extends Error {
  constructor() {
    super('nobody reads the output any more');
    this.name = 'OutputClosed';
  }
}

const STDIN = 0;
const FALLBACK_COLUMNS = 80;
const FALLBACK_ROWS = 24;

/** The streams and surroundings of this process, with what a program run by Node adds to them. */
export interface ProcessIo extends Io {
  /** What was typed after the name of the program. */
  readonly argv: readonly string[];
  /** Sets the status the process ends with once all output is flushed. */
  end(exitCode: number): void;
}

/** Opens the streams of this process. The only place that touches `process`. */
export function openIo(): ProcessIo {
  // Until the run has ended its status is that of a fault: an early end must not look like success.
  process.exitCode = 1;
  const environment = process.env;
  // The stream itself is not made before somebody reads it.
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
      // A second signal, also the other one, finds no listener and ends the process at once.
      for (const [name, one] of listeners) process.off(name, one);
      controller.abort(new CliError(outcome, ''));
    };
    return [signal, listener] as const;
  });
  for (const [signal, listener] of listeners) process.on(signal, listener);
  return controller.signal;
}

/** Wraps a stream of Node such that nothing is lost, and a reader that went away is noticed. */
export function createOutput(stream: NodeJS.WriteStream): OutputStream {
  // Every failure also reaches the callback of its write; unheard, the event would end the process.
  stream.on('error', () => {});
  return {
    isTerminal: stream.isTTY === true,
    // A terminal that was never given a size says 0.
    columns: stream.columns || FALLBACK_COLUMNS,
    write: (text) => writeWhole(stream, text),
  };
}

/** The terminal, with long texts shown by the pager of the user; no terminal needs none. */
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

function withPager(stdout: OutputStream, environment: Io['environment']): OutputStream {
  if (!stdout.isTerminal) return stdout;
  return {
    ...stdout,
    async show(text) {
      const rows = process.stdout.rows || FALLBACK_ROWS;
      const isShown = countLines(text) >= rows && (await page(text, environment));
      if (!isShown) await stdout.write(text);
    },
  };
}

async function page(text: string, environment: Io['environment']): Promise<boolean> {
  const { pagerOf, showWith } = await import('./pager.ts');
  const pager = pagerOf(environment);
  if (pager === undefined) return false;
  // An interruption on the terminal is for the pager, which decides what it means.
  const ignore = () => {};
  process.on('SIGINT', ignore);
  try {
    return await showWith(pager, text, environment);
  } finally {
    process.off('SIGINT', ignore);
  }
}

function countLines(text: string): number {
  return text.split('\n').length;
}

/** Styles with or without colour, decided for one stream; chalk itself decides nothing. */
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

/** When colour is asked for. */
export type ColorMode = 'auto' | 'always' | 'never';

/** What decides whether a stream gets colour. */
export interface ColorInput {
  readonly mode: ColorMode | undefined;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly isTerminal: boolean;
}

/**
 * Whether a stream gets colour: `--color`, then `NO_COLOR`, `CLICOLOR_FORCE`, `CLICOLOR`,
 * `TERM=dumb`, then whether the stream is a terminal.
 */
export function hasColor({ mode = 'auto', environment, isTerminal }: ColorInput): boolean {
  if (mode !== 'auto') return mode === 'always';
  const { NO_COLOR, CLICOLOR_FORCE, CLICOLOR, TERM } = environment;
  if (NO_COLOR) return false;
  if (CLICOLOR_FORCE && CLICOLOR_FORCE !== '0') return true;
  if (CLICOLOR === '0' || TERM === 'dumb') return false;
  return isTerminal;
}
