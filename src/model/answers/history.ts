import { exampleId } from '../example-id.ts';
import {
  boolean,
  instant,
  integer,
  nullable,
  object,
  oneOf,
  ref,
  rows,
  string,
} from '../json-schema/json-schema.ts';
import type { OperationAnswer } from '../operation.ts';

/** The answer of `GET /os/history/{resource}/{id}`. */
export const historyAnswer: OperationAnswer = {
  name: 'RowHistory',
  description: 'The changes of the row, the newest first; the last is that it was made.',
  schema: object({
    resource: string(),
    id: string(),
    farmId: nullable(string()),
    deleted: boolean('Whether the row is gone; its history stays'),
    data: rows({
      version: integer('The version that the change made'),
      kind: oneOf(['created', 'changed', 'deleted']),
      at: instant(),
      by: object({
        type: string('key, camera or system'),
        id: string(),
        name: nullable(string('Of a key, its name')),
      }),
      requestId: nullable(string()),
      actionId: nullable(string('The action it was part of, or that was undone')),
      undone: boolean('Whether an action was undone'),
      changes: rows({
        field: string(),
        before: { description: 'Null where it held nothing' },
        after: { description: 'Null where it holds nothing' },
      }),
    }),
    meta: ref('ListMeta'),
  }),
  example: {
    resource: 'tasks',
    id: exampleId('task'),
    farmId: exampleId('farm'),
    deleted: false,
    data: [
      {
        version: 2,
        kind: 'changed',
        at: '2026-11-21T09:00:00.000Z',
        by: { type: 'key', id: 'k4T9vQ2mXbZ7', name: 'Morning assistant' },
        requestId: exampleId('req'),
        actionId: null,
        undone: false,
        changes: [{ field: 'priority', before: 'normal', after: 'high' }],
      },
    ],
    meta: { total: 2, limit: 1, offset: 0, hasMore: true },
  },
};
