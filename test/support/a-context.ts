import type { Io } from '../../src/cli/core/io.ts';
import { createContext, type OpenContext } from '../../src/cli/session/context.ts';
import type { GlobalFlagValues } from '../../src/cli/session/global-flags.ts';
import type { Transport } from '../../src/client/errors.ts';
import { systemClock } from '../../src/tools/clock.ts';
import { createFakeIo } from './fake-io.ts';

/** Creates a command context with in-memory streams and, by default, no server. */
export function aContext(
  input: {
    readonly io?: Io;
    readonly flags?: GlobalFlagValues;
    readonly openTransport?: () => Promise<Transport>;
  } = {},
): OpenContext {
  return createContext({
    io: input.io ?? createFakeIo(),
    clock: systemClock,
    version: '1.2.3',
    flags: () => input.flags ?? {},
    openTransport: input.openTransport ?? (() => Promise.reject(new Error('no server'))),
    random: () => 0,
    sleep: async () => {},
    newKey: () => 'key',
    run: () => Promise.reject(new Error('no other command is to be run')),
  });
}
