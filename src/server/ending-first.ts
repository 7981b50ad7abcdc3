import type { RunningServer } from './running-server.ts';

/** The server with what works beside it: that is ended before the server closes, and once only. */
export function endingFirst(server: RunningServer, end: () => Promise<unknown>): RunningServer {
  let closing: Promise<void> | undefined;
  const close = async () => {
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
