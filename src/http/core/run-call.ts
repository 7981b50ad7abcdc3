import type { FastifyReply, FastifyRequest } from 'fastify';
import { validationFailed } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { executeWrite, runRead, type WriteWork } from '../../platform/audit/audited-requests.ts';
import type { RequestContext, Result } from '../../platform/core/request-context.ts';
import { sha256Hex } from '../../tools/hash.ts';
import type { AppDependencies } from './app-dependencies.ts';
import { inOneTrip } from './authenticate-call.ts';
import { bodyOf } from './request-body.ts';
import { overloaded } from './request-limits.ts';
import type { RouteHandler } from './router.ts';

/**
 * The handler of a route that reads: runs the use case and sends its answer. Once its caller is let
 * in, a replica may answer its queries.
 */
export function readRoute(deps: AppDependencies, work: ReadWork): RouteHandler {
  return {
    handler: async (request, reply) => {
      const call = callOf(request);
      const answer = await runRead(deps.audit, call, () =>
        onReplica(deps, () => work(call, request)),
      );
      return sendAnswer(reply, answer);
    },
  };
}

/**
 * The handler of a route whose answer is computed of a farm as a whole. A few are computed at a time
 * and the others wait, callers in rotation: what needs less is not held up by all of them at once.
 */
export function farmRoute(deps: AppDependencies, work: ReadWork): RouteHandler {
  return readRoute(deps, (call, request) => {
    const since = performance.now();
    const begin = async () => {
      const isLate = performance.now() - since > limits.farmAnswerWaitMillis;
      // Nobody waits for it any more.
      if (isLate || request.raw.socket.destroyed) throw overloaded();
      return work(call, request);
    };
    return deps.farmTurns(begin, call.actor.keyId);
  });
}

function onReplica<T>({ runtime }: AppDependencies, work: () => T): T {
  const { onReplica } = runtime.database;
  return onReplica ? onReplica(work) : work();
}

type ReadWork = (call: RequestContext, request: FastifyRequest) => Promise<Result<string | Buffer>>;

/**
 * The handler of a route that reads, at the same moment as its caller is let in where the caller is
 * presumed to be known. What was read counts only for the very actor that was let in.
 */
export function readAheadRoute(deps: AppDependencies, work: ReadWork): RouteHandler {
  const ahead = async (request: FastifyRequest, confirm: () => Promise<RequestContext>) => {
    const presumed = callOf(request);
    request.call = undefined;
    const [confirmed, read] = await inOneTrip(deps, () =>
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
  const plain = readRoute(deps, work);
  return {
    readsAhead: true,
    handler: async (request, reply) => {
      const { confirm } = request;
      if (!confirm) return plain.handler(request, reply);
      request.confirm = undefined;
      return sendAnswer(reply, await ahead(request, confirm));
    },
  };
}

/** A route that changes something: its use case runs in one transaction with audit and events. */
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

/** A route that reads before it changes something: what it returns runs in the transaction. */
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

/** The call of a request whose caller was let in. */
export function callOf(request: FastifyRequest): RequestContext {
  if (!request.call) throw new Error('a route without a caller');
  return request.call;
}

/** The body of a request that need not have one. */
export function optionalBody(request: FastifyRequest): () => unknown {
  return () => (request.rawBody ? bodyOf(request) : undefined);
}

/** The body of a request, `{}` where it has none. */
export function bodyOrNothing(request: FastifyRequest): () => unknown {
  return () => (request.rawBody ? bodyOf(request) : {});
}

/** The id of a path `…/:id`. */
export function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}

/** Sends an answer of a use case. */
export function sendAnswer(reply: FastifyReply, answer: Result<string | Buffer>): FastifyReply {
  reply.code(answer.status).headers(answer.headers);
  if (answer.body.length === 0) return reply.send();
  reply.type('application/json; charset=utf-8');
  return reply.send(answer.body);
}

/**
 * The `Idempotency-Key` of a request with the hash of what it was sent for; of a body that was not
 * kept as text, `body` stands for it.
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
