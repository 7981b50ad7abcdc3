import { PassThrough } from 'node:stream';
import type { Settings } from '../../src/cli/config/settings.ts';
import { createPaint, type Io, type OutputStream } from '../../src/cli/core/io.ts';
import { type CliOptions, runCli } from '../../src/cli/run-cli.ts';
import type { Transport } from '../../src/client/errors.ts';
import { type Clock, createMovableClock } from '../../src/tools/clock.ts';
import type { Home } from './a-home.ts';

/** Part of a prompt, and the text typed in response. */
export type Answer = readonly [question: string, typed: string];

/** Options of a command run. */
export interface CliRun {
  readonly environment?: Readonly<Record<string, string>>;
  /** Content of standard input, where it is not a terminal. */
  readonly stdin?: string;
  /** With answers the command runs at a terminal; each is typed when its prompt appears. */
  readonly answers?: readonly Answer[];
  readonly transport?: (settings: Settings) => Transport | Promise<Transport>;
  readonly interruption?: AbortSignal;
  readonly onStdout?: (text: string) => void;
  readonly onStderr?: (text: string) => void;
  /** The machine's browser; by default it does nothing. */
  readonly openBrowser?: (url: string) => Promise<void>;
  /** The program's clock; by default it is fixed on 2 November 2026. */
  readonly clock?: Clock;
}

/** The exit status and output of a command. */
export interface CliResult {
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

const NOW = Date.parse('2026-11-02T08:30:00.000Z');

/** Runs a command line in this process, in a separate home folder. */
export async function runInHome(
  home: Home,
  argv: readonly string[],
  run: CliRun = {},
): Promise<CliResult> {
  const { environment = {}, stdin = '', answers } = run;
  const isTerminal = answers !== undefined;
  const stdout = captured(isTerminal, run.onStdout);
  const stderr = captured(isTerminal, run.onStderr);
  const io: Io = {
    stdin: {
      isTerminal,
      chunks: async function* () {
        yield new TextEncoder().encode(stdin);
      },
    },
    stdout: stdout.stream,
    stderr: stderr.stream,
    paint: (stream, mode) => createPaint({ mode, environment, isTerminal: stream.isTerminal }),
    terminal: answers && conversation(answers, stderr.add),
    environment,
    cwd: home.cwd,
    home: home.home,
    openBrowser: run.openBrowser ?? (async () => {}),
    interruption: run.interruption ?? new AbortController().signal,
  };
  const options = { ...fixedOptions, ...(run.clock ? { clock: run.clock } : {}) };
  const exitCode = await runCli(argv, { io, ...options, openTransport: opener(run) });
  return { exitCode, stdout: stdout.text(), stderr: stderr.text() };
}

let keys = 0;

const fixedOptions: Omit<CliOptions, 'io' | 'openTransport'> = {
  version: '0.0.0-test',
  clock: createMovableClock(NOW),
  random: () => 0.5,
  sleep: async () => {},
  newKey: () => `test-${++keys}`,
};

function opener({ transport }: CliRun): CliOptions['openTransport'] {
  return async (settings) => {
    if (!transport) throw new Error(`a request to ${settings.server} was not expected`);
    return transport(settings);
  };
}

function captured(isTerminal: boolean, tell: (text: string) => void = () => {}) {
  let written = '';
  const add = (part: string | Uint8Array) => {
    const text = typeof part === 'string' ? part : Buffer.from(part).toString('latin1');
    written += text;
    if (text !== '') tell(text);
  };
  const stream: OutputStream = { isTerminal, columns: 100, write: async (text) => add(text) };
  return { stream, add, text: () => written };
}

/** A terminal on which every prompt is answered. */
function conversation(answers: readonly Answer[], tell: (text: string) => void) {
  const input = new PassThrough();
  const output = new PassThrough();
  // A prompt ends its output stream, which has no effect on the stream of a process.
  output.end = () => output;
  const waiting = [...answers];
  let prompt = '';
  output.on('data', (chunk: Buffer) => {
    prompt += chunk.toString();
    const [question, typed] = waiting[0] ?? [];
    if (question === undefined || !prompt.includes(question)) return;
    waiting.shift();
    prompt = '';
    tell(`${question} [${typed}]\n`);
    setImmediate(() => input.write(`${typed}\n`));
  });
  return { input, output };
}
