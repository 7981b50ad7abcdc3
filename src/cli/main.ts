import { wait } from '../client/retry.ts';
import { systemClock } from '../tools/clock.ts';
import { openIo } from './core/io.ts';
import { runCli } from './run-cli.ts';
import { openTransport } from './session/context.ts';

/** Runs the command line of this process, sets the exit status and flushes all output. */
export async function main({ version }: { readonly version: string }): Promise<void> {
  const io = openIo();
  const exitCode = await runCli(io.argv, {
    io,
    version,
    clock: systemClock,
    openTransport,
    random: Math.random,
    sleep: wait,
    newKey: () => globalThis.crypto.randomUUID(),
  });
  io.end(exitCode);
}
