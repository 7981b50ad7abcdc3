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
import { readRun, runAutomation } from '../../platform/automations/run-automation.ts';
import { testAutomation } from '../../platform/automations/test-automation.ts';
import type { AppDependencies } from '../core/app-dependencies.ts';
import { bodyOf } from '../core/request-body.ts';
import type { RouteHandler } from '../core/router.ts';
import { idOf, lazyBody, preparedRoute, readRoute, writeRoute } from '../core/run-call.ts';

/** Handlers of the routes of actions, automations and case files. */
export function actionHandlers(deps: AppDependencies) {
  const { runtime } = deps;
  return {
    executeAction: writeRoute(deps, (transaction, call, request) =>
      executeAction(runtime, transaction, { call, body: () => bodyOf(request) }),
    ),
    undoAction: writeRoute(deps, (transaction, call, request) =>
      executeUndo(runtime, transaction, { call, body: () => bodyOf(request) }),
    ),
    listActions: readRoute(deps, (call) => listOwnActions(runtime, call)),
    checkAction: readRoute(deps, (call, request) =>
      answerCheck(runtime, { call, body: () => bodyOf(request) }),
    ),
    judgeAutomation: readRoute(deps, (call, request) => readRun(runtime, call, idOf(request))),
    // A dry run is the default.
    runAutomation: preparedRoute(deps, (call, request) =>
      runAutomation(runtime, call, { id: idOf(request), body: lazyBody(request) }),
    ),
    testAutomation: readRoute(deps, (call, request) =>
      testAutomation(runtime, call, () => bodyOf(request)),
    ),
    listCaseFiles: readRoute(deps, (call) => readCaseFiles(runtime, call)),
    sealCaseFile: writeRoute(deps, (transaction, call, request) =>
      sealFlock(runtime, transaction, { call, body: () => bodyOf(request) }),
    ),
    getCaseFile: readRoute(deps, (call, request) => readCaseFile(runtime, call, idOf(request))),
    verifyCaseFile: readRoute(deps, (call, request) =>
      verifyCaseFile(runtime, call, idOf(request)),
    ),
  } satisfies Partial<Record<RouteId, RouteHandler>>;
}
