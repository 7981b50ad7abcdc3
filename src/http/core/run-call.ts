import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { gzip, type ZlibOptions } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { validationFailed } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { executeWrite, runRead, type WriteWork } from '../../platform/audit/audited-requests.ts';
import type { RequestContext, Result } from '../../platform/core/request-context.ts';
import { sha256Hex } from '../../tools/hash.ts';
import type { AppDependencies, Exchange } from './app-dependencies.ts';
import { inOneRoundTrip, OF_GZIP } from './authenticate-call.ts';
import { bodyOf } from './request-body.ts';
import { overloaded } from './request-limits.ts';
import type { RouteHandler } from './router.ts';

/**
 * Creates the handler of a read route: runs the use case and sends the result. After
 * authentication, a replica may answer its queries.
 */
export function readRoute(deps: AppDependencies, work: ReadWork): RouteHandler {
  return {
    handler: async (request, reply) => {
      const call = callOf(request);
      const answer = await runRead(deps.audit, call, () =>
        onReplica(deps, () => work(call, request)),
      );
      return sendRead({ request, reply }, answer);
    },
  };
}

/**
 * Creates the handler of a route with a farm-wide computation. Few computations run concurrently;
 * the others wait, with callers in rotation, so that cheaper requests are not delayed by all of
 * them at once.
 */
export function farmRoute(deps: AppDependencies, work: ReadWork): RouteHandler {
  return readRoute(deps, (call, request) => {
    const since = performance.now();
    const start = async () => {
      const isLate = performance.now() - since > limits.farmAnswerWaitMillis;
      // The caller has disconnected.
      if (isLate || request.raw.socket.destroyed) throw overloaded();
      return work(call, request);
    };
    return deps.farmTurns(start, call.actor.keyId);
  });
}

function onReplica<T>({ runtime }: AppDependencies, work: () => T): T {
  const { onReplica } = runtime.database;
  return onReplica ? onReplica(work) : work();
}

type ReadWork = (call: RequestContext, request: FastifyRequest) => Promise<Result<string | Buffer>>;

/**
 * Creates the handler of a read route that reads while a presumably known caller is authenticated.
 * The result is used only if the authenticated actor equals the presumed one.
 */
export function prefetchingRoute(deps: AppDependencies, work: ReadWork): RouteHandler {
  const readAhead = async (request: FastifyRequest, confirm: () => Promise<RequestContext>) => {
    const presumed = callOf(request);
    request.call = undefined;
    const [confirmed, read] = await inOneRoundTrip(deps, () =>
      Promise.allSettled([confirm(), work(presumed, request)]),
    );
    if (confirmed.status === 'rejected') throw confirmed.reason;
    const call = confirmed.value;
    if (JSON.stringify(call.actor) !== JSON.stringify(presumed.actor)) {
      return runRead(deps.audit, call, () => work(call, request));
    }
    Object.assign(call.subject, presumed.subject);
    if (read.status === 'rejected') throw read.reason;
    return runRead(deps.audit, call, async () => read.value);
  };
  const readHandler = readRoute(deps, work);
  return {
    prefetches: true,
    handler: async (request, reply) => {
      const { confirm } = request;
      if (!confirm) return readHandler.handler(request, reply);
      request.confirm = undefined;
      return sendRead({ request, reply }, await readAhead(request, confirm));
    },
  };
}

/**
 * Creates the handler of a write route: its use case runs in one transaction with audit and events.
 */
export function writeRoute(
  deps: AppDependencies,
  work: (
    transaction: Parameters<WriteWork>[0],
    call: RequestContext,
    request: FastifyRequest,
  ) => Promise<Result>,
): RouteHandler {
  return preparedRoute(
    deps,
    async (call, request) => (transaction) => work(transaction, call, request),
  );
}

/**
 * Creates the handler of a route that reads before it writes: the function it returns runs in the
 * transaction.
 */
export function preparedRoute(
  deps: AppDependencies,
  prepare: (call: RequestContext, request: FastifyRequest) => Promise<WriteWork>,
): RouteHandler {
  return {
    handler: async (request, reply) => {
      const idempotency = idempotencyOf(request);
      const call = { ...callOf(request), ...(idempotency ? { idempotency } : {}) };
      const { runtime, audit } = deps;
      const answer = await executeWrite({ runtime, audit, call }, await prepare(call, request));
      return sendAnswer(reply, answer);
    },
  };
}

/** The context of an authenticated request. */
export function callOf(request: FastifyRequest): RequestContext {
  if (!request.call) throw new Error('a route without a caller');
  return request.call;
}

/** The body of a request for which it is optional. */
export function optionalBody(request: FastifyRequest): () => unknown {
  return () => (request.rawBody ? bodyOf(request) : undefined);
}

/** The body of a request, `{}` if it has none. */
export function lazyBody(request: FastifyRequest): () => unknown {
  return () => (request.rawBody ? bodyOf(request) : {});
}

/** The id of a path `…/:id`. */
export function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}

/** Sends the result of a use case. */
export function sendAnswer(reply: FastifyReply, answer: Result<string | Buffer>): FastifyReply {
  reply.code(answer.status).headers(answer.headers);
  if (answer.body.length === 0) return reply.send();
  reply.type('application/json; charset=utf-8');
  return reply.send(answer.body);
}

