import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An answer as it was recorded. */
export interface RecordedAnswer {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/**
 * Starts the least a server could be: path in, remembered bytes out, checked by nobody. It answers
 * 304 to an If-None-Match that holds. Returns its base URL; it lives as long as the worker.
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

/** Has a server listen at a free port of this machine; returns its base URL. */
export async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
