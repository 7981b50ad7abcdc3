import type { FastifyReply } from 'fastify';
import type { Answer } from '../platform/requests/call.ts';

/** Sends an answer of a use case. */
export function sendAnswer(reply: FastifyReply, answer: Answer<string | Buffer>): FastifyReply {
  reply.code(answer.status).headers(answer.headers);
  if (answer.body.length === 0) return reply.send();
  reply.type('application/json; charset=utf-8');
  return reply.send(answer.body);
}
