import {
  anyObject,
  array,
  boolean,
  instant,
  integer,
  nullable,
  object,
  oneOf,
  rows,
  string,
} from '../api/json-schema.ts';
import { declareAnswer } from '../api/operation.ts';
import { exampleId } from '../core/fields.ts';
import { shared } from './core/shared-schemas.ts';

/** The response of `GET /activity`. */
export const activityAnswer = declareAnswer({
  name: 'Activity',
  description: 'The activities, newest first, each with its importance.',
  schema: object({
    data: array(
      object({
        id: string(),
        ts: instant(),
        kind: string(),
        score: integer('Importance at that time, 0 to 100'),
        title: string(),
        'state?': oneOf(
          ['resolved', 'corrected', 'deleted', 'doubtful'],
          'The current state of what was recorded; doubtful: left out of all other figures',
        ),
        farmId: nullable(string()),
        'barnId?': nullable(string()),
        'flockId?': nullable(string()),
        ref: object({ resource: string(), id: string() }),
        actor: nullable(anyObject('Who did it: type and id')),
      }),
    ),
    meta: object({
      limit: integer(),
      hasMore: boolean('Whether older entries exist'),
      nextCursor: nullable(string('Continues with the entries after these; null on the last page')),
    }),
  }),
  example: {
    data: [
      {
        id: exampleId('activity'),
        ts: '2026-11-21T01:12:00.000Z',
        kind: 'alert',
        score: 90,
        title: 'Barn 1 is 4 °C above target',
        farmId: exampleId('farm'),
        barnId: exampleId('barn'),
        flockId: exampleId('flock'),
        ref: { resource: 'alerts', id: exampleId('alert') },
        actor: { type: 'system', id: 'rules' },
      },
    ],
    meta: { limit: 1, hasMore: false, nextCursor: null },
  },
});

/** The response of `GET /os/history/{resource}/{id}`. */
export const historyAnswer = declareAnswer({
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
        before: { description: 'Null if the field was empty' },
        after: { description: 'Null if the field is empty' },
      }),
    }),
    meta: shared('ListMeta'),
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
});

/** The response of `GET /search`. */
export const searchAnswer = declareAnswer({
  name: 'SearchResult',
  description: 'At most 50 rows of all modules the key may read, the best first.',
  schema: object({
    data: rows({
      resource: string(),
      id: string(),
      title: string(),
      snippet: nullable(string('The place where it was found')),
      farmId: nullable(string()),
      score: integer('0 to 120'),
    }),
    'meta?': anyObject(),
  }),
  example: {
    data: [
      {
        resource: 'tasks',
        id: exampleId('task'),
        title: 'Weigh 100 birds',
        snippet: 'Weigh 100 birds',
        farmId: exampleId('farm'),
        score: 100,
      },
    ],
  },
});
