import { integer, json, prose, reference, text, timestamp, word } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { defineResource } from '../core/resource.ts';
import { closed, language, open } from '../core/vocabulary.ts';

/** The types of actions; a run of an automation has its command or the kind of its work. */
const actionWords = [
  'create_task',
  'complete_task',
  'create_order',
  'create_expense',
  'create_contact',
  'create_barn',
  'create_flock',
  'log_daily',
  'create_alert',
  'create_medicine',
  'create_feed_delivery',
  'set_farm_location',
  'set_barn_location',
  'navigate',
] as const;

export const agentRuns = defineResource({
  name: 'agent-runs',
  singular: 'agent run',
  idPrefix: 'run',
  group: 'People and system',
  summary: 'Log of questions, actions, scans and automations',
  readOnly: true,
  fields: {
    kind: word(open(['ask', 'action', 'brain_scan', 'digest', 'insight', 'automation', 'vision']), {
      origin: 'system',
    }),
    trigger: word(open(['api', 'webhook', 'schedule', 'user']), { origin: 'system' }),
    status: word(
      closed(['queued', 'running', 'succeeded', 'failed', 'cancelled', 'suppressed'], {
        pending: 'queued',
        done: 'succeeded',
        completed: 'succeeded',
        error: 'failed',
        canceled: 'cancelled',
      }),
      { origin: 'system' },
    ),
    lang: word(language, { origin: 'system' }),
    question: prose(limits.questionLength, { origin: 'system' }),
    answer: prose(limits.stringLength, { origin: 'system' }),
    actionType: word(open(actionWords), { origin: 'system' }),
    actionStatus: word(
      closed(['none', 'proposed', 'suppressed', 'executed', 'refused', 'undone']),
      { origin: 'system' },
    ),
    input: json({ origin: 'system' }),
    output: json({ origin: 'system' }),
    error: prose(2000, { origin: 'system' }),
    model: text(120, { origin: 'system', note: 'Null if no model was used' }),
    tokensIn: integer(0, 1e9, { origin: 'system', unit: 'tokens' }),
    tokensOut: integer(0, 1e9, { origin: 'system', unit: 'tokens' }),
    durationMs: integer(0, 1e9, { origin: 'system', unit: 'ms' }),
    requestId: text(limits.requestIdLength, { origin: 'system' }),
    keyId: text(80, { origin: 'system' }),
    userId: reference('users', { origin: 'system' }),
    startedAt: timestamp({ origin: 'system' }),
    finishedAt: timestamp({ origin: 'system' }),
  },
  farm: { kind: 'farm', parents: [] },
  label: ['question', 'kind'],
  found: ['question', 'answer'],
  filters: ['kind', 'status', 'actionType'],
  ranges: ['createdAt'],
  order: 'createdAt',
  columns: [
    'id',
    'createdAt',
    'kind',
    'status',
    'question',
    'actionType',
    'actionStatus',
    'durationMs',
  ],
  example: {},
});
