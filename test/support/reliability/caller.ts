import { Pool } from 'undici';

const ANSWER_MILLIS = 20_000;
const MOST_WAITED_MILLIS = 60_000;

/** One request. */
export interface Ask {
  readonly method?: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  /** The whole path. */
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Its result; status 0 without a response. */
export interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  // biome-ignore lint/suspicious/noExplicitAny: tests read bodies of any shape.
  readonly body: any;
  readonly millis: number;
}

/** A caller with a separate key and connections. */
export interface Caller {
  ask(request: Ask): Promise<Reply>;
  /** Retries like a client while a busy machine makes the server respond with 503. */
  askUntilTaken(request: Ask): Promise<Reply>;
  close(): Promise<void>;
}

/**
 * Opens connections to a server; a request without a response is a reply with status 0, not an
 * error.
 */
export function openCaller(baseUrl: string, key: string, connections = 64): Caller {
  const pool = new Pool(baseUrl, {
    connections,
    pipelining: 1,
    headersTimeout: ANSWER_MILLIS,
    bodyTimeout: ANSWER_MILLIS,
  });
  const ask: Caller['ask'] = async ({ method = 'GET', path, body, headers = {} }) => {
    const start = performance.now();
    try {
      const answer = await pool.request({
        method,
        path,
        headers: {
          authorization: `Bearer ${key}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await answer.body.text();
      const millis = performance.now() - start;
      return { status: answer.statusCode, headers: answer.headers, body: parse(text), millis };
    } catch {
      return { status: 0, headers: {}, body: undefined, millis: performance.now() - start };
    }
  };
  return {
    ask,
    async askUntilTaken(request) {
      const end = performance.now() + MOST_WAITED_MILLIS;
      let reply = await ask(request);
      while (reply.status === 503 && performance.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, 100));
        reply = await ask(request);
      }
      return reply;
    },
    close: () => pool.destroy(),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
