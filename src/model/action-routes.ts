import { actionTypes } from './actions.ts';
import { actionCheckAnswer } from './answers/action-check.ts';
import { actionHistoryAnswer } from './answers/action-history.ts';
import { actionBody } from './answers/actions.ts';
import { boolean, integer, text, word } from './fields.ts';
import { limits } from './limits.ts';
import type { RouteOperation } from './operation.ts';
import { closed } from './vocabulary.ts';

/** The routes of the application about actions: what was done by them, and what one would do. */
export const actionRoutes = [
  {
    kind: 'route',
    operationId: 'listActions',
    method: 'GET',
    path: '/os/actions',
    scope: 'read:*',
    tag: 'Actions',
    summary: 'List what was done by actions',
    description:
      'An action is undone with the descriptor of its answer, which is not told again here.',
    query: {
      farmId: text(80, { note: 'Only actions of this farm' }),
      // A list of types that is never empty; that is not said by its type.
      type: word(closed(actionTypes as readonly [string, ...string[]]), {
        note: 'Only actions of this type',
      }),
      undone: boolean({ note: 'Only those that were undone, or only the others' }),
      limit: integer(1, limits.maxPageSize, { default: limits.pageSize }),
      offset: integer(0, limits.maxOffset, { default: 0 }),
    },
    exampleQuery: { type: 'create_task', undone: 'false', limit: 1 },
    answer: actionHistoryAnswer,
  },
  {
    kind: 'route',
    operationId: 'checkAction',
    method: 'POST',
    path: '/os/actions/check',
    scope: 'modules:any',
    tag: 'Actions',
    summary: 'Check an action without running it',
    description:
      'The body is that of POST /actions. The answer has it complete, with its farm and defaults; ' +
      'what the state of the farm forbids is told only by running it.',
    body: actionBody,
    answer: actionCheckAnswer,
  },
] as const satisfies readonly RouteOperation[];
