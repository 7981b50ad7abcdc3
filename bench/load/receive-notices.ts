import { createServer } from 'node:http';
import { listen } from './serve-bytes.ts';

/** A message received by a provider. */
export interface ReceivedNotice {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly text: string;
}

let received: ReceivedNotice[] = [];

/** Starts a provider that answers 200 and stores its messages; returns its base URL. */
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

/** The messages received since the last call. */
export async function noticesReceived(_: null): Promise<readonly ReceivedNotice[]> {
  const since = received;
  received = [];
  return since;
}
