import type { RouteId } from '../../model/routes/route-table.ts';
import { readActivity } from '../../platform/activity/read-activity.ts';
import { describeCaller } from '../../platform/administration/describe-caller.ts';
import { runBrainScan } from '../../platform/alerts/farm-scans.ts';
import { askFarm } from '../../platform/ask/ask-farm.ts';
import { listMeasures, readMeasure } from '../../platform/ask/measures.ts';
import type { Call } from '../../platform/core/request-context.ts';
import { readChart } from '../../platform/intelligence/charts.ts';
import type { ReportFailure } from '../../platform/intelligence/farm-digest.ts';
import { farmQuestions, readInsights } from '../../platform/intelligence/farm-questions.ts';
import { readFarmTrends, readPortfolio } from '../../platform/intelligence/portfolio.ts';
import {
  readDashboard,
  readRiskLedger,
  readWeeklySummary,
} from '../../platform/intelligence/screens.ts';
import { searchEverything } from '../../platform/intelligence/search.ts';
import type { Edge } from '../core/edge.ts';
import { bodyOf } from '../core/request-body.ts';
import type { RouteHandler } from '../core/router.ts';
import { bodyOrNothing, farmRoute, idOf, preparedRoute, readRoute } from '../core/run-call.ts';

function reportFailure({ log }: Edge, { requestId }: Call): ReportFailure {
  return (section, error) => log.error({ err: error, section, requestId }, 'a section failed');
}

/** What answers the questions about farms that the platform API has. */
export function intelligenceHandlers(edge: Edge) {
  const { runtime } = edge;
  return {
    me: readRoute(edge, (call) => describeCaller(runtime, call)),
    context: farmRoute(edge, (call) => farmQuestions.context(runtime, call)),
    insights: farmRoute(edge, (call) => readInsights(runtime, call, reportFailure(edge, call))),
    gaps: farmRoute(edge, (call) => farmQuestions.gaps(runtime, call)),
    digest: farmRoute(edge, (call) =>
      farmQuestions.digest(runtime, call, reportFailure(edge, call)),
    ),
    setup: farmRoute(edge, (call) => farmQuestions.setup(runtime, call)),
    portfolio: farmRoute(edge, (call) => readPortfolio(runtime, call)),
    activity: readRoute(edge, (call) => readActivity(runtime, call)),
    search: readRoute(edge, (call) => searchEverything(runtime, call)),
    ask: preparedRoute(edge, (call, request) => askFarm(runtime, call, () => bodyOf(request))),
  } satisfies Partial<Record<RouteId, RouteHandler>>;
}

/** What answers the screens and charts of the application, its measures and its scans. */
export function screenHandlers(edge: Edge) {
  const { runtime, log } = edge;
  const chart = (name: Parameters<typeof readChart>[2]['chart']) =>
    farmRoute(edge, (call, request) =>
      readChart(runtime, call, { chart: name, id: idOf(request) }),
    );
  return {
    getDashboard: farmRoute(edge, (call) =>
      readDashboard(runtime, call, reportFailure(edge, call)),
    ),
    getWeeklySummary: farmRoute(edge, (call) => readWeeklySummary(runtime, call)),
    getRiskLedger: farmRoute(edge, (call) =>
      readRiskLedger(runtime, call, reportFailure(edge, call)),
    ),
    getGrowthChart: chart('growth'),
    getMortalityChart: chart('mortality'),
    getFeedChart: chart('feed'),
    getLayingChart: chart('laying'),
    getClimateChart: chart('climate'),
    getFarmTrends: farmRoute(edge, (call) => readFarmTrends(runtime, call)),
    listMeasures: readRoute(edge, async (call) => listMeasures(call)),
    readMeasure: farmRoute(edge, (call, request) => readMeasure(runtime, call, idOf(request))),
    scanFarms: preparedRoute(edge, (call, request) =>
      runBrainScan(runtime, call, {
        // All farms are meant where nothing is said.
        body: bodyOrNothing(request),
        reportFailure: (farmId, what, error) => {
          const { requestId } = call;
          log.error({ err: error, farmId, what, requestId }, 'a part of a brain scan failed');
        },
      }),
    ),
  } satisfies Partial<Record<RouteId, RouteHandler>>;
}
