import { createServer } from 'node:http';
import { listen } from './serve-bytes.ts';

/** A message as a provider got it. */
export interface ReceivedNotice {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly text: string;
}

let received: ReceivedNotice[] = [];

/** Starts a provider that answers 200 and keeps what it gets; returns its base URL. */
export async function receiveNotices(_: null): Promise<string> {
  return listen(
    createServer((request, response) => {
      const at = Date.now();
      let text = '';
      request.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      request.on('end', () => {
        received.push({ at, text });
        response.end();
      });
    }),
  );
}

/** What has come since this was asked last. */
export async function noticesReceived(_: null): Promise<readonly ReceivedNotice[]> {
  const since = received;
  received = [];
  return since;
}
