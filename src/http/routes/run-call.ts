import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Answer, Call } from '../../platform/requests/call.ts';
import { executeWrite } from '../../platform/requests/execute-write.ts';
import { runRead } from '../../platform/requests/run-read.ts';
import { sendAnswer } from '../answers.ts';
import type { Edge } from '../edge.ts';
import { openCall } from '../open-call.ts';

type WriteWork = Parameters<typeof executeWrite>[1];
type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** A route that reads: lets the caller in, runs the use case, answers. */
export function readRoute(
  edge: Edge,
  work: (call: Call, request: FastifyRequest) => Promise<Answer>,
): Handler {
  return async (request, reply) => {
    const call = await openCall(edge, request, reply);
    const answer = await runRead(edge.audit, call, () => work(call, request));
    return sendAnswer(reply, answer);
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
): Handler {
  return async (request, reply) => {
    const call = await openCall(edge, request, reply);
    const { runtime, audit } = edge;
    const answer = await executeWrite({ runtime, audit, call }, (transaction) =>
      work(transaction, call, request),
    );
    return sendAnswer(reply, answer);
  };
}
