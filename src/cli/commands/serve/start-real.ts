import type { RunningServer } from '../../../server/running-server.ts';
import type { ServerOptions } from '../../../server/start-server.ts';

/** Starts a server; commands get the real one, tests pass their own. */
export type StartServer = (options: ServerOptions) => Promise<RunningServer>;

/** Starts the real server, which is loaded only now. */
export async function startReal(options: ServerOptions): Promise<RunningServer> {
  const { beginServer } = await import('../../../server/begin-server.ts');
  return beginServer(options);
}
