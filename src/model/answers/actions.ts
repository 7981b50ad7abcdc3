import { actions } from '../actions.ts';
import { pascalCase } from '../crud-operations.ts';
import { exampleId } from '../example-id.ts';
import { instant, type JsonSchema, object, ref, string } from '../json-schema/json-schema.ts';
import type { OperationAnswer, OperationBody } from '../operation.ts';
import { resources } from '../registry.ts';

const undoExample = {
  actionId: exampleId('action'),
  type: 'create_task',
  token: 'q1Zk0m3VfP8xw7Tn2LhYbA5cRsE9uJdG',
};

/** The body of `POST /actions`: one of the types, each with its fields. */
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

/** The name of an action's schema in the documents: `CreateTaskAction`. */
export function actionSchemaName(type: string): string {
  return `${pascalCase(type.replaceAll('_', ' ')).replaceAll(' ', '')}Action`;
}

/** The answer of `POST /actions`. */
export const actionAnswer: OperationAnswer = {
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
    undo: ref('UndoDescriptor'),
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
};

function resultSchema(): JsonSchema {
  const written = new Set(Object.values(actions).flatMap(({ writes }) => writes));
  const records = [...written].map((name) => ref(pascalCase(resources[name].singular)));
  return {
    description: 'The record as the action left it; for navigate, where to go.',
    anyOf: [...records, ref('Navigation')],
  };
}

/** The body of `POST /actions/undo`: the descriptor, bare or as it stood in the answer. */
export const undoBody: OperationBody = {
  schema: { anyOf: [ref('UndoDescriptor'), object({ undo: ref('UndoDescriptor') })] },
  examples: { descriptor: undoExample, wrapped: { undo: undoExample } },
};

/** The answer of `POST /actions/undo`. */
export const undoAnswer: OperationAnswer = {
  name: 'UndoResult',
  description: 'The rows stand as they did before the action.',
  schema: object({
    ok: { type: 'boolean', const: true },
    undone: object({ actionId: string(), type: string() }),
    result: {
      description: 'The record as it stands now, or what was deleted.',
      type: ['object', 'null'],
      additionalProperties: true,
    },
  }),
  example: {
    ok: true,
    undone: { actionId: undoExample.actionId, type: undoExample.type },
    result: { id: exampleId('task'), deleted: true },
  },
};
