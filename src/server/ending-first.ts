import type { RunningServer } from './running-server.ts';

/** The server with what works beside it: once it closes it takes no new connection, then ends that. */
export function endingFirst(server: RunningServer, end: () => Promise<unknown>): RunningServer {
  let closing: Promise<void> | undefined;
  const close = async () => {
    server.refuse();
    await end();
    await server.close();
  };
  return {
    ...server,
    close() {
      closing ??= close();
      return closing;
    },
  };
}
