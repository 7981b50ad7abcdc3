import { startLocalServer } from './local-server.ts';

/** An event as it arrived. */
export type ArrivedEvent = Readonly<Record<string, unknown>>;

/** One call as it arrived. */
export interface ArrivedCall {
  readonly path: string;
  readonly key: string;
  readonly authorization: string;
  readonly events: readonly ArrivedEvent[];
}

/** A response of the receiver instead of storing the events. */
export interface OtherAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ReceiverOptions {
  /** The reason for rejecting an event; undefined if it is accepted. */
  readonly refuse?: (event: ArrivedEvent) => string | undefined;
  /** Evaluated before each call; calls are numbered from 0. */
  readonly answer?: (call: number, events: readonly ArrivedEvent[]) => OtherAnswer | undefined;
  readonly delayMs?: number;
  /** Calls are not answered before this is settled. */
  readonly until?: Promise<unknown>;
}

/** An in-memory implementation of the documented ingest of a service. */
export interface IngestReceiver {
  readonly url: string;
  readonly calls: readonly ArrivedCall[];
  /** The stored events, in order of arrival. */
  readonly stored: readonly ArrivedEvent[];
}

/**
 * Starts a receiver for one test: repeated calls are detected by key, repeated events by content.
 */
export async function startIngestReceiver(options: ReceiverOptions = {}): Promise<IngestReceiver> {
  const calls: ArrivedCall[] = [];
  const stored: ArrivedEvent[] = [];
  const known = new Set<string>();
  const answers = new Map<string, string>();
  let count = 0;

  function take(call: ArrivedCall): OtherAnswer {
    const kept = answers.get(call.key);
    if (kept !== undefined) {
      return { status: 200, body: JSON.parse(kept), headers: { 'idempotent-replayed': 'true' } };
    }
    const issues = call.events.flatMap((event, index) => {
      const message = options.refuse?.(event);
      if (message === undefined) return [];
      return [{ path: `events[${index}].value`, code: 'not_allowed', message }];
    });
    if (issues.length > 0) {
      return { status: 400, body: { error: 'validation_failed', message: 'no', issues } };
    }
    const fresh = call.events.filter((event) => !known.has(JSON.stringify(event)));
    for (const event of fresh) if ('ts' in event) known.add(JSON.stringify(event));
    stored.push(...fresh);
    const duplicates = call.events.length - fresh.length;
    const body = { ok: true, stored: fresh.length, duplicates };
    answers.set(call.key, JSON.stringify(body));
    return { status: 200, body };
  }

  const server = await startLocalServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const { events } = JSON.parse(Buffer.concat(parts).toString()) as Pick<ArrivedCall, 'events'>;
      const call = {
        path: request.url ?? '',
        key: `${request.headers['idempotency-key']}`,
        authorization: `${request.headers.authorization}`,
        events,
      };
      const { status, body = {}, headers = {} } = options.answer?.(count++, events) ?? take(call);
      calls.push(call);
      const send = () => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        response.end(JSON.stringify(body));
      };
      void Promise.resolve(options.until).then(() => setTimeout(send, options.delayMs ?? 0));
    });
  });
  return { url: server.url, calls, stored };
}
