import { PassThrough, Readable } from 'node:stream';
import { createPaint, type Io, OutputClosed, type OutputStream } from '../../src/cli/core/io.ts';

/** Process properties for a test. */
export interface FakeIoOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Text on standard input. */
  readonly stdin?: string;
  /** Whether stdout and stderr are a terminal. */
  readonly isTerminal?: boolean;
  /** Whether the terminal displays long texts with a pager. */
  readonly hasPager?: boolean;
  readonly columns?: number;
  /** The working folder; without one there is no project file. */
  readonly cwd?: string;
  /** Keys typed at the prompt; if given, stdin and stderr are interactive. */
  readonly typed?: string;
  /** Number of writes to stdout before its reader closes it. */
  readonly closesAfter?: number;
}

/** The streams of a test, with the text written to them. */
export interface FakeIo extends Io {
  readonly written: { stdout: string; stderr: string; paged: string; asked: string };
  interrupt(reason: Error): void;
}

/** Creates in-memory streams; there is no configuration file in its folders. */
export function createFakeIo(options: FakeIoOptions = {}): FakeIo {
  const { environment = {}, stdin = '', isTerminal = false, columns = 80 } = options;
  const written = { stdout: '', stderr: '', paged: '', asked: '' };
  const controller = new AbortController();
  let writes = 0;
  const stream = (name: 'stdout' | 'stderr'): OutputStream => ({
    isTerminal,
    columns,
    async write(text) {
      writes += name === 'stdout' ? 1 : 0;
      if (name === 'stdout' && writes > (options.closesAfter ?? Number.POSITIVE_INFINITY)) {
        throw new OutputClosed();
      }
      written[name] += typeof text === 'string' ? text : Buffer.from(text).toString('latin1');
    },
  });
  const withPager = (stdout: OutputStream): OutputStream => ({
    ...stdout,
    show: async (text) => {
      written.paged += text;
    },
  });
  return {
    written,
    stdin: {
      isTerminal: options.typed !== undefined,
      chunks: () => Readable.from([Buffer.from(stdin)]),
    },
    stdout: options.hasPager ? withPager(stream('stdout')) : stream('stdout'),
    stderr: stream('stderr'),
    terminal:
      options.typed === undefined
        ? undefined
        : fakeTerminal(options.typed, (text) => {
            written.asked += text;
          }),
    environment,
    cwd: options.cwd ?? '/nowhere/work',
    home: '/nowhere/home',
    interruption: controller.signal,
    interrupt: (reason) => controller.abort(reason),
    openBrowser: async () => {},
    paint: ({ isTerminal: shown }, mode) => createPaint({ mode, environment, isTerminal: shown }),
  };
}

function fakeTerminal(typed: string, onAsked: (text: string) => void) {
  const input = new PassThrough();
  const output = new PassThrough();
  output.on('data', (chunk: Buffer) => onAsked(chunk.toString()));
  // Typed after the prompt is displayed.
  output.once('data', () => setImmediate(() => input.write(typed)));
  return { input, output };
}
