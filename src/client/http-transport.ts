import type { Agent, IncomingMessage, ClientRequest as Outgoing, RequestOptions } from 'node:http';
import { trimEndOf } from '../tools/text.ts';
import {
  type BodySource,
  type ClientRequest,
  type ClientResponse,
  ConnectionFailed,
  connectionFailureOf,
  type FailedRequest,
  type Transport,
} from './errors.ts';

/** Limits of the HTTP transport. */
export interface HttpTransportOptions {
  /** Timeout of a request, from connecting to the last byte of the response, in milliseconds. */
  readonly timeoutMs: number;
}

const MOST_CONNECTIONS = 8;
const CONNECT_MILLIS = 10_000;
/**
 * Idle connections are closed before the server closes them: most servers do after five seconds.
 */
const IDLE_MILLIS = 4_000;
const MOST_BYTES = 256 * 1024 * 1024;

/**
 * Creates an HTTP transport; nothing is loaded or connected before the first request. It uses
 * Node's own HTTP: loading another HTTP client would take most of the time of a command.
 */
export function createHttpTransport(baseUrl: string, options: HttpTransportOptions): Transport {
  const url = new URL(baseUrl);
  const prefix = trimEndOf(url.pathname, '/');
  const server = url.origin + prefix;
  let connecting: Promise<HttpPart> | undefined;
  let streaming: Promise<HttpPart> | undefined;
  const open: NonNullable<Transport['open']> = async (request, silenceMs) => {
    // A stream has no timeout and must not occupy a connection of other requests.
    streaming ??= openHttp(url, Number.POSITIVE_INFINITY);
    const limit = startLimit(request, server, options);
    try {
      const response = await beginPart(await streaming, prefix, limit);
      const chunks = readChunks(response, limit, silenceMs);
      return { status: response.statusCode ?? 0, headers: joinHeaders(response), chunks };
    } catch (error) {
      throw limit.explain(error);
    } finally {
      limit.end();
    }
  };
  return {
    server,
    async send(request) {
      connecting ??= openHttp(url, MOST_CONNECTIONS);
      const limit = startLimit(request, server, options);
      try {
        return await readWhole(await beginPart(await connecting, prefix, limit), limit.failed);
      } catch (error) {
        throw limit.explain(error);
      } finally {
        limit.end();
      }
    },
    open,
    download: open,
    async close() {
      // No request is in flight any more, or no caller waits for one.
      await Promise.all([connecting, streaming].map(async (part) => (await part)?.agent.destroy()));
    },
  };
}

interface Limit {
  readonly request: ClientRequest;
  readonly failed: FailedRequest;
  /** Aborted by the timeout or by the caller. */
  readonly signal: AbortSignal;
  /** Converts the final error of the request to its cause. */
  explain(error: unknown): unknown;
  end(): void;
}

/** Starts the timeout of a request; for a file upload, the timeout restarts whenever bytes move. */
function startLimit(request: ClientRequest, server: string, options: HttpTransportOptions): Limit {
  const { method, path, file, signal: outer } = request;
  const { timeoutMs } = options;
  const failed = { method, path, server };
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(timedOut(failed, timeoutMs)), timeoutMs);
  const signal = outer ? AbortSignal.any([outer, controller.signal]) : controller.signal;
  const upload = file && { file: watchChunks(file, () => timer.refresh()) };
  return {
    request: { ...request, ...upload },
    failed,
    signal,
    explain: (error) => (signal.aborted ? signal.reason : explain(error, failed)),
    end: () => clearTimeout(timer),
  };
}

function timedOut(failed: FailedRequest, millis: number): ConnectionFailed {
  return new ConnectionFailed('timed_out', failed, { detail: `${millis / 1000} s` });
}

function explain(error: unknown, failed: FailedRequest): unknown {
  return connectionFailureOf(error, failed) ?? error;
}

function watchChunks({ bytes, chunks }: BodySource, onChunk: () => void): BodySource {
  return {
    bytes,
    async *chunks() {
      for await (const chunk of chunks()) {
        onChunk();
        yield chunk;
      }
    },
  };
}

interface HttpPart {
  readonly agent: Agent;
  readonly request: (options: RequestOptions) => Outgoing;
}

async function openHttp({ origin, protocol }: URL, maxSockets: number): Promise<HttpPart> {
  const http = await (protocol === 'https:' ? import('node:https') : import('node:http'));
  const agent = new http.Agent({ keepAlive: true, maxSockets, timeout: IDLE_MILLIS });
  const to = new URL(origin);
  return { agent, request: (options) => http.request(to, { ...options, agent }) };
}

