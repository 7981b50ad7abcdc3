import { actionFields } from '../../../model/action-fields.ts';
import { type ActionType, actions, actionTypes } from '../../../model/actions.ts';
import { actionSchema } from '../../../model/json-schema/action-schema.ts';
import type { JsonSchema } from '../../../model/json-schema/json-schema.ts';
import { checkAction } from '../../actions/check-action.ts';
import {
  badArgument,
  type ModelTool,
  recordId,
  type ToolArguments,
  type ToolContext,
} from './model-tool.ts';
import { plainSchema } from './plain-schema.ts';

/** The tool by which a model proposes one of the actions; it never runs anything. */
export const proposeActionTool: ModelTool = {
  name: 'propose_action',
  description:
    'Propose one action, only where the user asks for it or for advice. Nothing runs by it. ' +
    'Records are named by their names or by ids that tools have told.',
  parameters: {
    type: 'object',
    properties: { action: { anyOf: actionTypes.map(schemaOf) } },
    required: ['action'],
  },
  async run(context, args) {
    const sent = actionOf(args);
    const type = actionTypes.find((known) => known === sent['type']);
    if (!type) {
      throw badArgument('type', `there is no such action; there are ${actionTypes.join(', ')}`);
    }
    const { farmId } = context.farm;
    if ((sent['farmId'] ?? farmId) !== farmId) {
      throw badArgument('farmId', 'actions are of the farm that is asked about');
    }
    const fields = fieldsOf(context, type, sent);
    const { runtime, call } = context;
    await checkAction(runtime.database, { call, body: { farmId, type, ...fields } });
    return {
      content: { proposed: type, note: 'Nothing has run. Tell the user what is proposed.' },
      facts: [],
      ids: [],
      proposal: { type, fields },
    };
  },
};

function schemaOf(type: ActionType): JsonSchema {
  const { properties, anyOf: _choice, ...schema } = actionSchema(type);
  const { farmId: _farm, ...own } = properties as Readonly<Record<string, JsonSchema>>;
  return plainSchema({ ...schema, properties: own });
}

/** The action as the schema has it, or laid flat as some models write it. */
function actionOf(args: ToolArguments): ToolArguments {
  const { action } = args;
  if (typeof action !== 'object' || action === null || Array.isArray(action)) return args;
  return action as ToolArguments;
}

function fieldsOf(
  context: ToolContext,
  type: ActionType,
  sent: ToolArguments,
): Readonly<Record<string, unknown>> {
  const known = new Map(actionFields(actions[type]));
  const entries = Object.entries(sent).filter(
    ([name, value]) => !['type', 'farmId'].includes(name) && (value ?? '') !== '',
  );
  return Object.fromEntries(
    entries.map(([name, value]) => {
      const field = known.get(name);
      if (!field) throw badArgument(name, `${type} has no field ${name}`);
      if (field.type !== 'reference') return [name, value];
      return [name, recordId(context, { path: name, resource: field.to, said: String(value) })];
    }),
  );
}
