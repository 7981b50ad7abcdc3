import { runCli } from '../../src/cli/run-cli.ts';
import type { ClientRequest } from '../../src/client/errors.ts';
import { createMovableClock } from '../../src/tools/clock.ts';
import { createFakeIo, type FakeIoOptions } from './fake-io.ts';
import { createFakeTransport, type Exchange } from './fake-transport.ts';

/** Input of a run of the program. */
export interface RunInput extends FakeIoOptions {
  /** The expected requests in order, with their responses. */
  readonly exchanges?: readonly Exchange[];
  /** The reason of a signal sent while the command runs. */
  readonly interrupted?: Error;
}

/** The result of the run. */
export interface RunResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** Text displayed with a pager; empty except at a terminal. */
  readonly paged: string;
  /** Prompts at the terminal, as displayed. */
  readonly asked: string;
  readonly requests: readonly ClientRequest[];
  /** Duration of every wait between retries, in milliseconds. */
  readonly waits: readonly number[];
}

/** 2026-11-21T08:00:00Z. */
const RUN_TIME = Date.UTC(2026, 10, 21, 8);

/** Runs `farmctl …` in this process against a scripted server; every request must be expected. */
export async function runProgram(
  argv: readonly string[],
  input: RunInput = {},
): Promise<RunResult> {
  const transport = createFakeTransport(input.exchanges ?? []);
  const environment = { FARMCTL_KEY: 'fk_live_test_key', ...input.environment };
  const io = createFakeIo({ ...input, environment });
  if (input.interrupted) io.interrupt(input.interrupted);
  const clock = createMovableClock(RUN_TIME);
  const waits: number[] = [];
  let keys = 0;
  const code = await runCli(argv, {
    io,
    clock,
    version: '1.2.3',
    openTransport: async () => transport,
    random: () => 0,
    sleep: async (millis) => {
      waits.push(millis);
      clock.advance(millis);
    },
    newKey: () => `key-${++keys}`,
  });
  transport.verify();
  return { code, ...io.written, requests: transport.requests, waits };
}
