import type { FastifyInstance } from 'fastify';
import { chartNames } from '../../model/charts.ts';
import { readChart } from '../../platform/charts/read-chart.ts';
import type { ReportFailure } from '../../platform/intelligence/read-insights.ts';
import type { Call } from '../../platform/requests/call.ts';
import { readDashboard } from '../../platform/screens/read-dashboard.ts';
import { readRiskLedger } from '../../platform/screens/read-risk-ledger.ts';
import { readWeeklySummary } from '../../platform/screens/read-weekly-summary.ts';
import type { Edge } from '../edge.ts';
import { idOf } from './path-id.ts';
import { readRoute } from './run-call.ts';

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

function reportFailure({ log }: Edge, { requestId }: Call): ReportFailure {
  return (section, error) => log.error({ err: error, section, requestId }, 'a section failed');
}
