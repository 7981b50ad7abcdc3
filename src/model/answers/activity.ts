import { exampleId } from '../example-id.ts';
import {
  anyObject,
  array,
  boolean,
  instant,
  integer,
  nullable,
  object,
  string,
} from '../json-schema/json-schema.ts';
import type { OperationAnswer } from '../operation.ts';

/** The answer of `GET /activity`. */
export const activityAnswer: OperationAnswer = {
  name: 'Activity',
  description: 'What happened, the newest first, each with its importance.',
  schema: object({
    data: array(
      object({
        id: string(),
        ts: instant(),
        kind: string(),
        score: integer('Importance, 0 to 100'),
        title: string(),
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
};
