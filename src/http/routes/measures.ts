import type { FastifyInstance } from 'fastify';
import { listMeasures } from '../../platform/ask/list-measures.ts';
import { readMeasure } from '../../platform/ask/read-measure.ts';
import type { Edge } from '../edge.ts';
import { idOf } from './path-id.ts';
import { readRoute } from './run-call.ts';

const ROOT = '/v1/platform/os/measures';

/** Registers the routes that tell the figures of a farm one by one. */
export function addMeasureRoutes(app: FastifyInstance, edge: Edge): void {
  app.get(
    ROOT,
    readRoute(edge, async (call) => listMeasures(call)),
  );
  app.get(
    `${ROOT}/:id`,
    readRoute(edge, (call, request) => readMeasure(edge.runtime, call, idOf(request))),
  );
}
