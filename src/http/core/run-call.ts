import type { FastifyReply, FastifyRequest } from 'fastify';
import { validationFailed } from '../../model/core/errors.ts';
import { limits } from '../../model/core/limits.ts';
import { executeWrite, runRead, type WriteWork } from '../../platform/audit/audited-requests.ts';
import type { Answer, Call } from '../../platform/core/request-context.ts';
import { sha256Hex } from '../../tools/hash.ts';
import { openCall } from './authenticate-call.ts';
import type { Edge } from './edge.ts';

/** How fastify is told of a route: who is let in, before anything of the body is looked at. */
interface RouteParts {
  readonly onRequest: (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  readonly handler: (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;
}

/** A route that reads: lets the caller in, runs the use case, answers. */
export function readRoute(
  edge: Edge,
  work: (call: Call, request: FastifyRequest) => Promise<Answer<string | Buffer>>,
): RouteParts {
  return {
    onRequest: letIn(edge),
    handler: async (request, reply) => {
      const call = callOf(request);
      const answer = await runRead(edge.audit, call, () => work(call, request));
      return sendAnswer(reply, answer);
    },
  };
}

/** A route that changes something: its use case runs in one transaction with audit and events. */
export function writeRoute(
  edge: Edge,
  work: (
    transaction: Parameters<WriteWork>[0],
    call: Call,
    request: FastifyRequest,
  ) => Promise<Answer>,
): RouteParts {
  return preparedRoute(
    edge,
    async (call, request) => (transaction) => work(transaction, call, request),
  );
}

/** A route that reads before it changes something: what it returns runs in the transaction. */
export function preparedRoute(
  edge: Edge,
  prepare: (call: Call, request: FastifyRequest) => Promise<WriteWork>,
): RouteParts {
  return {
    onRequest: letIn(edge),
    handler: async (request, reply) => {
      const idempotency = idempotencyOf(request);
      const call = { ...callOf(request), ...(idempotency ? { idempotency } : {}) };
      const { runtime, audit } = edge;
      const answer = await executeWrite({ runtime, audit, call }, await prepare(call, request));
      return sendAnswer(reply, answer);
    },
  };
}

/** Lets the caller in by key and rate, before anything else of the request is looked at. */
export function letIn(edge: Edge): RouteParts['onRequest'] {
  return async (request, reply) => {
    await openCall(edge, request, reply);
  };
}

/** The call of a request whose caller was let in. */
export function callOf(request: FastifyRequest): Call {
  if (!request.call) throw new Error('a route without a caller');
  return request.call;
}

/** The id of a path `…/:id`. */
export function idOf(request: FastifyRequest): string {
  return (request.params as { id: string }).id;
}

/** Sends an answer of a use case. */
export function sendAnswer(reply: FastifyReply, answer: Answer<string | Buffer>): FastifyReply {
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
): Call['idempotency'] {
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
