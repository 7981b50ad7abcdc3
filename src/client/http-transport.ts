import type { Dispatcher } from 'undici';
import { ConnectionFailed, connectionFailureOf, type FailedRequest } from './errors.ts';
import type { ClientRequest, ClientResponse, Transport } from './transport.ts';

/** How far the transport goes for one request. */
export interface HttpTransportOptions {
  /** Longest time of a request, from connecting to the last byte of the answer, in milliseconds. */
  readonly timeoutMs: number;
}

const MOST_CONNECTIONS = 8;
const CONNECT_MILLIS = 10_000;
const MOST_BYTES = 256 * 1024 * 1024;

/** Makes the way to a server by HTTP; nothing is loaded or connected before the first request. */
export function createHttpTransport(baseUrl: string, options: HttpTransportOptions): Transport {
  const url = new URL(baseUrl);
  const prefix = url.pathname.replace(/\/+$/, '');
  let opened: Promise<HttpPart> | undefined;
  return {
    server: url.origin + prefix,
    async send(request) {
      opened ??= openPool(url.origin, options);
      const failed = { method: request.method, path: request.path, server: url.origin + prefix };
      const timeout = AbortSignal.timeout(options.timeoutMs);
      try {
        return await exchange(await opened, withLimits(request, prefix, timeout));
      } catch (error) {
        throw explain(error, failed, { timeout, timeoutMs: options.timeoutMs });
      }
    },
    async close() {
      // Nothing is under way any more, or nobody waits for it.
      await (await opened)?.pool.destroy();
    },
  };
}

interface HttpPart {
  readonly pool: Dispatcher;
  readonly send: (options: Dispatcher.RequestOptions) => Promise<Dispatcher.ResponseData>;
}

async function openPool(origin: string, { timeoutMs }: HttpTransportOptions): Promise<HttpPart> {
  const [{ default: Pool }, { default: request }] = await Promise.all([
    import('undici/lib/dispatcher/pool.js'),
    import('undici/lib/api/api-request.js'),
  ]);
  const pool = new Pool(origin, {
    connections: MOST_CONNECTIONS,
    connect: { timeout: Math.min(CONNECT_MILLIS, timeoutMs) },
    // One clock decides for the whole request: the signal.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: MOST_BYTES,
  });
  return { pool, send: (options) => request.call(pool, options) };
}

function withLimits(
  { method, path, headers, body, signal }: ClientRequest,
  prefix: string,
  timeout: AbortSignal,
): Dispatcher.RequestOptions {
  return {
    method: method as Dispatcher.HttpMethod,
    path: prefix + path,
    headers: { ...headers },
    ...(body === undefined ? {} : { body }),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  };
}

async function exchange(
  { send }: HttpPart,
  options: Dispatcher.RequestOptions,
): Promise<ClientResponse> {
  const { statusCode, headers, body } = await send(options);
  return { status: statusCode, headers: joinHeaders(headers), body: await body.text() };
}

function joinHeaders(headers: Dispatcher.ResponseData['headers']): Record<string, string> {
  const joined: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) joined[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return joined;
}

function explain(
  error: unknown,
  request: FailedRequest,
  { timeout, timeoutMs }: { readonly timeout: AbortSignal; readonly timeoutMs: number },
): unknown {
  if (timeout.aborted && error === timeout.reason) {
    const detail = `${timeoutMs / 1000} s`;
    return new ConnectionFailed('timed_out', request, { detail, cause: error });
  }
  return connectionFailureOf(error, request) ?? error;
}
