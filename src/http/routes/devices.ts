import { limits } from '../../model/core/limits.ts';
import type { RouteId } from '../../model/routes/route-table.ts';
import { cameraOf } from '../../platform/access/authenticate.ts';
import { getMapping, setMapping } from '../../platform/integrations/mapping.ts';
import { pollIntegration, testIntegration } from '../../platform/integrations/try-integration.ts';
import { ingestEvents } from '../../platform/vision/evaluate-events.ts';
import {
  adoptCamera,
  readCameras,
  rotateCameraToken,
} from '../../platform/vision/manage-cameras.ts';
import type { AppDependencies } from '../core/app-dependencies.ts';
import { bodyOf } from '../core/request-body.ts';
import type { RouteHandler } from '../core/router.ts';
import { idOf, optionalBody, preparedRoute, readRoute, writeRoute } from '../core/run-call.ts';

/** Handlers of the routes of cameras and their detections. */
export function cameraHandlers(deps: AppDependencies) {
  const { runtime } = deps;
  return {
    getCameras: readRoute(deps, (call) => readCameras(runtime, call)),
    adoptCamera: writeRoute(deps, (transaction, call, request) =>
      adoptCamera(runtime, transaction, { call, body: () => bodyOf(request) }),
    ),
    rotateCameraToken: writeRoute(deps, (transaction, call, request) =>
      rotateCameraToken(runtime, transaction, { call, id: idOf(request) }),
    ),
    ingestVisionEvents: {
      bodyLimit: limits.ingestBodyBytes,
      ...writeRoute(deps, (transaction, call, request) => {
        const input = { call, camera: cameraOf(call.actor), body: () => bodyOf(request) };
        return ingestEvents(runtime, transaction, input);
      }),
    },
  } satisfies Partial<Record<RouteId, RouteHandler>>;
}

/** Handlers of the routes of integrations. */
export function integrationHandlers(deps: AppDependencies) {
  const { runtime, connections } = deps;
  return {
    getIntegrationMapping: readRoute(deps, (call, request) =>
      getMapping(runtime, call, idOf(request)),
    ),
    setIntegrationMapping: writeRoute(deps, (transaction, call, request) =>
      setMapping(transaction, { call, id: idOf(request), body: () => bodyOf(request) }),
    ),
    testIntegration: preparedRoute(deps, (call, request) =>
      testIntegration(runtime, { call, connections, id: idOf(request) }, optionalBody(request)),
    ),
    pollIntegration: preparedRoute(deps, (call, request) =>
      pollIntegration(runtime, { call, connections, id: idOf(request) }),
    ),
  } satisfies Partial<Record<RouteId, RouteHandler>>;
}
