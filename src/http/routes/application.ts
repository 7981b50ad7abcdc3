import type { FastifyInstance } from 'fastify';
import {
  changeKey,
  createKey,
  getKey,
  listAllKeys,
  revokeKey,
} from '../../platform/access/manage-keys.ts';
import { listAudit } from '../../platform/audit/read-audit.ts';
import { verifyAudit, verifyAuditAgainst } from '../../platform/audit/verify-audit.ts';
import type { Edge } from '../edge.ts';
import { bodyOf } from '../request-body.ts';
import { idOf } from './path-id.ts';
import { readRoute, writeRoute } from './run-call.ts';

const ROOT = '/v1/platform/os';

/** Registers the routes of the service's own application. */
export function addApplicationRoutes(app: FastifyInstance, edge: Edge): void {
  addKeyRoutes(app, edge);
  const { runtime } = edge;
  const tools = { trail: edge.audit, anchors: edge.anchors };
  app.get(
    `${ROOT}/audit`,
    readRoute(edge, (call) => listAudit(runtime, call)),
  );
  app.get(
    `${ROOT}/audit/verify`,
    readRoute(edge, (call) => verifyAudit(runtime, call, tools)),
  );
  app.post(
    `${ROOT}/audit/verify`,
    readRoute(edge, (call, request) =>
      verifyAuditAgainst(runtime, { call, body: () => bodyOf(request) }, tools),
    ),
  );
}

function addKeyRoutes(app: FastifyInstance, edge: Edge): void {
  const { runtime } = edge;
  app.get(
    `${ROOT}/keys`,
    readRoute(edge, (call) => listAllKeys(runtime, call)),
  );
  app.get(
    `${ROOT}/keys/:id`,
    readRoute(edge, (call, request) => getKey(runtime, call, idOf(request))),
  );
  app.post(
    `${ROOT}/keys`,
    writeRoute(edge, (transaction, call, request) =>
      createKey(runtime, transaction, { call, body: () => bodyOf(request) }),
    ),
  );
  app.patch(
    `${ROOT}/keys/:id`,
    writeRoute(edge, (transaction, call, request) =>
      changeKey(transaction, { call, id: idOf(request), body: () => bodyOf(request) }),
    ),
  );
  app.delete(
    `${ROOT}/keys/:id`,
    writeRoute(edge, (transaction, call, request) =>
      revokeKey(runtime, transaction, { call, id: idOf(request) }),
    ),
  );
}
