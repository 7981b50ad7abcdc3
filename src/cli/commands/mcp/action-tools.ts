import { createHash } from 'node:crypto';
import { actionAnswer, actionCheckAnswer, undoAnswer } from '../../../model/answers/actions.ts';
import {
  anyObject,
  boolean,
  type JsonSchema,
  object,
  oneOf,
  string,
} from '../../../model/api/json-schema.ts';
import { readSchema, recordSchema } from '../../../model/api/read-schema.ts';
import { writeSchema } from '../../../model/api/write-schema.ts';
import { FarmError } from '../../../model/core/errors.ts';
import {
  type ActionDefinition,
  type ActionType,
  actionFields,
  actions,
  actionTypes,
} from '../../../model/resources/actions.ts';
import { alerts } from '../../../model/resources/alerts.ts';
import { fieldReports } from '../../../model/resources/field-reports.ts';
import type { Values } from '../../output/output.ts';
import {
  inputOf,
  readObject,
  type Tool,
  type ToolCall,
  type ToolHints,
  textArgument,
  toObject,
} from './tool.ts';

const confirm: JsonSchema = {
  ...string(
    'The confirm of the proposal that the person agreed to. Without it nothing is changed.',
  ),
  pattern: '^v[0-9]{1,15}-[0-9a-f]{12}$',
};

/**
 * The change applies only to the proposed version of the record, so a second call has no effect.
 */
const hints: ToolHints = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
};

/** Tools that close alerts and reports awaiting a person. */
export const replyTools: readonly Tool[] = [
  {
    name: 'resolve_alert',
    title: 'Resolve an alert',
    description:
      'Resolves, dismisses or reopens an alert. Without confirm it returns the alert and the change ' +
      'as a proposal; show it to the person and call again with the confirm of the answer. Refused ' +
      'if the alert has changed since. status open takes it back. Needs the scope write:alerts.',
    input: inputOf({
      id: { ...string('Id of the alert'), minLength: 1 },
      'status?': oneOf(['resolved', 'dismissed', 'open'], 'Default: resolved'),
      'resolutionNote?': writeSchema(alerts.fields.resolutionNote, 'create'),
      'feedback?': writeSchema(alerts.fields.feedback, 'create'),
      'confirm?': confirm,
    }),
    output: proposalOf(recordSchema(alerts)),
    fitting: 'shorten',
    hints,
    run: (call) => {
      const { resolutionNote, feedback, status = 'resolved' } = call.input;
      return change(call, 'alerts', { status, resolutionNote, feedback });
    },
  },
  {
    name: 'answer_report',
    title: 'Answer a field report',
    description:
      'Answers a report or question of a worker, who sees the reply. Without confirm it returns the ' +
      'report and the change as a proposal; show it to the person and call again with the confirm ' +
      'of the answer. Refused if the report has changed since. A later call replaces the reply. ' +
      'Needs the scope write:field-reports.',
    input: inputOf({
      id: { ...string('Id of the report'), minLength: 1 },
      replyText: { ...writeSchema(fieldReports.fields.replyText, 'create'), minLength: 1 },
      'confirm?': confirm,
    }),
    output: proposalOf(recordSchema(fieldReports)),
    fitting: 'shorten',
    hints,
    run: (call) =>
      change(call, 'field-reports', { replyText: call.input['replyText'], status: 'answered' }),
  },
];

function proposalOf(record: JsonSchema): JsonSchema {
  return object({
    done: boolean(),
    change: anyObject(),
    record,
    'confirm?': string(),
  });
}

async function change(call: ToolCall, resource: string, values: Values) {
  const path = `/${resource}/${encodeURIComponent(textArgument(call.input, 'id') ?? '')}`;
  const presentFields = Object.entries(values).filter(([, value]) => value !== undefined);
  const body = Object.fromEntries(presentFields);
  const mark = createHash('sha256')
    .update(JSON.stringify([path, body]))
    .digest('hex')
    .slice(0, 12);
  const agreed = textArgument(call.input, 'confirm');
  if (agreed === undefined) return propose(await readObject(call, path), body, mark);
  const [version, agreedMark] = agreed.split('-');
  if (agreedMark !== mark) {
    throw new FarmError('precondition_failed', {
      message: 'This is not the change that was proposed.',
    });
  }
  const headers = { 'if-match': `"${version}"` };
  const { data } = await call.client.request({ method: 'PATCH', path, body, headers });
  return { data: { done: true, change: body, record: toObject(data) } };
}

function propose(record: Values, body: Values, mark: string) {
  return {
    note: 'Nothing was changed. Show the change to the person, then call again with the same input and confirm.',
    data: { done: false, confirm: `v${String(record['version'])}-${mark}`, change: body, record },
  };
}

const farmId = string('Id of the farm; may be absent where only one is possible');
const summaries = actionTypes.map((type) => `${type}: ${actions[type].summary}`).join('\n');

/** Tools that run and undo actions. */
export const actionTools: readonly Tool[] = [
  {
    name: 'propose_action',
    title: 'Check an action',
    description:
      'Checks an action and gives it back complete, defaults included; nothing is run. Show it to ' +
      'the person it is for, with the recorded values that it would replace (replaces), then call ' +
      'run_action with the fields it gave back.',
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

/** The request body of one action type, with fields as in records. */
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

/** Runs the action on the profile's farm if it names none. */
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
