import { actionFields } from '../../../../model/action-fields.ts';
import {
  type ActionDefinition,
  type ActionType,
  actions,
  actionTypes,
} from '../../../../model/actions.ts';
import { actionCheckAnswer } from '../../../../model/answers/action-check.ts';
import { actionAnswer, undoAnswer } from '../../../../model/answers/actions.ts';
import {
  type JsonSchema,
  object,
  oneOf,
  string,
} from '../../../../model/json-schema/json-schema.ts';
import { readSchema } from '../../../../model/json-schema/read-schema.ts';
import type { Values } from '../../../output/output.ts';
import { type Tool, type ToolCall, toObject } from '../tool.ts';
import { inputOf } from '../tool-input.ts';

const farmId = string('Id of the farm; may be absent where only one is possible');
const summaries = actionTypes.map((type) => `${type}: ${actions[type].summary}`).join('\n');

/** The tools that act, and take back what was done. */
export const actionTools: readonly Tool[] = [
  {
    name: 'propose_action',
    title: 'Check an action',
    description:
      'Checks an action and gives it back complete, defaults included; nothing is run. Show it to ' +
      'the person it is for, then call run_action with the fields it gave back.',
    input: inputOf({ action: { oneOf: actionTypes.map(actionInput) } }),
    output: actionCheckAnswer.schema,
    fitting: 'omit',
    hints: {
      readOnlyHint: true,
      destructiveHint: false,
      idempotentHint: true,
      openWorldHint: false,
    },
    run: (call) => send(call, '/os/actions/check', withFarm(call)),
  },
  {
    name: 'run_action',
    title: 'Run an action',
    description:
      'Runs an action on the farm and gives back the record and, under undo, what takes it back ' +
      `with undo_action. Needs the scope actions:execute.\n${summaries}`,
    input: inputOf({
      action: {
        ...object({ type: oneOf(actionTypes), 'farmId?': farmId }),
        description: 'The fields that propose_action takes for the type, best as it gave them back',
      },
      'idempotencyKey?': {
        ...string('Any text: two calls with the same one run the action once'),
        minLength: 1,
        maxLength: 200,
      },
    }),
    output: actionAnswer.schema,
    fitting: 'shorten',
    hints: {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: false,
      openWorldHint: false,
    },
    run: (call) => send(call, '/actions', withFarm(call)),
  },
  {
    name: 'undo_action',
    title: 'Undo an action',
    description:
      'Takes back an action that run_action ran: what it made goes, what it changed is as before. ' +
      'Refused where the record was changed since.',
    input: inputOf({
      undo: {
        ...object({ actionId: string(), type: string(), token: string() }),
        description: 'The undo of the answer of run_action',
      },
    }),
    output: undoAnswer.schema,
    fitting: 'shorten',
    hints: {
      readOnlyHint: false,
      destructiveHint: true,
      idempotentHint: true,
      openWorldHint: false,
    },
    run: (call) => send(call, '/actions/undo', async () => call.input['undo'] as Values),
  },
];

/** The body of one type, with its fields as the records have them. */
function actionInput(type: ActionType): JsonSchema {
  const { summary, anyOf = [] }: ActionDefinition = actions[type];
  const fields = actionFields(actions[type]);
  const properties = fields.map(
    ([name, field]) => [field.required ? name : `${name}?`, readSchema(field)] as const,
  );
  const choice = anyOf.length > 1 ? ` One of ${anyOf.join(', ')} is needed.` : '';
  return {
    ...object({
      type: { type: 'string', const: type },
      'farmId?': farmId,
      ...Object.fromEntries(properties),
    }),
    description: `${summary}.${choice}`,
  };
}

/** The action with the farm of the profile, where it names none itself. */
function withFarm(call: ToolCall): () => Promise<Values> {
  return async () => {
    const action = call.input['action'] as Values;
    const chosen = action['farmId'] === undefined ? await call.farmId() : undefined;
    return chosen === undefined ? action : { farmId: chosen, ...action };
  };
}

async function send(call: ToolCall, path: string, body: () => Promise<Values>) {
  const { idempotencyKey } = call.input;
  const headers =
    typeof idempotencyKey === 'string' ? { 'idempotency-key': `mcp:${idempotencyKey}` } : {};
  const { data } = await call.client.request({
    method: 'POST',
    path,
    body: await body(),
    headers,
  });
  return { data: toObject(data) };
}
