import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A delivery as received locally. */
export interface ReceivedDelivery {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The received bytes as text. */
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of any event.
  readonly body: any;
}

/** A local receiver; a path `/500` is answered with that status, others with 204. */
export interface Receiver {
  readonly url: string;
  readonly received: ReceivedDelivery[];
  close(): Promise<void>;
}

/** Starts a receiver on a free port. */
export async function startReceiver(): Promise<Receiver> {
  const received: ReceivedDelivery[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString();
    const path = request.url ?? '';
    received.push({ path, headers: request.headers, text, body: JSON.parse(text) });
    const status = Number(/^\/(\d{3})/.exec(path)?.[1] ?? 204);
    // An untrusted body with a control sequence.
    response.writeHead(status).end(status === 204 ? undefined : 'broken \x1b[31mhere');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
