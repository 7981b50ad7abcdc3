import { exampleId } from '../example-id.ts';
import { boolean, date, integer, prose, reference, text, word } from '../fields.ts';
import { defineResource } from '../resource.ts';
import { closed, frequency, open } from '../vocabulary.ts';

const kind = open([
  'license',
  'permit',
  'quota',
  'levy',
  'inspection',
  'sampling',
  'vaccination_report',
  'movement_permit',
  'training',
  'biosecurity',
  'waste',
  'welfare',
  'medicine_record',
  'other',
]);

const status = closed(
  ['upcoming', 'due', 'submitted', 'approved', 'rejected', 'overdue', 'expired', 'not_applicable'],
  {
    new: 'upcoming',
    planned: 'upcoming',
    sent: 'submitted',
    accepted: 'approved',
    done: 'approved',
    completed: 'approved',
    declined: 'rejected',
    late: 'overdue',
    na: 'not_applicable',
  },
);

export const regItems = defineResource({
  name: 'reg-items',
  singular: 'regulation item',
  idPrefix: 'reg',
  group: 'People and system',
  summary: 'A licence, report or inspection that the authorities ask for',
  fields: {
    title: text(200, { required: true }),
    kind: word(kind),
    barnId: reference('barns'),
    flockId: reference('flocks'),
    authority: text(120),
    referenceNumber: text(80),
    status: word(status, { default: 'upcoming' }),
    dueDate: date(),
    issuedDate: date(),
    expiryDate: date(),
    completedAt: date({ note: 'The day' }),
    frequency: word(frequency, { default: 'once' }),
    mediaId: reference('media', { note: 'The document' }),
    notes: prose(5000),
    sealed: boolean({ origin: 'system', default: false, note: 'Part of a sealed case file' }),
    daysLeft: integer(-200_000, 200_000, {
      origin: 'computed',
      unit: 'days',
      note: 'Until it is due or expires',
    }),
    overdue: boolean({ origin: 'computed' }),
  },
  farm: { kind: 'farm', parents: ['barnId', 'flockId', 'mediaId'] },
  label: ['title'],
  search: ['title', 'referenceNumber'],
  filters: ['kind', 'status', 'barnId'],
  ranges: ['dueDate'],
  order: 'dueDate',
  transitions: {
    upcoming: ['due', 'not_applicable'],
    due: ['submitted', 'overdue', 'not_applicable'],
    submitted: ['approved', 'rejected', 'not_applicable'],
    approved: ['expired', 'not_applicable'],
    rejected: ['due', 'not_applicable'],
    overdue: ['submitted', 'not_applicable'],
    expired: ['due', 'not_applicable'],
    not_applicable: [],
  },
  columns: ['id', 'title', 'kind', 'authority', 'status', 'dueDate', 'daysLeft', 'expiryDate'],
  example: {
    title: 'Salmonella sampling before slaughter',
    kind: 'sampling',
    barnId: exampleId('barn'),
    flockId: exampleId('flock'),
    authority: 'Veterinary Services',
    referenceNumber: 'VS-2026-1184',
    dueDate: '2026-12-04',
    frequency: 'once',
  },
});
