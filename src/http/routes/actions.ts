import type { RouteId } from '../../model/routes/route-table.ts';
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
import { readRun, runAutomation } from '../../platform/automations/run-automations.ts';
import { testAutomation } from '../../platform/automations/test-automation.ts';
import type { Edge } from '../core/edge.ts';
import { bodyOf } from '../core/request-body.ts';
import type { RouteHandler } from '../core/router.ts';
import { bodyOrNothing, idOf, preparedRoute, readRoute, writeRoute } from '../core/run-call.ts';

/** What answers the routes of actions, automations and case files. */
export function actionHandlers(edge: Edge) {
  const { runtime } = edge;
  return {
    executeAction: writeRoute(edge, (transaction, call, request) =>
      executeAction(runtime, transaction, { call, body: () => bodyOf(request) }),
    ),
    undoAction: writeRoute(edge, (transaction, call, request) =>
      executeUndo(runtime, transaction, { call, body: () => bodyOf(request) }),
    ),
    listActions: readRoute(edge, (call) => listOwnActions(runtime, call)),
    checkAction: readRoute(edge, (call, request) =>
      answerCheck(runtime, { call, body: () => bodyOf(request) }),
    ),
    judgeAutomation: readRoute(edge, (call, request) => readRun(runtime, call, idOf(request))),
    // A dry run is meant where nothing is said.
    runAutomation: preparedRoute(edge, (call, request) =>
      runAutomation(runtime, call, { id: idOf(request), body: bodyOrNothing(request) }),
    ),
    testAutomation: readRoute(edge, (call, request) =>
      testAutomation(runtime, call, () => bodyOf(request)),
    ),
    listCaseFiles: readRoute(edge, (call) => readCaseFiles(runtime, call)),
    sealCaseFile: writeRoute(edge, (transaction, call, request) =>
      sealFlock(runtime, transaction, { call, body: () => bodyOf(request) }),
    ),
    getCaseFile: readRoute(edge, (call, request) => readCaseFile(runtime, call, idOf(request))),
    verifyCaseFile: readRoute(edge, (call, request) =>
      verifyCaseFile(runtime, call, idOf(request)),
    ),
  } satisfies Partial<Record<RouteId, RouteHandler>>;
}
