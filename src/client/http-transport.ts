import type { Dispatcher, Pool } from 'undici';
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
  let streaming: Promise<HttpPart> | undefined;
  return {
    server: url.origin + prefix,
    async send(request) {
      opened ??= openPool(url.origin, poolLimits(options));
      const failed = { method: request.method, path: request.path, server: url.origin + prefix };
      const timeout = AbortSignal.timeout(options.timeoutMs);
      try {
        return await exchange(await opened, withLimits(request, prefix, timeout));
      } catch (error) {
        throw explain(error, failed, { timeout, timeoutMs: options.timeoutMs });
      }
    },
    async open(request, silenceMs) {
      streaming ??= openPool(url.origin, streamLimits(options));
      const failed = { method: request.method, path: request.path, server: url.origin + prefix };
      try {
        const sent = { ...withoutLimits(request, prefix), bodyTimeout: silenceMs };
        const { statusCode, headers, body } = await (await streaming).send(sent);
        const chunks = explained(body, failed);
        return { status: statusCode, headers: joinHeaders(headers), chunks };
      } catch (error) {
        throw connectionFailureOf(error, failed) ?? error;
      }
    },
    async close() {
      // Nothing is under way any more, or nobody waits for it.
      await Promise.all([opened, streaming].map(async (part) => (await part)?.pool.destroy()));
    },
  };
}

interface HttpPart {
  readonly pool: Dispatcher;
  readonly send: (options: Dispatcher.RequestOptions) => Promise<Dispatcher.ResponseData>;
}

async function openPool(origin: string, limits: Pool.Options): Promise<HttpPart> {
  const [{ default: HttpPool }, { default: request }] = await Promise.all([
    import('undici/lib/dispatcher/pool.js'),
    import('undici/lib/api/api-request.js'),
  ]);
  const pool = new HttpPool(origin, limits);
  return { pool, send: (options) => request.call(pool, options) };
}

function poolLimits({ timeoutMs }: HttpTransportOptions): Pool.Options {
  return {
    connections: MOST_CONNECTIONS,
    connect: { timeout: Math.min(CONNECT_MILLIS, timeoutMs) },
    // One clock decides for the whole request: the signal.
    headersTimeout: 0,
    bodyTimeout: 0,
    maxResponseSize: MOST_BYTES,
  };
}

/** An answer without an end has no longest time and no largest size. */
function streamLimits({ timeoutMs }: HttpTransportOptions): Pool.Options {
  return {
    connect: { timeout: Math.min(CONNECT_MILLIS, timeoutMs) },
    headersTimeout: timeoutMs,
  };
}

function withLimits(
  request: ClientRequest,
  prefix: string,
  timeout: AbortSignal,
): Dispatcher.RequestOptions {
  const { signal } = request;
  return {
    ...withoutLimits(request, prefix),
    signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
  };
}

function withoutLimits(
  { method, path, headers, body, signal }: ClientRequest,
  prefix: string,
): Dispatcher.RequestOptions {
  return {
    method: method as Dispatcher.HttpMethod,
    path: prefix + path,
    headers: { ...headers },
    ...(body === undefined ? {} : { body }),
    ...(signal ? { signal } : {}),
  };
}

async function exchange(
  { send }: HttpPart,
  options: Dispatcher.RequestOptions,
): Promise<ClientResponse> {
  const { statusCode, headers, body } = await send(options);
  return { status: statusCode, headers: joinHeaders(headers), body: await body.text() };
}

async function* explained(
  body: AsyncIterable<Uint8Array>,
  request: FailedRequest,
): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw connectionFailureOf(error, request) ?? error;
  }
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
