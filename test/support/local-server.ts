import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A local server for one test. */
export interface LocalServer {
  readonly port: number;
  readonly url: string;
  /** The requested addresses, path and query. */
  readonly asked: readonly string[];
}

/** Starts a server with the given listener; stopped at the end of the test. */
export async function startLocalServer(listener: RequestListener): Promise<LocalServer> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `http://127.0.0.1:${port}`, asked };
}
