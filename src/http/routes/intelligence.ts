import type { FastifyInstance } from 'fastify';
import type { Operation } from '../../model/api/operation.ts';
import { chartNames } from '../../model/charts.ts';
import { FarmError } from '../../model/core/errors.ts';
import { operations } from '../../model/routes/operations.ts';
import { readActivity } from '../../platform/activity/read-activity.ts';
import { describeCaller } from '../../platform/administration/manage-keys.ts';
import { runBrainScan } from '../../platform/alerts/farm-scans.ts';
import { askFarm } from '../../platform/ask/ask-farm.ts';
import { listMeasures, readMeasure } from '../../platform/ask/measures.ts';
import { requireScope } from '../../platform/core/actor.ts';
import type { Answer, Call } from '../../platform/core/request-context.ts';
import { readChart } from '../../platform/intelligence/charts.ts';
import {
  farmQuestions,
  type ReportFailure,
  readInsights,
} from '../../platform/intelligence/farm-questions.ts';
import { readPortfolio } from '../../platform/intelligence/portfolio.ts';
import {
  readDashboard,
  readRiskLedger,
  readWeeklySummary,
} from '../../platform/intelligence/screens.ts';
import { searchEverything } from '../../platform/intelligence/search.ts';
import type { Edge } from '../core/edge.ts';
import { bodyOf } from '../core/request-body.ts';
import { idOf, preparedRoute, readRoute } from '../core/run-call.ts';

type Read = (edge: Edge, call: Call) => Promise<Answer>;

/** What answers an operation, by its id. Those without an entry answer 501. */
const READS: Readonly<Record<string, Read>> = {
  me: (edge, call) => describeCaller(edge.runtime, call),
  context: (edge, call) => farmQuestions.context(edge.runtime, call),
  insights: (edge, call) => readInsights(edge.runtime, call, reportFailure(edge, call)),
  gaps: (edge, call) => farmQuestions.gaps(edge.runtime, call),
  digest: (edge, call) => farmQuestions.digest(edge.runtime, call, reportFailure(edge, call)),
  setup: (edge, call) => farmQuestions.setup(edge.runtime, call),
  portfolio: (edge, call) => readPortfolio(edge.runtime, call),
  activity: (edge, call) => readActivity(edge.runtime, call),
  search: (edge, call) => searchEverything(edge.runtime, call),
};

function reportFailure({ log }: Edge, { requestId }: Call): ReportFailure {
  return (section, error) => log.error({ err: error, section, requestId }, 'a section failed');
}

/** Those that change something, or belong to such, have routes of their own. */
const ELSEWHERE: readonly string[] = [
  'executeAction',
  'undoAction',
  'ask',
  'createWebhook',
  'listWebhooks',
];

/** The ids of the operations that answer 501. */
export const unansweredOperations: readonly string[] = operations
  .map(({ operationId }) => operationId)
  .filter((operationId) => !(operationId in READS) && !ELSEWHERE.includes(operationId));

/** Registers the operations of the platform API that are not of a resource. */
export function addPlatformRoutes(app: FastifyInstance, edge: Edge): void {
  for (const operation of operations as readonly Operation[]) {
    if (ELSEWHERE.includes(operation.operationId)) continue;
    const read = READS[operation.operationId] ?? refuse(operation);
    app.route({
      method: operation.method,
      url: `/v1/platform${operation.path}`,
      ...readRoute(edge, (call) => {
        if (operation.scope) requireScope(call.actor, operation.scope);
        return read(edge, call);
      }),
    });
  }
}

function refuse(operation: Operation): Read {
  return async () => {
    throw new FarmError('not_implemented', {
      message: `This version does not answer ${operation.method} ${operation.path} yet.`,
    });
  };
}

const ROOT = '/v1/platform/os';

/** Registers the screens that show a farm as a whole, and the charts of flocks and barns. */
export function addScreenRoutes(app: FastifyInstance, edge: Edge): void {
  const { runtime } = edge;
  app.get(
    `${ROOT}/dashboard`,
    readRoute(edge, (call) => readDashboard(runtime, call, reportFailure(edge, call))),
  );
  app.get(
    `${ROOT}/weekly-summary`,
    readRoute(edge, (call) => readWeeklySummary(runtime, call)),
  );
  app.get(
    `${ROOT}/risk/ledger`,
    readRoute(edge, (call) => readRiskLedger(runtime, call, reportFailure(edge, call))),
  );
  for (const chart of chartNames) {
    app.get(
      `${ROOT}/charts/${chart}/:id`,
      readRoute(edge, (call, request) => readChart(runtime, call, { chart, id: idOf(request) })),
    );
  }
}

/** Registers the question in plain language. */
export function addAskRoute(app: FastifyInstance, edge: Edge): void {
  app.post(
    '/v1/platform/ask',
    preparedRoute(edge, (call, request) => askFarm(edge.runtime, call, () => bodyOf(request))),
  );
}

const MEASURES_ROOT = '/v1/platform/os/measures';

/** Registers the routes that tell the figures of a farm one by one. */
export function addMeasureRoutes(app: FastifyInstance, edge: Edge): void {
  app.get(
    MEASURES_ROOT,
    readRoute(edge, async (call) => listMeasures(call)),
  );
  app.get(
    `${MEASURES_ROOT}/:id`,
    readRoute(edge, (call, request) => readMeasure(edge.runtime, call, idOf(request))),
  );
}

/** Registers what looks through farms. */
export function addBrainRoutes(app: FastifyInstance, edge: Edge): void {
  const { runtime, log } = edge;
  app.post(
    '/v1/platform/os/brain/scan',
    preparedRoute(edge, (call, request) =>
      runBrainScan(runtime, call, {
        // All farms are meant where nothing is said.
        body: () => (request.rawBody ? bodyOf(request) : {}),
        reportFailure: (farmId, what, error) => {
          const { requestId } = call;
          log.error({ err: error, farmId, what, requestId }, 'a part of a brain scan failed');
        },
      }),
    ),
  );
}
