import type { RouteId } from '../../model/routes/route-table.ts';
import { erasePerson } from '../../platform/administration/erase-person.ts';
import { exportPerson } from '../../platform/administration/export-person.ts';
import {
  changeKey,
  createKey,
  getKey,
  listAllKeys,
  revokeKey,
} from '../../platform/administration/manage-keys.ts';
import { changeSettings, readSettings } from '../../platform/administration/settings.ts';
import { listAudit, verifyAudit, verifyAuditAgainst } from '../../platform/audit/verify-audit.ts';
import type { Edge } from '../core/edge.ts';
import { bodyOf } from '../core/request-body.ts';
import type { RouteHandler } from '../core/router.ts';
import { bodyOrNothing, idOf, readRoute, writeRoute } from '../core/run-call.ts';

/** What answers the routes of keys. */
export function keyHandlers(edge: Edge) {
  const { runtime } = edge;
  return {
    listKeys: readRoute(edge, (call) => listAllKeys(runtime, call)),
    getKey: readRoute(edge, (call, request) => getKey(runtime, call, idOf(request))),
    createKey: writeRoute(edge, (transaction, call, request) =>
      createKey(runtime, transaction, { call, body: () => bodyOf(request) }),
    ),
    updateKey: writeRoute(edge, (transaction, call, request) =>
      changeKey(transaction, { call, id: idOf(request), body: () => bodyOf(request) }),
    ),
    revokeKey: writeRoute(edge, (transaction, call, request) =>
      revokeKey(runtime, transaction, { call, id: idOf(request) }),
    ),
  } satisfies Partial<Record<RouteId, RouteHandler>>;
}

/** What answers the routes of the audit log, of people and of settings. */
export function administrationHandlers(edge: Edge) {
  const { runtime } = edge;
  const tools = { trail: edge.audit, anchors: edge.anchors };
  return {
    listAuditEntries: readRoute(edge, (call) => listAudit(runtime, call)),
    verifyAuditLog: readRoute(edge, (call) => verifyAudit(runtime, call, tools)),
    verifyAuditLogAgainst: readRoute(edge, (call, request) =>
      verifyAuditAgainst(runtime, { call, body: () => bodyOf(request) }, tools),
    ),
    exportPerson: readRoute(edge, (call, request) => exportPerson(runtime, call, idOf(request))),
    erasePerson: writeRoute(edge, (transaction, call, request) =>
      erasePerson(runtime, transaction, { call, id: idOf(request), body: bodyOrNothing(request) }),
    ),
    readSettings: readRoute(edge, (call) => readSettings(runtime, call)),
    changeSettings: writeRoute(edge, (transaction, call, request) =>
      changeSettings(transaction, { call, body: () => bodyOf(request) }),
    ),
  } satisfies Partial<Record<RouteId, RouteHandler>>;
}
