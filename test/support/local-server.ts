import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** A server of this machine for the length of one test. */
export interface LocalServer {
  readonly port: number;
  readonly url: string;
  /** The addresses that were asked, path and query. */
  readonly asked: readonly string[];
}

/** Starts a server that answers as told and ends with the test. */
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
