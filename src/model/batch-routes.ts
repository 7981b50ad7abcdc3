import { batchAnswer, batchBody } from './answers/batch.ts';
import { limits } from './limits.ts';
import type { RouteOperation } from './operation.ts';

/** The route of the application that does many things at once. */
export const batchRoutes = [
  {
    kind: 'route',
    operationId: 'runBatch',
    method: 'POST',
    path: '/os/batch',
    tag: 'Batch',
    summary: 'Do several things at once, all of them or none',
    description:
      `Up to ${limits.batchOperations} operations in one transaction, in their order. Each needs ` +
      'the scope of the call that it stands for, and is audited as that. A text such as $0.id or ' +
      '$barn.id stands for a field of the answer of an earlier operation, by number or id; $$0.id ' +
      'for itself. Where one fails nothing is done: the answer has its status and error, its ' +
      'number under failed, and under results 424 for every other.',
    body: batchBody,
    answer: batchAnswer,
    // The status of the operation that failed.
    alsoAnswers: [403, 404, 405, 412],
  },
] as const satisfies readonly RouteOperation[];
