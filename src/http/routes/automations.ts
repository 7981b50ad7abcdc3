import type { FastifyInstance } from 'fastify';
import { readRun, runAutomation } from '../../platform/automations/read-run.ts';
import type { Edge } from '../edge.ts';
import { bodyOf } from '../request-body.ts';
import { idOf } from './path-id.ts';
import { preparedRoute, readRoute } from './run-call.ts';

const PATH = '/v1/platform/os/automations/:id/run';

/** Registers the routes that run an automation now. */
export function addAutomationRoutes(app: FastifyInstance, edge: Edge): void {
  const { runtime } = edge;
  app.get(
    PATH,
    readRoute(edge, (call, request) => readRun(runtime, call, idOf(request))),
  );
  app.post(
    PATH,
    preparedRoute(edge, (call, request) =>
      runAutomation(runtime, call, {
        id: idOf(request),
        // A dry run is meant where nothing is said.
        body: () => (request.rawBody ? bodyOf(request) : {}),
      }),
    ),
  );
}
