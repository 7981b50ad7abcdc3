import { exampleId, prose, reference, text, timestamp, word } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';
import { open } from '../core/vocabulary.ts';

const kind = open([
  'note',
  'placement',
  'weighing',
  'vaccination',
  'treatment',
  'feed_delivery',
  'feed_change',
  'mortality',
  'vision_mortality',
  'catch',
  'sale',
  'vet_visit',
  'inspection',
  'power_outage',
  'equipment_failure',
  'cleaning',
  'disinfection',
  'temperature',
  'water',
  'alarm',
  'visit',
  'other',
]);

export const events = defineResource({
  name: 'events',
  singular: 'event',
  idPrefix: 'event',
  group: 'Daily work',
  summary: 'Entries of the timeline of the farm',
  fields: {
    barnId: reference('barns'),
    flockId: reference('flocks'),
    kind: word(kind, { required: true }),
    title: text(200, { required: true }),
    details: prose(5000),
    ts: timestamp({ defaultFrom: 'now', note: 'When it happened' }),
  },
  farm: { kind: 'farm', parents: ['barnId', 'flockId'] },
  label: ['title'],
  search: ['title', 'details'],
  filters: ['kind', 'barnId', 'flockId'],
  ranges: ['ts', 'createdAt'],
  order: 'ts',
  columns: ['id', 'ts', 'kind', 'title', 'barnId', 'flockId'],
  example: {
    barnId: exampleId('barn'),
    flockId: exampleId('flock'),
    kind: 'vet_visit',
    title: 'Dr. Levi looked at the flock',
    details: 'No signs of disease; advised to dry the litter at the east end',
    ts: '2026-11-21T08:30:00.000Z',
  },
});
