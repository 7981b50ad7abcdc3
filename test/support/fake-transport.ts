import type { ClientRequest, ClientResponse, Transport } from '../../src/client/errors.ts';

/** An expected request, and its response. */
export interface Exchange {
  /** `GET /v1/platform/flocks?limit=50`. */
  readonly on: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; a string is sent unchanged. */
  readonly reply?: unknown;
  /** Thrown instead of a response. */
  readonly fails?: Error;
}

/** A transport that plays a script in order and records the requests. */
export interface FakeTransport extends Transport {
  readonly requests: readonly ClientRequest[];
  /** Throws unless every exchange of the script took place. */
  verify(): void;
}

/** Creates a transport for a test; a request other than the next one of the script fails. */
export function createFakeTransport(script: readonly Exchange[]): FakeTransport {
  const requests: ClientRequest[] = [];
  return {
    server: 'http://farm.test',
    requests,
    async send(request) {
      const exchange = script[requests.length];
      requests.push(request);
      const line = `${request.method} ${request.path}`;
      if (exchange?.on !== line) {
        throw new Error(`expected ${exchange?.on ?? 'no further request'}, got ${line}`);
      }
      if (exchange.fails) throw exchange.fails;
      return answerOf(exchange);
    },
    close: async () => {},
    verify() {
      const left = script.slice(requests.length).map(({ on }) => on);
      if (left.length > 0) throw new Error(`not sent: ${left.join(', ')}`);
    },
  };
}

function answerOf({ status = 200, headers = {}, reply }: Exchange): ClientResponse {
  const isText = typeof reply === 'string';
  return {
    status,
    headers: {
      'content-type': isText ? 'text/plain' : 'application/json; charset=utf-8',
      'x-request-id': 'req-1',
      ...headers,
    },
    body: reply === undefined ? '' : isText ? reply : JSON.stringify(reply),
  };
}
