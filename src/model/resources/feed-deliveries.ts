import { date, exampleId, money, positive, prose, reference, word } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';
import { feedType } from '../core/vocabulary.ts';

export const feedDeliveries = defineResource({
  name: 'feed-deliveries',
  singular: 'feed delivery',
  idPrefix: 'delivery',
  group: 'Trade and money',
  summary: 'Feed deliveries received by the farm',
  doubted: true,
  fields: {
    flockId: reference('flocks'),
    date: date({ required: true }),
    feedType: word(feedType),
    quantityKg: positive(1_000_000, { required: true, unit: 'kg' }),
    pricePerTon: money(1e10),
    totalCost: money(1e13, { note: 'Default: the quantity at the price per ton' }),
    supplierId: reference('contacts'),
    notes: prose(5000),
    feedOrderId: reference('feed-orders', { origin: 'system', note: 'The order it fulfils' }),
  },
  farm: { kind: 'farm', parents: ['flockId', 'supplierId'] },
  label: ['feedType', 'date'],
  found: ['feedType', 'notes'],
  filters: ['feedType', 'flockId', 'supplierId'],
  ranges: ['date'],
  order: 'date',
  emits: [{ event: 'feed.delivered', on: 'create' }],
  columns: ['id', 'date', 'feedType', 'quantityKg', 'pricePerTon', 'totalCost', 'flockId'],
  example: {
    flockId: exampleId('flock'),
    date: '2026-11-20',
    feedType: 'grower',
    quantityKg: 14_200,
    pricePerTon: 2350,
    totalCost: 33_370,
    supplierId: exampleId('contact'),
  },
});
