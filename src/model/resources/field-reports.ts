import { exampleId } from '../example-id.ts';
import { boolean, json, prose, reference, text, timestamp, word } from '../fields.ts';
import { defineResource } from '../resource.ts';
import { closed, language, open, severity } from '../vocabulary.ts';

const source = open(['app', 'whatsapp', 'sms', 'phone', 'voice', 'web', 'email', 'api', 'other']);

const category = open([
  'health',
  'mortality',
  'climate',
  'feed',
  'water',
  'equipment',
  'eggs',
  'weight',
  'cleaning',
  'security',
  'safety',
  'delivery',
  'request',
  'question',
  'other',
]);

const status = closed(['new', 'in_review', 'answered', 'closed', 'dismissed'], {
  open: 'new',
  unread: 'new',
  pending: 'new',
  in_progress: 'in_review',
  reviewing: 'in_review',
  replied: 'answered',
  done: 'closed',
  resolved: 'closed',
  ignored: 'dismissed',
});

export const fieldReports = defineResource({
  name: 'field-reports',
  singular: 'field report',
  idPrefix: 'report',
  group: 'Daily work',
  summary: 'What a worker tells or asks from the barn, in the own words and language',
  fields: {
    barnId: reference('barns'),
    flockId: reference('flocks'),
    rawText: prose(10_000, { required: true, note: 'The words of the worker, unchanged' }),
    source: word(source, { default: 'app' }),
    lang: word(language, { note: 'Default: detected from the text' }),
    authorName: text(120),
    category: word(category, { default: 'other' }),
    severity: word(severity, { default: 'info' }),
    summaryHe: prose(1000, { note: 'Summary in Hebrew' }),
    isQuestion: boolean({ note: 'Default: whether the text asks something' }),
    status: word(status, { default: 'new' }),
    replyText: prose(5000, { note: 'Answering a question moves it to answered' }),
    answeredAt: timestamp({ origin: 'system' }),
    answeredBy: text(120, { origin: 'system' }),
    extracted: json({ origin: 'system', note: 'Figures found in the text, such as mortality' }),
  },
  farm: { kind: 'farm', parents: ['barnId', 'flockId'] },
  label: ['rawText'],
  search: ['rawText', 'summaryHe'],
  filters: ['status', 'severity', 'category', 'isQuestion', 'source', 'barnId'],
  ranges: ['createdAt'],
  order: 'createdAt',
  transitions: {
    new: ['in_review', 'answered', 'closed', 'dismissed'],
    in_review: ['answered', 'closed', 'dismissed', 'new'],
    answered: ['closed', 'in_review'],
    closed: ['in_review'],
    dismissed: ['in_review'],
  },
  emits: [
    { event: 'field_report.created', on: 'create' },
    { event: 'field_report.question', on: 'create', field: 'isQuestion', value: true },
    { event: 'field_report.critical', on: 'create', field: 'severity', value: 'critical' },
  ],
  columns: [
    'id',
    'createdAt',
    'severity',
    'category',
    'rawText',
    'isQuestion',
    'status',
    'authorName',
    'barnId',
  ],
  example: {
    barnId: exampleId('barn'),
    rawText: 'How much vitamin do I put in the water today?',
    source: 'whatsapp',
    lang: 'en',
    authorName: 'Somchai',
    category: 'question',
    severity: 'info',
    isQuestion: true,
  },
});
