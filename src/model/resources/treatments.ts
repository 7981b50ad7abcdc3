import { date, exampleId, integer, money, prose, reference, text, word } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';
import { open } from '../core/vocabulary.ts';

const kind = open([
  'vaccination',
  'antibiotic',
  'anticoccidial',
  'antiparasitic',
  'vitamin',
  'electrolyte',
  'probiotic',
  'acidifier',
  'diagnosis',
  'lab_test',
  'vet_visit',
  'other',
]);

export const treatments = defineResource({
  name: 'treatments',
  singular: 'treatment',
  idPrefix: 'treatment',
  group: 'Daily work',
  summary: 'Vaccinations, medications and examinations of flocks',
  fields: {
    flockId: reference('flocks', { required: true }),
    date: date({ required: true }),
    kind: word(kind, { required: true }),
    product: text(200),
    reason: prose(500),
    cost: money(1e13),
    vetName: text(120),
    notes: prose(5000, { note: 'withdrawal:7d in it sets the days before slaughter' }),
    ageDays: integer(-100_000, 100_000, { origin: 'computed', unit: 'days' }),
    withdrawalUntil: date({ origin: 'computed' }),
  },
  farm: { kind: 'farm', parents: ['flockId'] },
  label: ['product', 'kind'],
  found: ['product', 'reason', 'vetName', 'notes'],
  filters: ['flockId', 'kind'],
  ranges: ['date'],
  order: 'date',
  columns: ['id', 'date', 'flockId', 'kind', 'product', 'cost', 'ageDays', 'withdrawalUntil'],
  example: {
    flockId: exampleId('flock'),
    date: '2026-11-15',
    kind: 'vaccination',
    product: 'Gumboro intermediate, in drinking water',
    reason: 'Vaccination programme, day 14',
    cost: 1240,
    vetName: 'Dr. Levi',
  },
});
