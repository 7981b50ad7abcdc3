import { exampleId } from '../example-id.ts';
import { boolean, integer, json, prose, reference, text, timestamp, word } from '../fields.ts';
import { defineResource } from '../resource.ts';
import { closed, open, severity } from '../vocabulary.ts';

const category = open([
  'climate',
  'health',
  'mortality',
  'count',
  'weight',
  'feed',
  'water',
  'production',
  'equipment',
  'integration',
  'medicine',
  'finance',
  'market',
  'compliance',
  'security',
  'task',
  'other',
]);

const status = closed(['open', 'acknowledged', 'in_progress', 'resolved', 'dismissed'], {
  new: 'open',
  active: 'open',
  ack: 'acknowledged',
  seen: 'acknowledged',
  fixed: 'resolved',
  closed: 'resolved',
  done: 'resolved',
  ignored: 'dismissed',
});

export const alerts = defineResource({
  name: 'alerts',
  singular: 'alert',
  idPrefix: 'alert',
  group: 'Monitoring',
  summary: 'Something that somebody on the farm should look at',
  fields: {
    barnId: reference('barns'),
    flockId: reference('flocks'),
    severity: word(severity, { default: 'warning' }),
    category: word(category, { default: 'other' }),
    title: text(200, { required: true }),
    message: prose(5000),
    status: word(status, { default: 'open' }),
    resolutionNote: prose(5000),
    feedback: word(
      closed(['useful', 'not_useful', 'false_alarm'], {
        helpful: 'useful',
        useless: 'not_useful',
        unhelpful: 'not_useful',
        false_positive: 'false_alarm',
      }),
      { note: 'What the people of the farm thought of the alert' },
    ),
    feedbackNote: prose(5000),
    source: json({ origin: 'system', note: 'The rule that raised it and what it looked at' }),
    acknowledgedAt: timestamp({ origin: 'system' }),
    resolvedAt: timestamp({ origin: 'system' }),
    occurrences: integer(1, 1_000_000, {
      origin: 'system',
      default: 1,
      note: 'How often the same thing was seen while the alert was open',
    }),
    severityHistory: json({ origin: 'system', note: 'Changes of severity with their time' }),
    sealed: boolean({ origin: 'system', default: false, note: 'Part of a sealed case file' }),
  },
  farm: { kind: 'farm', parents: ['barnId', 'flockId'] },
  label: ['title'],
  search: ['title', 'message'],
  filters: ['status', 'severity', 'category', 'barnId'],
  ranges: ['createdAt'],
  order: 'createdAt',
  transitions: {
    open: ['acknowledged', 'in_progress', 'resolved', 'dismissed'],
    acknowledged: ['in_progress', 'resolved', 'dismissed', 'open'],
    in_progress: ['resolved', 'dismissed', 'open'],
    resolved: ['open'],
    dismissed: ['open'],
  },
  emits: [
    { event: 'alert.created', on: 'create' },
    { event: 'alert.critical', on: 'enter', field: 'severity', value: 'critical' },
    { event: 'alert.resolved', on: 'enter', field: 'status', value: 'resolved' },
  ],
  columns: ['id', 'severity', 'category', 'title', 'status', 'barnId', 'occurrences', 'createdAt'],
  example: {
    barnId: exampleId('barn'),
    flockId: exampleId('flock'),
    severity: 'critical',
    category: 'climate',
    title: 'Barn 1 is 4 °C above target',
    message: '31.2 °C at day 21, the target is 27 °C; two fans do not run',
  },
});
