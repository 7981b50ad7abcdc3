import { DASHBOARD_PARTS, dashboardSteps } from '../../farming/dashboard/dashboard-of.ts';
import type { FarmSnapshot } from '../../farming/snapshot/farm-snapshot.ts';
import { renderMessages } from '../../i18n/render-message.ts';
import { screenRoutes } from '../../model/screen-routes.ts';
import { runInSlices } from '../../storage/in-slices.ts';
import { requireScope } from '../access/actor.ts';
import { askedFarm, speakerOf } from '../intelligence/asked-farm.ts';
import { loadFarmSnapshot } from '../intelligence/load-farm-snapshot.ts';
import type { ReportFailure } from '../intelligence/read-insights.ts';
import { type Answer, type Call, jsonAnswer } from '../requests/call.ts';
import type { Runtime } from '../runtime.ts';

const [route] = screenRoutes;

/** `GET /os/dashboard`: a farm at a glance, in one read. */
export async function readDashboard(
  { database, changedFarms }: Runtime,
  call: Call,
  reportFailure: ReportFailure,
): Promise<Answer> {
  requireScope(call.actor, route.scope);
  const { farmId, scope, parameters } = await askedFarm(database, route.operationId, call);
  await changedFarms?.settle(scope, farmId);
  const input = { scope, farmId, now: call.at };
  const snapshot = await loadFarmSnapshot(database, input, DASHBOARD_PARTS);
  const speaker = await speakerOf(parameters['lang'], snapshot.language);
  // The parts loaded are those that a dashboard names.
  const dashboard = await runInSlices(
    dashboardSteps(snapshot as FarmSnapshot, ({ section, error }) => reportFailure(section, error)),
  );
  return jsonAnswer(renderMessages(speaker, dashboard));
}
