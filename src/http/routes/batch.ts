import type { FastifyInstance } from 'fastify';
import { runBatch } from '../../platform/batch/run-batch.ts';
import type { Edge } from '../edge.ts';
import { bodyOf } from '../request-body.ts';
import { writeRoute } from './run-call.ts';

/** Registers what does many things in one transaction. */
export function addBatchRoute(app: FastifyInstance, edge: Edge): void {
  const { runtime, audit } = edge;
  app.post(
    '/v1/platform/os/batch',
    writeRoute(edge, (transaction, call, request) =>
      runBatch(runtime, transaction, { call, audit, body: () => bodyOf(request) }),
    ),
  );
}