/**
 * Sends the result of a read, compressed if it is large and the client accepts gzip. Results of
 * other methods are never compressed: they may contain secrets beside the input of the caller.
 */
async function sendRead(
  { request, reply }: Exchange,
  answer: Result<string | Buffer>,
): Promise<FastifyReply> {
  const { method, headers } = request;
  const { status, body } = answer;
  const isRead = method === 'GET' || method === 'HEAD';
  const mayDiffer = status === NOT_MODIFIED || (status === OK && body.length >= PACKED_FROM_BYTES);
  if (!isRead || !mayDiffer) return sendAnswer(reply, answer);
  const { vary, etag } = answer.headers;
  reply.code(status).headers(answer.headers);
  reply.header('vary', vary === undefined ? 'accept-encoding' : `${vary}, accept-encoding`);
  const isPacked =
    status === OK ? acceptsGzip(request) : (headers['if-none-match'] ?? '').includes(OF_GZIP);
  // Different bytes need a different tag; withoutCoding removes the suffix.
  if (isPacked && etag !== undefined) reply.header('etag', etag.replace(/"$/, OF_GZIP));
  if (status === NOT_MODIFIED) return reply.send();
  reply.type('application/json; charset=utf-8');
  return isPacked
    ? reply.header('content-encoding', 'gzip').send(await packedOf(body))
    : reply.send(body);
}

/** Sends a document that is the same for everybody, compressed as `sendRead` does. */
export async function sendDocument(
  { request, reply }: Exchange,
  body: Buffer,
): Promise<FastifyReply> {
  if (body.length < PACKED_FROM_BYTES) return reply.send(body);
  reply.header('vary', 'accept-encoding');
  return acceptsGzip(request)
    ? reply.header('content-encoding', 'gzip').send(await packedOf(body))
    : reply.send(body);
}

function acceptsGzip({ headers }: FastifyRequest): boolean {
  return acceptedEncodings(headers['accept-encoding']).includes('gzip');
}

const OK = 200;
const NOT_MODIFIED = 304;
/** Smaller bodies fit into two packets. */
const PACKED_FROM_BYTES = 2000;
/** The encodings in an `Accept-Encoding` header, in lower case, without those refused by `q=0`. */
export function acceptedEncodings(header: string | readonly string[] = ''): readonly string[] {
  return String(header)
    .split(',')
    .filter((part) => !/;\s*q=0(\.0*)?\s*$/.test(part))
    .map((part) => part.split(';', 1)[0]?.trim().toLowerCase() ?? '');
}

const compress = promisify<string | Buffer, ZlibOptions, Buffer>(gzip);
/** The compressed form of cached bodies, which are sent again. */
const packedBodies = new WeakMap<Buffer, Promise<Buffer>>();

/** Compresses in a thread of the pool; higher levels take far longer and save little more. */
function packedOf(body: string | Buffer): Promise<Buffer> {
  const cached = typeof body === 'string' ? undefined : packedBodies.get(body);
  if (cached !== undefined) return cached;
  const compressed = compress(body, { level: 1 });
  if (typeof body !== 'string') packedBodies.set(body, compressed);
  return compressed;
}

/**
 * The `Idempotency-Key` of a request with the hash of the request; `body` replaces a body that is
 * not available as text.
 */
export function idempotencyOf(
  request: FastifyRequest,
  body = request.rawBody ?? '',
): RequestContext['idempotency'] {
  const key = request.headers['idempotency-key'];
  if (key === undefined) return undefined;
  const isUsable =
    typeof key === 'string' &&
    key.length <= limits.idempotencyKeyLength &&
    /^[\x21-\x7e]+$/.test(key);
  if (!isUsable) {
    throw validationFailed([
      {
        path: 'Idempotency-Key',
        code: 'invalid_format',
        message: `Idempotency-Key must be 1 to ${limits.idempotencyKeyLength} visible ASCII characters.`,
      },
    ]);
  }
  const requestHash = sha256Hex(`${request.method} ${request.url}\n${body}`);
  return { key, requestHash };
}

/**
 * Closes queued responses when their connection ends. Node closes only the response that is being
 * sent: resources of the others (slots, streams, files) would never be released.
 */
export function closeQueuedAnswers({ server }: Pick<FastifyInstance, 'server'>): void {
  const ofConnection = new WeakMap<Socket, Set<ServerResponse>>();
  const watchSocket = (socket: Socket) => {
    const answers = new Set<ServerResponse>();
    ofConnection.set(socket, answers);
    socket.once('close', () => {
      for (const answer of answers) if (answer.socket === null) close(answer);
    });
    return answers;
  };
  // Must run before the request handler: its connection may end in the same turn.
  server.prependListener('request', ({ socket }, answer) => {
    const answers = ofConnection.get(socket) ?? watchSocket(socket);
    answers.add(answer);
    answer.once('close', () => answers.delete(answer));
  });
}

/** As Node does for the response that is being sent. */
function close(answer: ServerResponse & { _closed?: boolean }): void {
  answer.destroyed = true;
  answer._closed = true;
  answer.emit('close');
}

/** Runs an action once the response is closed, even if the caller has already disconnected. */
export function whenClosed({ raw }: FastifyReply, action: () => void): void {
  if (raw.closed) action();
  else raw.once('close', action);
}
