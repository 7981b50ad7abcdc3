import { portfolioOf } from '../../farming/portfolio/portfolio-of.ts';
import { scopeOf } from '../access/actor.ts';
import { type Answer, type Call, jsonAnswer } from '../requests/call.ts';
import { operationParameters } from '../requests/operation-parameters.ts';
import type { Runtime } from '../runtime.ts';
import { findOperation } from './asked-farm.ts';
import { loadPortfolio } from './load-portfolio.ts';

/** `GET /portfolio`: every farm that the key sees with its headline figures, and their totals. */
export async function readPortfolio(runtime: Runtime, call: Call): Promise<Answer> {
  call.subject.resource = 'portfolio';
  operationParameters(findOperation('portfolio'), call);
  const scope = scopeOf(call.actor);
  const { farms, thresholds } = await loadPortfolio(runtime, { scope, now: call.at });
  const rows = await runtime.kept.portfolios.rows.rowsOf(farms, thresholds);
  return jsonAnswer(portfolioOf(rows));
}
