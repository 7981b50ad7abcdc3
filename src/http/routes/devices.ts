import type { FastifyInstance, FastifyRequest } from 'fastify';
import { limits } from '../../model/core/limits.ts';
import { authenticateCamera, cameraOf } from '../../platform/access/authenticate.ts';
import { getMapping, setMapping } from '../../platform/integrations/mapping.ts';
import { pollIntegration, testIntegration } from '../../platform/integrations/try-integration.ts';
import { ingestEvents } from '../../platform/vision/ingest-events.ts';
import {
  adoptCamera,
  readCameras,
  rotateCameraToken,
} from '../../platform/vision/manage-cameras.ts';
import { openCall } from '../core/authenticate-call.ts';
import type { Edge } from '../core/edge.ts';
import { bodyOf } from '../core/request-body.ts';
import { idOf, preparedRoute, readRoute, writeRoute } from '../core/run-call.ts';

const CAMERAS_ROOT = '/v1/platform/os/cameras';

/** Registers the application's routes about cameras. */
export function addCameraRoutes(app: FastifyInstance, edge: Edge): void {
  const { runtime } = edge;
  app.get(
    CAMERAS_ROOT,
    readRoute(edge, (call) => readCameras(runtime, call)),
  );
  app.post(
    `${CAMERAS_ROOT}/adopt`,
    writeRoute(edge, (transaction, call, request) =>
      adoptCamera(runtime, transaction, { call, body: () => bodyOf(request) }),
    ),
  );
  app.post(
    `${CAMERAS_ROOT}/:id/token`,
    writeRoute(edge, (transaction, call, request) =>
      rotateCameraToken(runtime, transaction, { call, id: idOf(request) }),
    ),
  );
}

/** Registers the route on which cameras send what they see; it takes their own tokens only. */
export function addIngestRoutes(app: FastifyInstance, edge: Edge): void {
  app.post('/v1/os-ingest/:integrationId/vision', {
    bodyLimit: limits.ingestBodyBytes,
    ...writeRoute(edge, (transaction, call, request) => {
      const input = { call, camera: cameraOf(call.actor), body: () => bodyOf(request) };
      return ingestEvents(edge.runtime, transaction, input);
    }),
    onRequest: async (request, reply) => {
      await openCall(edge, request, reply, (runtime, authorization) =>
        authenticateCamera(runtime, authorization, integrationIdOf(request)),
      );
    },
  });
}

function integrationIdOf(request: FastifyRequest): string {
  return (request.params as { integrationId: string }).integrationId;
}

const INTEGRATION_ROOT = '/v1/platform/os/integrations/:id';

/** Registers the application's routes about how integrations are read. */
export function addIntegrationRoutes(app: FastifyInstance, edge: Edge): void {
  const { runtime, connections } = edge;
  app.get(
    `${INTEGRATION_ROOT}/mapping`,
    readRoute(edge, (call, request) => getMapping(runtime, call, idOf(request))),
  );
  app.put(
    `${INTEGRATION_ROOT}/mapping`,
    writeRoute(edge, (transaction, call, request) =>
      setMapping(transaction, {
        call,
        id: idOf(request),
        body: () => bodyOf(request),
      }),
    ),
  );
  app.post(
    `${INTEGRATION_ROOT}/test`,
    preparedRoute(edge, (call, request) =>
      testIntegration(runtime, { call, connections, id: idOf(request) }, () =>
        request.rawBody ? bodyOf(request) : undefined,
      ),
    ),
  );
  app.post(
    `${INTEGRATION_ROOT}/poll`,
    preparedRoute(edge, (call, request) =>
      pollIntegration(runtime, { call, connections, id: idOf(request) }),
    ),
  );
}
