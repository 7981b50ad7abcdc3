import { runCli } from '../../src/cli/run-cli.ts';
import type { ClientRequest } from '../../src/client/errors.ts';
import { createMovableClock } from '../../src/tools/clock.ts';
import { createFakeIo, type FakeIoOptions } from './fake-io.ts';
import { createFakeTransport, type Exchange } from './fake-transport.ts';

/** What a test gives a run of the program. */
export interface RunInput extends FakeIoOptions {
  /** The requests that are expected, in their order, with their answers. */
  readonly exchanges?: readonly Exchange[];
  /** The reason of a signal that comes while the command runs. */
  readonly interrupted?: Error;
}

/** How the run ended. */
export interface RunResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** What was shown with a pager; nothing but at a terminal. */
  readonly paged: string;
  /** What was asked at the terminal, as it was drawn. */
  readonly asked: string;
  readonly requests: readonly ClientRequest[];
  /** Milliseconds of every wait between retries. */
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
