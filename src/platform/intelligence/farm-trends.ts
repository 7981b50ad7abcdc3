import { farmTrend } from '../../farming/portfolio/portfolio.ts';
import { routeOf } from '../../model/routes/route-table.ts';
import { mapInSlices } from '../../storage/core/slices.ts';
import { scopeOf } from '../core/actor.ts';
import { operationParameters } from '../core/admission.ts';
import { type Answer, type Call, jsonAnswer } from '../core/request-context.ts';
import type { Runtime } from '../core/runtime.ts';
import { loadPortfolio } from './portfolio.ts';
import { readPortfolioFarm } from './portfolio-rows.ts';

/** `GET /os/charts/farms`: the deaths of every farm that the caller sees, with the rows of `/portfolio`. */
export async function readFarmTrends(runtime: Runtime, call: Call): Promise<Answer> {
  operationParameters(routeOf('getFarmTrends'), call);
  const { farms } = await loadPortfolio(runtime, { scope: scopeOf(call.actor), now: call.at });
  const trends = await mapInSlices(farms, (farm) => farmTrend(readPortfolioFarm(farm)));
  return jsonAnswer({ farms: trends });
}
