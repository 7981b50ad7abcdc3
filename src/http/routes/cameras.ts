import type { FastifyInstance } from 'fastify';
import { rotateCameraToken } from '../../platform/access/rotate-camera-token.ts';
import type { Edge } from '../edge.ts';
import { idOf } from './path-id.ts';
import { writeRoute } from './run-call.ts';

const ROOT = '/v1/platform/os/cameras';

/** Registers the application's routes about cameras. */
export function addCameraRoutes(app: FastifyInstance, edge: Edge): void {
  const { runtime } = edge;
  app.post(
    `${ROOT}/:id/token`,
    writeRoute(edge, (transaction, call, request) =>
      rotateCameraToken(runtime, transaction, { call, id: idOf(request) }),
    ),
  );
}
