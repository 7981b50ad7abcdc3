import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request received by a system next to the farm. */
export interface Arrival {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of any shape.
  readonly body: any;
}

/** The systems connected to a farm: a controller, a climate computer, and a webhook receiver. */
export interface Neighbours {
  readonly url: string;
  /** Requests to `/controller` and to `/hooks`, in order. */
  readonly orders: Arrival[];
  readonly deliveries: Arrival[];
  /** The response of `/climate`. */
  climate: unknown;
  close(): Promise<void>;
}

const DONE = { status: 'executed', result: { fans: 'on' } };

/** Starts all three on one free local port. */
export async function startNeighbours(): Promise<Neighbours> {
  const orders: Arrival[] = [];
  const deliveries: Arrival[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const path = request.url ?? '';
    if (path === '/climate') return void response.end(JSON.stringify(neighbours.climate));
    const stored = path === '/controller' ? orders : deliveries;
    stored.push({ path, headers: request.headers, text, body: JSON.parse(text) });
    response.end(path === '/controller' ? JSON.stringify(DONE) : '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const neighbours: Neighbours = {
    url: `http://127.0.0.1:${port}`,
    orders,
    deliveries,
    climate: {},
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return neighbours;
}
