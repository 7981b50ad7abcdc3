import type { FastifyInstance } from 'fastify';
import { answerCheck } from '../../platform/actions/answer-check.ts';
import { executeAction, executeUndo } from '../../platform/actions/execute-action.ts';
import { listOwnActions } from '../../platform/actions/list-own-actions.ts';
import type { Edge } from '../edge.ts';
import { bodyOf } from '../request-body.ts';
import { readRoute, writeRoute } from './run-call.ts';

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
