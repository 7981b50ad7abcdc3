import type { FastifyInstance } from 'fastify';
import { runBrainScan } from '../../platform/brain/run-brain-scan.ts';
import type { Edge } from '../edge.ts';
import { bodyOf } from '../request-body.ts';
import { preparedRoute } from './run-call.ts';

/** Registers what looks through farms. */
export function addBrainRoutes(app: FastifyInstance, edge: Edge): void {
  const { runtime, log } = edge;
  app.post(
    '/v1/platform/os/brain/scan',
    preparedRoute(edge, (call, request) =>
      runBrainScan(runtime, call, {
        // All farms are meant where nothing is said.
        body: () => (request.rawBody ? bodyOf(request) : {}),
        reportFailure: (farmId, what, error) => {
          const { requestId } = call;
          log.error({ err: error, farmId, what, requestId }, 'a part of a brain scan failed');
        },
      }),
    ),
  );
}
