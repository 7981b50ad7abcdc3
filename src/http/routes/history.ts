import type { FastifyInstance, FastifyRequest } from 'fastify';
import { readHistory } from '../../platform/history/read-history.ts';
import type { Edge } from '../edge.ts';
import { readRoute } from './run-call.ts';

/** Registers what tells of the earlier versions of rows. */
export function addHistoryRoute(app: FastifyInstance, edge: Edge): void {
  app.get(
    '/v1/platform/os/history/:resource/:id',
    readRoute(edge, (call, request) => readHistory(edge.runtime, call, subjectOf(request))),
  );
}

function subjectOf(request: FastifyRequest): { readonly resource: string; readonly id: string } {
  return request.params as { resource: string; id: string };
}
