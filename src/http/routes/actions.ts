import type { FastifyInstance } from 'fastify';
import {
  answerCheck,
  executeAction,
  executeUndo,
  listOwnActions,
} from '../../platform/actions/execute-action.ts';
import {
  readCaseFile,
  readCaseFiles,
  sealFlock,
  verifyCaseFile,
} from '../../platform/administration/case-files.ts';
import { readRun, runAutomation } from '../../platform/automations/test-automation.ts';
import type { Edge } from '../core/edge.ts';
import { bodyOf } from '../core/request-body.ts';
import { idOf, preparedRoute, readRoute, writeRoute } from '../core/run-call.ts';

const ACTIONS = '/v1/platform/actions';

/** Registers what acts, what takes actions back, and what tells of them. */
export function addActionRoutes(app: FastifyInstance, edge: Edge): void {
  const { runtime } = edge;
  app.post(
    ACTIONS,
    writeRoute(edge, (transaction, call, request) =>
      executeAction(runtime, transaction, { call, body: () => bodyOf(request) }),
    ),
  );
  app.post(
    `${ACTIONS}/undo`,
    writeRoute(edge, (transaction, call, request) =>
      executeUndo(runtime, transaction, { call, body: () => bodyOf(request) }),
    ),
  );
  app.get(
    '/v1/platform/os/actions',
    readRoute(edge, (call) => listOwnActions(runtime, call)),
  );
  app.post(
    '/v1/platform/os/actions/check',
    readRoute(edge, (call, request) => answerCheck(runtime, { call, body: () => bodyOf(request) })),
  );
}

const PATH = '/v1/platform/os/automations/:id/run';

/** Registers the routes that run an automation now. */
export function addAutomationRoutes(app: FastifyInstance, edge: Edge): void {
  const { runtime } = edge;
  app.get(
    PATH,
    readRoute(edge, (call, request) => readRun(runtime, call, idOf(request))),
  );
  app.post(
    PATH,
    preparedRoute(edge, (call, request) =>
      runAutomation(runtime, call, {
        id: idOf(request),
        // A dry run is meant where nothing is said.
        body: () => (request.rawBody ? bodyOf(request) : {}),
      }),
    ),
  );
}

const ROOT = '/v1/platform/os/case-files';

/** Registers what seals the dossiers of flocks, shows and checks them. */
export function addCaseFileRoutes(app: FastifyInstance, edge: Edge): void {
  const { runtime } = edge;
  app.get(
    ROOT,
    readRoute(edge, (call) => readCaseFiles(runtime, call)),
  );
  app.post(
    ROOT,
    writeRoute(edge, (transaction, call, request) =>
      sealFlock(runtime, transaction, { call, body: () => bodyOf(request) }),
    ),
  );
  app.get(
    `${ROOT}/:id`,
    readRoute(edge, (call, request) => readCaseFile(runtime, call, idOf(request))),
  );
  app.get(
    `${ROOT}/:id/verify`,
    readRoute(edge, (call, request) => verifyCaseFile(runtime, call, idOf(request))),
  );
}
