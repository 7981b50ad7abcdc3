import { context, propagation, SpanKind } from '@opentelemetry/api';
import type { Agent, Dispatcher } from 'undici';
import { inSpan } from '../../tools/tracing.ts';
import { BlockedAddress, checkTarget, type OutboundPolicy } from './check-target.ts';
import { guardedConnector, type Resolve, systemResolve } from './guarded-connections.ts';

export interface OutboundRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** A binary body, instead of text. */
  readonly bytes?: Uint8Array;
  /** Time limit of the whole call, from connecting to the last byte read. */
  readonly timeoutMs: number;
  /** Maximum number of response bytes read; the rest is discarded. */
  readonly maxBytes: number;
  /** Aborts the call. */
  readonly signal?: AbortSignal;
}

/** The response. */
export interface OutboundAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** Whether the response exceeded `maxBytes`. */
  readonly isCut: boolean;
}

/** Why there was no response; reveals nothing about internal targets. */
export type OutboundFailure = 'blocked' | 'timeout' | 'dns' | 'connect' | 'tls' | 'broken';

/** A call without a response. */
export class OutboundFailed extends Error {
  readonly failure: OutboundFailure;

  constructor(failure: OutboundFailure, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OutboundFailed';
    this.failure = failure;
  }
}

/** Calls user-supplied URLs, guarded against internal targets. */
export interface OutboundClient {
  /** Throws `OutboundFailed` when there is no response; any status is a response. */
  send(request: OutboundRequest): Promise<OutboundAnswer>;
  close(): Promise<void>;
}

const CONNECT_MILLIS = 5000;
/** Enough for all concurrent deliveries: many webhooks share a host, and none waits for another. */
const MOST_CONNECTIONS_PER_HOST = 32;
/** Maximum size of response headers, in bytes; larger ones are refused. */
const LONGEST_HEADERS = 16 * 1024;

/** Creates a client; redirects are never followed and certificates always verified. */
export function createOutboundClient(
  policy: OutboundPolicy,
  resolve: Resolve = systemResolve,
): OutboundClient {
  let agentPromise: Promise<Agent> | undefined;
  return {
    async send(request) {
      const limit = startLimit(request);
      try {
        agentPromise ??= openAgent(policy, resolve);
        return await exchange(await agentPromise, { request, policy, signal: limit.signal });
      } catch (error) {
        throw explainFailure(error, limit.isTimeout());
      } finally {
        limit.end();
      }
    },
    close: async () => (await agentPromise)?.destroy(),
  };
}

// Loaded for the first call: it takes 100 ms, which servers without outbound calls save.
async function openAgent(policy: OutboundPolicy, resolve: Resolve): Promise<Agent> {
  const { Agent, buildConnector } = await import('undici');
  return new Agent({
    connect: guardedConnector(policy, { buildConnector, resolve, timeoutMs: CONNECT_MILLIS }),
    connections: MOST_CONNECTIONS_PER_HOST,
    maxHeaderSize: LONGEST_HEADERS,
    // A single timeout covers the whole call: the signal.
    headersTimeout: 0,
    bodyTimeout: 0,
  });
}

interface Limit {
  readonly signal: AbortSignal;
  isTimeout(): boolean;
  end(): void;
}

// `AbortSignal.any` leaks an entry per call on a long-lived signal.
function startLimit({ timeoutMs, signal }: OutboundRequest): Limit {
  const controller = new AbortController();
  const abort = () => controller.abort(signal?.reason);
  let isTimeout = false;
  const timer = setTimeout(() => {
    isTimeout = !controller.signal.aborted;
    controller.abort();
  }, timeoutMs);
  if (signal?.aborted) abort();
  signal?.addEventListener('abort', abort);
  return {
    signal: controller.signal,
    isTimeout: () => isTimeout,
    end: () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    },
  };
}

async function exchange(
  agent: Dispatcher,
  call: {
    readonly request: OutboundRequest;
    readonly policy: OutboundPolicy;
    readonly signal: AbortSignal;
  },
): Promise<OutboundAnswer> {
  const { request, policy, signal } = call;
  const { method, headers = {}, bytes, body = bytes, maxBytes } = request;
  const { origin, hostname, pathname, search } = checkTarget(request.url, policy);
  // The path is not an attribute: it may contain a secret.
  const attributes = { 'http.request.method': method, 'server.address': hostname };
  return inSpan(method, { kind: SpanKind.CLIENT, attributes }, async (span) => {
    const traced = { ...headers };
    propagation.inject(context.active(), traced);
    const answer = await untilAborted(
      agent.request({
        origin,
        path: `${pathname}${search}`,
        method,
        headers: traced,
        signal,
        ...(body === undefined ? {} : { body }),
      }),
      signal,
    );
    span.setAttribute('http.response.status_code', answer.statusCode);
    const read = await readStart(answer.body, maxBytes);
    return { status: answer.statusCode, headers: answer.headers, ...read };
  });
}

// undici observes the signal only once it is connected.
function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    work.then(resolve, reject);
  });
}

async function readStart(
  stream: AsyncIterable<Buffer>,
  maxBytes: number,
): Promise<Pick<OutboundAnswer, 'body' | 'isCut'>> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream) {
    chunks.push(chunk);
    bytes += chunk.length;
    // Leaving the loop closes the stream and with it the connection.
    if (bytes > maxBytes) break;
  }
  const body = Buffer.concat(chunks).subarray(0, maxBytes).toString('utf8');
  return { body, isCut: bytes > maxBytes };
}

const DNS_CODES: readonly string[] = ['ENOTFOUND', 'EAI_AGAIN', 'EAI_NODATA', 'ENODATA'];
const CONNECT_CODES: readonly string[] = [
  'ECONNREFUSED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENETDOWN',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
];
/** OpenSSL and Node codes for invalid certificates and failed handshakes. */
const TLS_CODE = /CERT|TLS|SSL|EPROTO|SIGNATURE|CRL|INVALID_CA|INVALID_PURPOSE|HOSTNAME_MISMATCH/;

/** Why there was no response, without details about internal targets. */
export function explainFailure(error: unknown, isTimeout: boolean): OutboundFailed {
  if (error instanceof BlockedAddress) {
    return new OutboundFailed('blocked', error.message, { cause: error });
  }
  if (isTimeout) return new OutboundFailed('timeout', 'There was no answer in time.');
  const code = String((error as { code?: unknown }).code ?? '');
  const cause = { cause: error };
  if (DNS_CODES.includes(code)) {
    return new OutboundFailed('dns', 'The name of the host is not known.', cause);
  }
  if (CONNECT_CODES.includes(code)) {
    return new OutboundFailed('connect', 'There is no connection to the host.', cause);
  }
  if (TLS_CODE.test(code)) {
    return new OutboundFailed(
      'tls',
      'The host cannot prove who it is, or does not speak TLS.',
      cause,
    );
  }
  return new OutboundFailed('broken', 'The connection broke before the answer was whole.', cause);
}
