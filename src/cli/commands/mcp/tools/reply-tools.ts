import { createHash } from 'node:crypto';
import { FarmError } from '../../../../model/errors.ts';
import {
  anyObject,
  boolean,
  type JsonSchema,
  object,
  oneOf,
  string,
} from '../../../../model/json-schema/json-schema.ts';
import { recordSchema } from '../../../../model/json-schema/record-schema.ts';
import { writeSchema } from '../../../../model/json-schema/write-schema.ts';
import { alerts } from '../../../../model/resources/alerts.ts';
import { fieldReports } from '../../../../model/resources/field-reports.ts';
import type { Values } from '../../../output/output.ts';
import { readObject, type Tool, type ToolCall, type ToolHints, textOf, toObject } from '../tool.ts';
import { inputOf } from '../tool-input.ts';

const confirm: JsonSchema = {
  ...string(
    'The confirm of the proposal that the person agreed to. Without it nothing is changed.',
  ),
  pattern: '^v[0-9]{1,15}-[0-9a-f]{12}$',
};

/** The record changes only from the version that was proposed, so a second call changes nothing. */
const hints: ToolHints = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: true,
  openWorldHint: false,
};

/** The tools that close what waits for a person: alerts and reports from the barn. */
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

async function change(call: ToolCall, resource: string, wanted: Values) {
  const path = `/${resource}/${encodeURIComponent(textOf(call.input, 'id') ?? '')}`;
  const given = Object.entries(wanted).filter(([, value]) => value !== undefined);
  const body = Object.fromEntries(given);
  const mark = createHash('sha256')
    .update(JSON.stringify([path, body]))
    .digest('hex')
    .slice(0, 12);
  const agreed = textOf(call.input, 'confirm');
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
