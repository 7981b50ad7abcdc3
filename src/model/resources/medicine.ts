import {
  boolean,
  date,
  exampleId,
  integer,
  number,
  prose,
  reference,
  text,
  word,
} from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';
import { open } from '../core/vocabulary.ts';

const kind = open([
  'vaccine',
  'antibiotic',
  'anticoccidial',
  'antiparasitic',
  'vitamin',
  'electrolyte',
  'probiotic',
  'disinfectant',
  'pesticide',
  'other',
]);

const unit = open([
  'ml',
  'l',
  'g',
  'kg',
  'doses',
  'vials',
  'bottles',
  'sachets',
  'tablets',
  'units',
]);

export const medicine = defineResource({
  name: 'medicine',
  singular: 'medicine',
  idPrefix: 'medicine',
  group: 'Daily work',
  summary: 'Products in the medicine store, with stock and expiry',
  fields: {
    name: text(200, { required: true }),
    kind: word(kind),
    quantity: number(0, 1e9, { note: 'In stock, in the unit of the row' }),
    unit: word(unit),
    expiryDate: date(),
    batchNumber: text(80),
    minQuantity: number(0, 1e9, { note: 'Below this the stock is low' }),
    supplierId: reference('contacts'),
    notes: prose(5000),
    expired: boolean({ origin: 'computed' }),
    daysToExpiry: integer(-200_000, 200_000, {
      origin: 'computed',
      unit: 'days',
      belowZero: 'passed',
    }),
    lowStock: boolean({ origin: 'computed' }),
  },
  farm: { kind: 'farm', parents: ['supplierId'] },
  label: ['name'],
  search: ['name', 'batchNumber'],
  filters: ['kind'],
  ranges: ['expiryDate'],
  order: 'expiryDate',
  columns: ['id', 'name', 'kind', 'quantity', 'unit', 'expiryDate', 'expired', 'lowStock'],
  example: {
    name: 'ND LaSota',
    kind: 'vaccine',
    quantity: 24,
    unit: 'vials',
    expiryDate: '2027-06-30',
    batchNumber: 'LS-48213',
    minQuantity: 10,
    supplierId: exampleId('contact'),
  },
});
