import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A recorded response. */
export interface RecordedAnswer {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Starts a minimal server: recorded bytes by path, without checks. It responds 304 to a matching
 * If-None-Match. Returns its base URL; it runs as long as the worker.
 */
export async function serveBytes(recorded: readonly RecordedAnswer[]): Promise<string> {
  const answers = new Map(recorded.map((it) => [it.path, { ...it, body: Buffer.from(it.body) }]));
  return listen(
    createServer((request, response) => {
      const answer = answers.get(request.url ?? '');
      if (!answer) return void response.writeHead(404).end();
      const tag = request.headers['if-none-match'];
      if (tag && tag === answer.headers['etag']) return void response.writeHead(304).end();
      response.writeHead(200, answer.headers).end(answer.body);
    }),
  );
}

/** Makes a server listen on a free local port; returns its base URL. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
