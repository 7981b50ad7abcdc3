import type { FastifyInstance } from 'fastify';
import { getMapping, setMapping } from '../../platform/integrations/manage-mapping.ts';
import { pollIntegration, testIntegration } from '../../platform/integrations/try-integration.ts';
import type { Edge } from '../edge.ts';
import { bodyOf } from '../request-body.ts';
import { idOf } from './path-id.ts';
import { preparedRoute, readRoute, writeRoute } from './run-call.ts';

const ROOT = '/v1/platform/os/integrations/:id';

/** Registers the application's routes about how integrations are read. */
export function addIntegrationRoutes(app: FastifyInstance, edge: Edge): void {
  const { runtime, connections } = edge;
  app.get(
    `${ROOT}/mapping`,
    readRoute(edge, (call, request) => getMapping(runtime, call, idOf(request))),
  );
  app.put(
    `${ROOT}/mapping`,
    writeRoute(edge, (transaction, call, request) =>
      setMapping(transaction, {
        call,
        id: idOf(request),
        body: () => bodyOf(request),
      }),
    ),
  );
  app.post(
    `${ROOT}/test`,
    preparedRoute(edge, (call, request) =>
      testIntegration(runtime, { call, connections, id: idOf(request) }, () =>
        request.rawBody ? bodyOf(request) : undefined,
      ),
    ),
  );
  app.post(
    `${ROOT}/poll`,
    preparedRoute(edge, (call, request) =>
      pollIntegration(runtime, { call, connections, id: idOf(request) }),
    ),
  );
}
