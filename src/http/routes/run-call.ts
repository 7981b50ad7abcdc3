import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer, Call } from '../../platform/requests/call.ts';
import { executeWrite, type WriteWork } from '../../platform/requests/execute-write.ts';
import { runRead } from '../../platform/requests/run-read.ts';
import { sendAnswer } from '../answers.ts';
import type { Edge } from '../edge.ts';
import { idempotencyOf } from '../idempotency.ts';
import { openCall } from '../open-call.ts';

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
