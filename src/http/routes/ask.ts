import type { FastifyInstance } from 'fastify';
import { askFarm } from '../../platform/ask/ask-farm.ts';
import type { Edge } from '../edge.ts';
import { bodyOf } from '../request-body.ts';
import { preparedRoute } from './run-call.ts';

/** Registers the question in plain language. */
export function addAskRoute(app: FastifyInstance, edge: Edge): void {
  app.post(
    '/v1/platform/ask',
    preparedRoute(edge, (call, request) => askFarm(edge.runtime, call, () => bodyOf(request))),
  );
}
