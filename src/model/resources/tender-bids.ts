import { date, exampleId, money, prose, reference, text, word } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';
import { closed } from '../core/vocabulary.ts';

const status = closed(['submitted', 'shortlisted', 'accepted', 'rejected', 'withdrawn'], {
  new: 'submitted',
  open: 'submitted',
  pending: 'submitted',
  won: 'accepted',
  awarded: 'accepted',
  lost: 'rejected',
  declined: 'rejected',
  cancelled: 'withdrawn',
  canceled: 'withdrawn',
});

export const tenderBids = defineResource({
  name: 'tender-bids',
  singular: 'tender bid',
  idPrefix: 'bid',
  group: 'Trade and money',
  summary: 'Bids on tenders',
  fields: {
    tenderId: reference('tenders', { required: true }),
    supplierName: text(120),
    phone: text(40, { format: 'phone' }),
    email: text(254, { format: 'email' }),
    price: money(1e10, { note: 'Per unit of the tender' }),
    currency: text(3, { format: 'currency', note: 'Default: the currency of the farm' }),
    deliveryDate: date(),
    notes: prose(5000),
    status: word(status, { default: 'submitted' }),
    phoneE164: text(20, { origin: 'system', note: 'The phone in international form' }),
  },
  farm: { kind: 'farm', parents: ['tenderId'] },
  label: ['supplierName'],
  found: ['supplierName', 'phone', 'email', 'notes'],
  filters: ['tenderId', 'status'],
  order: 'createdAt',
  transitions: {
    submitted: ['shortlisted', 'accepted', 'rejected', 'withdrawn'],
    shortlisted: ['accepted', 'rejected', 'withdrawn', 'submitted'],
    accepted: [],
    rejected: ['submitted'],
    withdrawn: [],
  },
  columns: ['id', 'tenderId', 'supplierName', 'price', 'currency', 'deliveryDate', 'status'],
  example: {
    tenderId: exampleId('tender'),
    supplierName: 'Emek Feed Mill',
    phone: '+972 50 123 4567',
    email: 'sales@feedmill.example',
    price: 2310,
    currency: 'ILS',
    deliveryDate: '2026-12-14',
    notes: 'Price holds for 30 days',
  },
});
