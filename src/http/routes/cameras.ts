import type { FastifyInstance } from 'fastify';
import { rotateCameraToken } from '../../platform/access/rotate-camera-token.ts';
import { adoptCamera } from '../../platform/vision/adopt-camera.ts';
import { readCameras } from '../../platform/vision/read-cameras.ts';
import type { Edge } from '../edge.ts';
import { bodyOf } from '../request-body.ts';
import { idOf } from './path-id.ts';
import { readRoute, writeRoute } from './run-call.ts';

const ROOT = '/v1/platform/os/cameras';

/** Registers the application's routes about cameras. */
export function addCameraRoutes(app: FastifyInstance, edge: Edge): void {
  const { runtime } = edge;
  app.get(
    ROOT,
    readRoute(edge, (call) => readCameras(runtime, call)),
  );
  app.post(
    `${ROOT}/adopt`,
    writeRoute(edge, (transaction, call, request) =>
      adoptCamera(runtime, transaction, { call, body: () => bodyOf(request) }),
    ),
  );
  app.post(
    `${ROOT}/:id/token`,
    writeRoute(edge, (transaction, call, request) =>
      rotateCameraToken(runtime, transaction, { call, id: idOf(request) }),
    ),
  );
}
