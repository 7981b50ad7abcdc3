import { get, type IncomingMessage } from 'node:http';
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { onTestFinished } from 'vitest';

/** One connection to an event stream. */
export interface EventListener {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** All messages so far, including `ready`. */
  readonly messages: readonly EventSourceMessage[];
  readonly comments: readonly string[];
  /** Resolves after a number of messages of an event have arrived; rejects after 10 s. */
  heard(event: string, count?: number): Promise<readonly EventSourceMessage[]>;
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
  /** The text of the response, where it is not a stream. */
  text(): Promise<string>;
  /** Stops reading until it is resumed. */
  pause(): void;
  resume(): void;
  close(): void;
}

const PATIENCE_MILLIS = 60_000;

/** Connects to the event stream of a server; closed at the end of the test. */
export async function openListener(
  baseUrl: string,
  input: {
    /** An API key; without one, the headers contain the session. */
    readonly key?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly query?: string;
    readonly lastEventId?: string;
  },
): Promise<EventListener> {
  const { key, query = '', lastEventId } = input;
  const headers = {
    ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
    ...input.headers,
    ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
  };
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const url = `${baseUrl}/v1/platform/os/events/stream${query}`;
    get(url, { headers, agent: false }, resolve).on('error', reject);
  });
  onTestFinished(() => void response.destroy());
  const messages: EventSourceMessage[] = [];
  const comments: string[] = [];
  let text = '';
  const parser = createParser({
    onEvent: (message) => messages.push(message),
    onComment: (comment) => comments.push(comment),
  });
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    text += response.statusCode === 200 ? '' : chunk;
    if (response.statusCode === 200) parser.feed(chunk);
  });
  const ended = new Promise<void>((resolve) => {
    response.once('close', resolve);
  });
  response.on('error', () => {});
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    messages,
    comments,
    ended,
    text: () => ended.then(() => text),
    async heard(event, count = 1) {
      const until = performance.now() + PATIENCE_MILLIS;
      for (;;) {
        const found = messages.filter((message) => message.event === event);
        if (found.length >= count) return found;
        if (performance.now() > until) {
          throw new Error(`${found.length} of ${count} ${event}: ${JSON.stringify(messages)}`);
        }
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    pause: () => void response.pause(),
    resume: () => void response.resume(),
    close: () => void response.destroy(),
  };
}
