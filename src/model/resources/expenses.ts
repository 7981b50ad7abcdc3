import { exampleId } from '../example-id.ts';
import { date, money, prose, reference, word } from '../fields.ts';
import { defineResource } from '../resource.ts';
import { closed, open } from '../vocabulary.ts';

const category = open([
  'feed',
  'chicks',
  'medicine',
  'vaccination',
  'vet',
  'labor',
  'electricity',
  'gas',
  'fuel',
  'water',
  'litter',
  'cleaning',
  'catching',
  'transport',
  'maintenance',
  'equipment',
  'rent',
  'insurance',
  'levy',
  'tax',
  'waste',
  'admin',
  'interest',
  'depreciation',
  'other',
]);

export const expenses = defineResource({
  name: 'expenses',
  singular: 'expense',
  idPrefix: 'expense',
  group: 'Trade and money',
  summary: 'Money the farm spent, on one flock or on all',
  fields: {
    flockId: reference('flocks'),
    barnId: reference('barns'),
    date: date({ required: true }),
    category: word(category, { required: true }),
    description: prose(500),
    amount: money(1e9, { min: -1e9, required: true, note: 'Negative: a credit' }),
    supplierId: reference('contacts'),
    countedAs: word(closed(['direct', 'shared', 'duplicate']), {
      origin: 'computed',
      note: 'Charged to its flock, shared by all, or left out as already counted elsewhere',
    }),
  },
  farm: { kind: 'farm', parents: ['flockId', 'barnId', 'supplierId'] },
  label: ['description', 'category'],
  search: ['description'],
  filters: ['category', 'flockId'],
  ranges: ['date'],
  order: 'date',
  emits: [{ event: 'expense.created', on: 'create' }],
  columns: ['id', 'date', 'category', 'description', 'amount', 'flockId', 'countedAs'],
  example: {
    flockId: exampleId('flock'),
    date: '2026-11-18',
    category: 'gas',
    description: 'Heating gas for the first two weeks',
    amount: 4860.5,
    supplierId: exampleId('contact'),
  },
});
