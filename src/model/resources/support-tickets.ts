import { integer, prose, reference, text, timestamp, word } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { defineResource } from '../core/resource.ts';
import { closed, language, open, priority } from '../core/vocabulary.ts';

const status = closed(['open', 'in_progress', 'waiting_customer', 'resolved', 'closed'], {
  new: 'open',
  started: 'in_progress',
  waiting: 'waiting_customer',
  pending: 'waiting_customer',
  solved: 'resolved',
  fixed: 'resolved',
  done: 'resolved',
});

export const supportTickets = defineResource({
  name: 'support-tickets',
  singular: 'support ticket',
  idPrefix: 'ticket',
  group: 'People and system',
  summary: 'Questions and complaints about the service',
  fields: {
    subject: text(200, { required: true }),
    body: prose(limits.stringLength, { required: true }),
    category: word(
      open(['bug', 'question', 'billing', 'device', 'data', 'feature', 'access', 'other']),
    ),
    priority: word(priority, { default: 'normal' }),
    status: word(status, { default: 'open' }),
    assignee: text(120),
    channel: word(open(['app', 'email', 'phone', 'whatsapp', 'api'])),
    lang: word(language),
    resolutionNote: prose(5000),
    number: integer(1, 1e9, { origin: 'system', note: 'Counts up in the organisation' }),
    userId: reference('users', { origin: 'system', note: 'Who opened it' }),
    firstResponseAt: timestamp({ origin: 'system' }),
    closedAt: timestamp({ origin: 'system' }),
  },
  farm: { kind: 'farm', parents: [] },
  label: ['subject'],
  search: ['subject', 'body'],
  filters: ['status', 'category', 'priority'],
  order: 'createdAt',
  transitions: {
    open: ['in_progress'],
    in_progress: ['waiting_customer', 'resolved'],
    waiting_customer: ['in_progress'],
    resolved: ['closed', 'open'],
    closed: [],
  },
  columns: ['id', 'number', 'subject', 'category', 'priority', 'status', 'assignee', 'createdAt'],
  example: {
    subject: 'Camera of barn 1 shows no counts',
    body: 'Since this morning the camera is online, but no counts arrive.',
    category: 'device',
    priority: 'high',
    channel: 'app',
    lang: 'en',
  },
});
