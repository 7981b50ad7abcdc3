import { exampleId } from '../example-id.ts';
import {
  anyObject,
  integer,
  type JsonSchema,
  object,
  oneOf,
  rows,
  string,
} from '../json-schema/json-schema.ts';
import { limits } from '../limits.ts';
import type { OperationAnswer, OperationBody } from '../operation.ts';

const operation: JsonSchema = object({
  method: oneOf(['POST', 'PATCH', 'DELETE']),
  path: string(
    '/{resource}, /{resource}/{id}, /actions or /actions/undo; farmId may follow behind ?',
  ),
  'body?': anyObject('As the call of its own would take it'),
  'ifMatch?': string('The version that the row must have'),
  'id?': string('What later operations call it'),
});

/** The body of `POST /os/batch`. */
export const batchBody: OperationBody = {
  schema: object({
    operations: { type: 'array', items: operation, minItems: 1, maxItems: limits.batchOperations },
  }),
  examples: {
    barnAndFlock: {
      operations: [
        {
          id: 'barn',
          method: 'POST',
          path: `/barns?farmId=${exampleId('farm')}`,
          body: { name: 'Barn 7', capacity: 20_000 },
        },
        {
          method: 'POST',
          path: '/flocks',
          body: { barnId: '$barn.id', placementDate: '2026-11-20', chicksReceived: 19_800 },
        },
      ],
    },
  },
};

/** The answer of `POST /os/batch`. */
export const batchAnswer: OperationAnswer = {
  name: 'BatchDone',
  description: 'Everything was done; the answers stand in the order of the operations.',
  schema: object({
    ok: { type: 'boolean', const: true },
    results: rows({
      'id?': string(),
      status: integer('As of a call of its own'),
      'etag?': string(),
      'location?': string(),
      body: anyObject('The record, or what the call of its own answers'),
    }),
  }),
  example: {
    ok: true,
    results: [
      {
        status: 200,
        body: { id: exampleId('task'), deleted: true },
      },
    ],
  },
};
