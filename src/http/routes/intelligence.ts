import type { RouteId } from '../../model/routes/route-table.ts';
import { describeCaller } from '../../platform/administration/describe-caller.ts';
import { runBrainScan } from '../../platform/alerts/farm-scans.ts';
import { askFarm } from '../../platform/ask/ask-farm.ts';
import { listMeasures, readMeasure } from '../../platform/ask/measures.ts';
import type { RequestContext } from '../../platform/core/request-context.ts';
import { readChart } from '../../platform/intelligence/charts.ts';
import {
  farmQuestions,
  type ReportFailure,
  readInsights,
} from '../../platform/intelligence/farm-questions.ts';
import { readFarmTrends, readPortfolio } from '../../platform/intelligence/portfolio.ts';
import { readActivity } from '../../platform/intelligence/read-activity.ts';
import {
  readDashboard,
  readRiskLedger,
  readWeeklySummary,
} from '../../platform/intelligence/screens.ts';
import { searchEverything } from '../../platform/intelligence/search.ts';
import type { AppDependencies } from '../core/app-dependencies.ts';
import { bodyOf } from '../core/request-body.ts';
import type { RouteHandler } from '../core/router.ts';
import { farmRoute, idOf, lazyBody, preparedRoute, readRoute } from '../core/run-call.ts';

function reportFailure({ log }: AppDependencies, { requestId }: RequestContext): ReportFailure {
  return (section, error) => log.error({ err: error, section, requestId }, 'a section failed');
}

/** Handlers of the farm queries of the platform API. */
export function intelligenceHandlers(deps: AppDependencies) {
  const { runtime } = deps;
  return {
    me: readRoute(deps, (call) => describeCaller(runtime, call)),
    context: farmRoute(deps, (call) => farmQuestions.context(runtime, call)),
    insights: farmRoute(deps, (call) => readInsights(runtime, call, reportFailure(deps, call))),
    gaps: farmRoute(deps, (call) => farmQuestions.gaps(runtime, call)),
    digest: farmRoute(deps, (call) =>
      farmQuestions.digest(runtime, call, reportFailure(deps, call)),
    ),
    setup: farmRoute(deps, (call) => farmQuestions.setup(runtime, call)),
    portfolio: farmRoute(deps, (call) => readPortfolio(runtime, call)),
    activity: readRoute(deps, (call) => readActivity(runtime, call)),
    search: readRoute(deps, (call) => searchEverything(runtime, call)),
    ask: preparedRoute(deps, (call, request) => askFarm(runtime, call, () => bodyOf(request))),
  } satisfies Partial<Record<RouteId, RouteHandler>>;
}

/** Handlers of the screens, charts, measures and scans of the application. */
export function screenHandlers(deps: AppDependencies) {
  const { runtime, log } = deps;
  const chart = (name: Parameters<typeof readChart>[2]['chart']) =>
    farmRoute(deps, (call, request) =>
      readChart(runtime, call, { chart: name, id: idOf(request) }),
    );
  return {
    getDashboard: farmRoute(deps, (call) =>
      readDashboard(runtime, call, reportFailure(deps, call)),
    ),
    getWeeklySummary: farmRoute(deps, (call) => readWeeklySummary(runtime, call)),
    getRiskLedger: farmRoute(deps, (call) =>
      readRiskLedger(runtime, call, reportFailure(deps, call)),
    ),
    getGrowthChart: chart('growth'),
    getMortalityChart: chart('mortality'),
    getFeedChart: chart('feed'),
    getLayingChart: chart('laying'),
    getClimateChart: chart('climate'),
    getFarmTrends: farmRoute(deps, (call) => readFarmTrends(runtime, call)),
    listMeasures: readRoute(deps, async (call) => listMeasures(call)),
    readMeasure: farmRoute(deps, (call, request) => readMeasure(runtime, call, idOf(request))),
    scanFarms: preparedRoute(deps, (call, request) =>
      runBrainScan(runtime, call, {
        // All farms are the default.
        body: lazyBody(request),
        reportFailure: (farmId, task, error) => {
          const { requestId } = call;
          log.error({ err: error, farmId, what: task, requestId }, 'a part of a brain scan failed');
        },
      }),
    ),
  } satisfies Partial<Record<RouteId, RouteHandler>>;
}
