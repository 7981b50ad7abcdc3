import { limits } from '../../model/core/limits.ts';
import type { RouteId } from '../../model/routes/route-table.ts';
import { cameraOf } from '../../platform/access/authenticate.ts';
import { getMapping, setMapping } from '../../platform/integrations/mapping.ts';
import { pollIntegration, testIntegration } from '../../platform/integrations/try-integration.ts';
import { ingestEvents } from '../../platform/vision/ingest-events.ts';
import {
  adoptCamera,
  readCameras,
  rotateCameraToken,
} from '../../platform/vision/manage-cameras.ts';
import type { Edge } from '../core/edge.ts';
import { bodyOf } from '../core/request-body.ts';
import type { RouteHandler } from '../core/router.ts';
import { idOf, optionalBody, preparedRoute, readRoute, writeRoute } from '../core/run-call.ts';

/** What answers the routes of cameras and their detections. */
export function cameraHandlers(edge: Edge) {
  const { runtime } = edge;
  return {
    getCameras: readRoute(edge, (call) => readCameras(runtime, call)),
    adoptCamera: writeRoute(edge, (transaction, call, request) =>
      adoptCamera(runtime, transaction, { call, body: () => bodyOf(request) }),
    ),
    rotateCameraToken: writeRoute(edge, (transaction, call, request) =>
      rotateCameraToken(runtime, transaction, { call, id: idOf(request) }),
    ),
    ingestVisionEvents: {
      bodyLimit: limits.ingestBodyBytes,
      ...writeRoute(edge, (transaction, call, request) => {
        const input = { call, camera: cameraOf(call.actor), body: () => bodyOf(request) };
        return ingestEvents(runtime, transaction, input);
      }),
    },
  } satisfies Partial<Record<RouteId, RouteHandler>>;
}

/** What answers the routes of integrations. */
export function integrationHandlers(edge: Edge) {
  const { runtime, connections } = edge;
  return {
    getIntegrationMapping: readRoute(edge, (call, request) =>
      getMapping(runtime, call, idOf(request)),
    ),
    setIntegrationMapping: writeRoute(edge, (transaction, call, request) =>
      setMapping(transaction, { call, id: idOf(request), body: () => bodyOf(request) }),
    ),
    testIntegration: preparedRoute(edge, (call, request) =>
      testIntegration(runtime, { call, connections, id: idOf(request) }, optionalBody(request)),
    ),
    pollIntegration: preparedRoute(edge, (call, request) =>
      pollIntegration(runtime, { call, connections, id: idOf(request) }),
    ),
  } satisfies Partial<Record<RouteId, RouteHandler>>;
}
