import type { FastifyInstance } from 'fastify';
import { FarmError } from '../../model/errors.ts';
import type { Operation } from '../../model/operation.ts';
import { operations } from '../../model/operations.ts';
import { requireScope } from '../../platform/access/actor.ts';
import { describeCaller } from '../../platform/access/describe-caller.ts';
import { readActivity } from '../../platform/activity/read-activity.ts';
import { farmQuestions } from '../../platform/intelligence/farm-questions.ts';
import { type ReportFailure, readInsights } from '../../platform/intelligence/read-insights.ts';
import { readPortfolio } from '../../platform/intelligence/read-portfolio.ts';
import type { Answer, Call } from '../../platform/requests/call.ts';
import { searchEverything } from '../../platform/search/search-everything.ts';
import type { Edge } from '../edge.ts';
import { readRoute } from './run-call.ts';

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