/** Sends the request; resolves when the response begins. */
function beginPart(part: HttpPart, prefix: string, { request, signal, failed }: Limit) {
  const { method, path, headers, body, file } = request;
  const bytes = file?.bytes ?? (body === undefined ? undefined : Buffer.byteLength(body));
  return new Promise<IncomingMessage>((resolve, reject) => {
    const outgoing = part.request({
      method,
      path: prefix + path,
      // For some methods Node frames the body only if its length is set.
      headers: { ...headers, ...(bytes === undefined ? {} : { 'content-length': bytes }) },
    });
    endWith(outgoing, signal);
    outgoing.once('response', resolve).on('error', reject);
    limitConnecting(outgoing, failed);
    if (file) sendFile(file, outgoing, failed).catch(reject);
    else outgoing.end(body);
  });
}

/** Cheaper than Node's `signal` option, which also watches the end of every stream. */
function endWith(outgoing: Outgoing, signal: AbortSignal): void {
  const end = () => outgoing.destroy(signal.reason);
  if (signal.aborted) end();
  signal.addEventListener('abort', end);
  outgoing.once('close', () => signal.removeEventListener('abort', end));
}

/** The connect timeout starts once the request has left the queue. */
function limitConnecting(outgoing: Outgoing, failed: FailedRequest): void {
  outgoing.once('socket', (socket) => {
    if (outgoing.reusedSocket) return;
    const giveUp = () => outgoing.destroy(timedOut(failed, CONNECT_MILLIS));
    const timer = setTimeout(giveUp, CONNECT_MILLIS);
    const isReady = outgoing.protocol === 'https:' ? 'secureConnect' : 'connect';
    socket.once(isReady, () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
  });
}

async function sendFile(
  { bytes, chunks }: BodySource,
  outgoing: Outgoing,
  failed: FailedRequest,
): Promise<void> {
  const { pipeline } = await import('node:stream/promises');
  // Stop sending once the server has responded.
  outgoing.once('response', (response) => {
    response.once('end', () => outgoing.writableFinished || outgoing.destroy());
  });
  await pipeline(exactly(bytes, chunks(), failed), outgoing);
}

/** The chunks, whose total size must match: excess bytes would be read as another request. */
async function* exactly(bytes: number, chunks: AsyncIterable<Uint8Array>, failed: FailedRequest) {
  let remainingBytes = bytes;
  for await (const chunk of chunks) {
    remainingBytes -= chunk.length;
    if (remainingBytes < 0) break;
    yield chunk;
  }
  if (remainingBytes === 0) return;
  throw new ConnectionFailed('broken', failed, { detail: 'the file changed while it was sent' });
}

async function readWhole(
  response: IncomingMessage,
  failed: FailedRequest,
): Promise<ClientResponse> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Uint8Array>) {
    bytes += chunk.length;
    if (bytes > MOST_BYTES) {
      const detail = `more than ${MOST_BYTES / 1024 ** 2} MiB`;
      throw new ConnectionFailed('too_large', failed, { detail });
    }
    chunks.push(chunk);
  }
  const body = new TextDecoder().decode(Buffer.concat(chunks));
  return { status: response.statusCode ?? 0, headers: joinHeaders(response), body };
}

/** Streams the body; a slow consumer does not count as a silent server. */
async function* readChunks(
  response: IncomingMessage,
  limit: Limit,
  silenceMs: number,
): AsyncGenerator<Uint8Array> {
  const silence = () => response.destroy(timedOut(limit.failed, silenceMs));
  const chunks = (response as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
  try {
    for (;;) {
      const timer = setTimeout(silence, silenceMs);
      const { done, value } = await chunks.next().finally(() => clearTimeout(timer));
      if (done) return;
      yield value;
    }
  } catch (error) {
    throw limit.explain(error);
  } finally {
    response.destroy();
  }
}

function joinHeaders({ headers }: IncomingMessage): Record<string, string> {
  const joinedHeaders: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) joinedHeaders[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return joinedHeaders;
}

/**
 * Encodes a path for HTTP: anything other than printable ASCII, such as a name in Hebrew, is
 * percent-encoded.
 */
export function inPlainLetters(path: string): string {
  return path.replace(/[^\x21-\x7e]+/g, (text) =>
    encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')),
  );
}

export function parseBody({ headers, body }: ClientResponse): unknown {
  if (body === '') return undefined;
  if (!/\bjson\b/.test(headers['content-type'] ?? '')) return body;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/** Appends query parameters to a path; those without a value are omitted. */
export function withQuery(path: string, query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.append(name, String(value));
  }
  const text = search.toString();
  if (text === '') return path;
  return `${path}${path.includes('?') ? '&' : '?'}${text}`;
}
