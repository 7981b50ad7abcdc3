import {
  anyObject,
  array,
  boolean,
  instant,
  integer,
  type JsonSchema,
  nullable,
  object,
  oneOf,
  ref,
  rows,
  string,
} from '../api/json-schema.ts';
import { declareAnswer, type OperationBody, pascalCase } from '../api/operation.ts';
import { exampleId } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { actions } from '../resources/actions.ts';
import { resources } from '../resources/registry.ts';
import { shared } from './core/shared-schemas.ts';

const replaces = (description: string) =>
  array(anyObject('`field`, and its value `before` and `after`'), description);

/** The response of `POST /os/actions/check`. */
export const actionCheckAnswer = declareAnswer({
  name: 'ActionCheck',
  description: 'The action is well formed; nothing of it has run.',
  schema: object({
    ok: { type: 'boolean', const: true },
    type: string(),
    farmId: nullable(string('Null where the action finds its farm when it runs')),
    fields: anyObject('The complete body that POST /actions takes'),
    'replaces?': replaces('Recorded values it would replace'),
  }),
  example: {
    ok: true,
    type: 'create_expense',
    farmId: exampleId('farm'),
    fields: {
      farmId: exampleId('farm'),
      type: 'create_expense',
      date: '2026-11-21',
      amount: 1240,
      category: 'vet',
    },
  },
});

/** The response of `GET /os/actions`. */
export const actionHistoryAnswer = declareAnswer({
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
    meta: shared('ListMeta'),
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
});

const undoExample = {
  actionId: exampleId('action'),
  type: 'create_task',
  token: 'q1Zk0m3VfP8xw7Tn2LhYbA5cRsE9uJdG',
};

/** The request body of `POST /actions`: one action type with its fields. */
export const actionBody: OperationBody = {
  schema: {
    oneOf: Object.keys(actions).map((type) => ref(actionSchemaName(type))),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(
        Object.keys(actions).map((type) => [
          type,
          `#/components/schemas/${actionSchemaName(type)}`,
        ]),
      ),
    },
  },
  examples: Object.fromEntries(
    Object.entries(actions).map(([type, { example }]) => [
      type,
      { farmId: exampleId('farm'), type, ...example },
    ]),
  ),
};

/** The schema name of an action in the API documents: `CreateTaskAction`. */
export function actionSchemaName(type: string): string {
  return `${pascalCase(type.replaceAll('_', ' ')).replaceAll(' ', '')}Action`;
}

/** The response of `POST /actions`. */
export const actionAnswer = declareAnswer({
  name: 'ActionResult',
  description: 'The action ran; the descriptor under `undo` reverses it.',
  schema: object({
    ok: { type: 'boolean', const: true },
    action: object({
      id: string(),
      type: string(),
      farmId: { type: ['string', 'null'] },
      createdAt: instant(),
    }),
    result: resultSchema(),
    undo: shared('UndoDescriptor'),
    'replaces?': replaces('Recorded values it replaced'),
  }),
  example: {
    ok: true,
    action: {
      id: undoExample.actionId,
      type: 'create_task',
      farmId: exampleId('farm'),
      createdAt: '2026-11-21T09:00:00.000Z',
    },
    result: {
      id: exampleId('task'),
      farmId: exampleId('farm'),
      createdAt: '2026-11-21T09:00:00.000Z',
      updatedAt: '2026-11-21T09:00:00.000Z',
      version: 1,
      createdBy: { type: 'key', id: 'k4T9vQ2mXbZ7' },
      barnId: null,
      title: 'Call the vet about barn 1',
      details: null,
      assignee: 'Dana',
      priority: 'high',
      status: 'open',
      dueDate: null,
      frequency: 'once',
      completedAt: null,
      seriesId: null,
      overdue: false,
      nextDueDate: null,
    },
    undo: undoExample,
  },
});

function resultSchema(): JsonSchema {
  const written = new Set(Object.values(actions).flatMap(({ writes }) => writes));
  const records = [...written].map((name) => ref(pascalCase(resources[name].singular)));
  return {
    description: 'The record as the action left it; for navigate, where to go.',
    anyOf: [...records, shared('Navigation')],
  };
}

/** The request body of `POST /actions/undo`: the undo descriptor, bare or inside its response. */
export const undoBody: OperationBody = {
  schema: { anyOf: [shared('UndoDescriptor'), object({ undo: shared('UndoDescriptor') })] },
  examples: { descriptor: undoExample, wrapped: { undo: undoExample } },
};

/** The response of `POST /actions/undo`. */
export const undoAnswer = declareAnswer({
  name: 'UndoResult',
  description: 'The rows have their state from before the action.',
  schema: object({
    ok: { type: 'boolean', const: true },
    undone: object({ actionId: string(), type: string() }),
    result: {
      description: 'The current record, or the deleted one.',
      type: ['object', 'null'],
      additionalProperties: true,
    },
  }),
  example: {
    ok: true,
    undone: { actionId: undoExample.actionId, type: undoExample.type },
    result: { id: exampleId('task'), deleted: true },
  },
});

const operation = object({
  method: oneOf(['POST', 'PATCH', 'DELETE']),
  path: string(
    '/{resource}, /{resource}/{id}, /actions or /actions/undo; farmId may be a query parameter',
  ),
  'body?': anyObject('As for the equivalent single call'),
  'ifMatch?': string('The ETag that the row must have, such as `"v1"`'),
  'id?': string('Name for references from later operations'),
});

/** The request body of `POST /os/batch`. */
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

/** The response of `POST /os/batch`. */
export const batchAnswer = declareAnswer({
  name: 'BatchDone',
  description: 'All operations succeeded; results are in the order of the operations.',
  schema: object({
    ok: { type: 'boolean', const: true },
    results: rows({
      'id?': string(),
      status: integer('As for the equivalent single call'),
      'etag?': string(),
      'location?': string(),
      body: anyObject('The record, or the response of the equivalent single call'),
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
});
