import { Readable } from 'node:stream';
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
  const open: NonNullable<Transport['open']> = async (request, silenceMs) => {
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
  };
  return {
    server: url.origin + prefix,
    async send(request) {
      opened ??= openPool(url.origin, poolLimits(options));
      const failed = { method: request.method, path: request.path, server: url.origin + prefix };
      const limit = startLimit(request, options.timeoutMs);
      const { signal: timeout } = limit;
      try {
        return await exchange(await opened, withLimits(limit.request, prefix, timeout));
      } catch (error) {
        throw explain(error, failed, { timeout, timeoutMs: options.timeoutMs });
      } finally {
        limit.end();
      }
    },
    open,
    download: open,
    async close() {
      // Nothing is under way any more, or nobody waits for it.
      await Promise.all([opened, streaming].map(async (part) => (await part)?.pool.destroy()));
    },
  };
}

interface Limit {
  readonly request: ClientRequest;
  readonly signal: AbortSignal;
  end(): void;
}

/** The longest time of a request; of one that sends a file, the longest in which nothing moves. */
function startLimit(request: ClientRequest, timeoutMs: number): Limit {
  const { file } = request;
  if (!file) return { request, signal: AbortSignal.timeout(timeoutMs), end: () => {} };
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(new Error('timed out')), timeoutMs);
  const watched = {
    bytes: file.bytes,
    async *chunks() {
      for await (const chunk of file.chunks()) {
        timer.refresh();
        yield chunk;
      }
    },
  };
  return {
    request: { ...request, file: watched },
    signal: controller.signal,
    end: () => clearTimeout(timer),
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
  { method, path, headers, body, file, signal }: ClientRequest,
  prefix: string,
): Dispatcher.RequestOptions {
  return {
    method: method as Dispatcher.HttpMethod,
    path: prefix + path,
    headers: { ...headers, ...(file ? { 'content-length': String(file.bytes) } : {}) },
    ...(body === undefined ? {} : { body }),
    ...(file ? { body: Readable.from(file.chunks(), { objectMode: false }) } : {}),
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
