import { actionFields } from '../action-fields.ts';
import { type ActionDefinition, type ActionType, actions } from '../actions.ts';
import { type JsonSchema, presenceOf } from './json-schema.ts';
import { writeSchema } from './write-schema.ts';

/** The JSON Schema of the body that runs an action of this type. */
export function actionSchema(type: ActionType): JsonSchema {
  const action: ActionDefinition = actions[type];
  const fields = actionFields(action);
  const required = fields.filter(([, field]) => field.required).map(([name]) => name);
  return {
    type: 'object',
    description: `${action.summary}.`,
    properties: {
      farmId: { type: 'string', description: 'May be absent where one farm only is possible.' },
      type: { type: 'string', const: type },
      ...Object.fromEntries(fields.map(([name, field]) => [name, writeSchema(field, 'create')])),
    },
    required: ['type', ...required],
    ...(action.anyOf ? { anyOf: action.anyOf.map(presenceOf) } : {}),
  };
}
