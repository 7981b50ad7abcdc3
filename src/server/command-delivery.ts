import type { Logger } from 'pino';
import { CommandDispatcher } from '../platform/commands/command-dispatcher.ts';
import type { Connections } from '../platform/integrations/connections.ts';
import { resolveSecret } from '../platform/integrations/resolve-secret.ts';
import type { Runtime } from '../platform/runtime.ts';
import { endingFirst } from './ending-first.ts';
import type { RunningServer } from './running-server.ts';

/** The server, with approved commands sent to their controllers; every instance sends. */
export function withCommands(
  server: RunningServer,
  service: {
    readonly runtime: Runtime;
    readonly log: Logger;
    readonly connections: Connections;
  },
): RunningServer {
  const { runtime, log, connections } = service;
  const { client, secrets: places } = connections;
  const dispatcher = new CommandDispatcher({
    runtime,
    client,
    findSecret: (reference, target) => resolveSecret(reference, { places, ...target }),
    onError: (error) => {
      log.error({ err: error }, 'a command to a controller could not be delivered');
    },
  });
  dispatcher.start();
  return endingFirst(server, () => dispatcher.stop());
}
