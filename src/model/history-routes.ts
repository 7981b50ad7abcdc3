import { historyAnswer } from './answers/history.ts';
import { integer, text } from './fields.ts';
import { limits } from './limits.ts';
import type { RouteOperation } from './operation.ts';

/** The route of the application that tells of the earlier versions of rows. */
export const historyRoutes = [
  {
    kind: 'route',
    operationId: 'readHistory',
    method: 'GET',
    path: '/os/history/{resource}/{id}',
    scope: 'read:any',
    tag: 'History',
    summary: 'Read what a row was before',
    description:
      'Who changed which field, when, from what to what, by which request or action. Needs the ' +
      'reading of the module of the row. A deleted row keeps its history. Set on the last version, ' +
      'the values before each change give every earlier one; what the service notes by itself, ' +
      'such as when a camera was last heard, is not kept.',
    query: {
      farmId: text(80, { note: 'The farm that the row must be of' }),
      field: text(80, { note: 'Only changes of this field' }),
      limit: integer(1, limits.maxPageSize, { default: limits.pageSize }),
      offset: integer(0, limits.maxOffset, { default: 0 }),
    },
    exampleQuery: { limit: 1 },
    answer: historyAnswer,
  },
] as const satisfies readonly RouteOperation[];
