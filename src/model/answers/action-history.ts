import { exampleId } from '../example-id.ts';
import {
  anyObject,
  array,
  boolean,
  instant,
  nullable,
  object,
  ref,
  string,
} from '../json-schema/json-schema.ts';
import { limits } from '../limits.ts';
import type { OperationAnswer } from '../operation.ts';

/** The answer of `GET /os/actions`. */
export const actionHistoryAnswer: OperationAnswer = {
  name: 'ActionHistory',
  description: 'Actions that ran, the newest first, without the tokens that undo them.',
  schema: object({
    data: array(
      object({
        id: string(),
        type: string(),
        farmId: nullable(string()),
        keyId: string('The key that acted'),
        fields: anyObject('The fields of the action, as they were taken'),
        resource: nullable(string('Of the record that it is about')),
        rowId: nullable(string()),
        createdAt: instant(),
        undoable: boolean('Not undone yet; the state of the farm may still forbid it'),
        undoneAt: nullable(instant()),
        undoneBy: nullable(string('The key that undid it')),
      }),
    ),
    meta: ref('ListMeta'),
  }),
  example: {
    data: [
      {
        id: exampleId('action'),
        type: 'create_task',
        farmId: exampleId('farm'),
        keyId: 'k4T9vQ2mXbZ7',
        fields: {
          title: 'Call the vet about barn 1',
          assignee: 'Dana',
          priority: 'high',
          frequency: 'once',
        },
        resource: 'tasks',
        rowId: exampleId('task'),
        createdAt: '2026-11-21T09:00:00.000Z',
        undoable: true,
        undoneAt: null,
        undoneBy: null,
      },
    ],
    meta: { total: 1, limit: limits.pageSize, offset: 0, hasMore: false },
  },
};
