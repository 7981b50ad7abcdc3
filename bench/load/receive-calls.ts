import { createServer } from 'node:http';
import { listen } from './serve-bytes.ts';

const calls = { count: 0, lastAt: 0 };

/** Starts a webhook receiver that answers 200 and counts; returns its base URL. */
export async function receiveCalls(_: null): Promise<string> {
  return listen(
    createServer((request, response) => {
      request.resume().on('end', () => {
        calls.count++;
        calls.lastAt = Date.now();
        response.end();
      });
    }),
  );
}

/** The number of calls received by this worker, and the time of the last one, since 1970. */
export async function callsReceived(_: null): Promise<typeof calls> {
  return calls;
}
