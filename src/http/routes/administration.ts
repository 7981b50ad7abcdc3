import type { FastifyInstance } from 'fastify';
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
import { idOf, readRoute, writeRoute } from '../core/run-call.ts';

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

const PERSON = '/v1/platform/os/people/:id';

/** Registers what a person can ask of an organisation: what it holds, and to be forgotten. */
export function addPeopleRoutes(app: FastifyInstance, edge: Edge): void {
  const { runtime } = edge;
  app.get(
    `${PERSON}/export`,
    readRoute(edge, (call, request) => exportPerson(runtime, call, idOf(request))),
  );
  app.post(
    `${PERSON}/erase`,
    writeRoute(edge, (transaction, call, request) =>
      erasePerson(runtime, transaction, {
        call,
        id: idOf(request),
        body: () => (request.rawBody ? bodyOf(request) : {}),
      }),
    ),
  );
}

const SETTINGS = '/v1/platform/os/settings';

/** Registers what an organisation settles for all its farms. */
export function addSettingsRoutes(app: FastifyInstance, edge: Edge): void {
  app.get(
    SETTINGS,
    readRoute(edge, (call) => readSettings(edge.runtime, call)),
  );
  app.patch(
    SETTINGS,
    writeRoute(edge, (transaction, call, request) =>
      changeSettings(transaction, { call, body: () => bodyOf(request) }),
    ),
  );
}
