import { exampleId } from '../example-id.ts';
import { boolean, date, money, positive, prose, reference, word } from '../fields.ts';
import { defineResource } from '../resource.ts';
import { closed, feedType } from '../vocabulary.ts';

const status = closed(['draft', 'ordered', 'confirmed', 'in_transit', 'delivered', 'cancelled'], {
  new: 'ordered',
  open: 'ordered',
  pending: 'ordered',
  placed: 'ordered',
  shipped: 'in_transit',
  received: 'delivered',
  done: 'delivered',
  completed: 'delivered',
  canceled: 'cancelled',
});

export const feedOrders = defineResource({
  name: 'feed-orders',
  singular: 'feed order',
  idPrefix: 'order',
  group: 'Trade and money',
  summary: 'Feed ordered from a supplier, until it is delivered',
  fields: {
    flockId: reference('flocks'),
    feedType: word(feedType),
    quantityKg: positive(1_000_000, { required: true, unit: 'kg' }),
    supplierId: reference('contacts'),
    status: word(status, { default: 'ordered' }),
    orderDate: date({ defaultFrom: 'today' }),
    dueDate: date(),
    deliveredAt: date({ note: 'The day; set when the status becomes delivered' }),
    pricePerTon: money(100_000),
    notes: prose(5000),
    deliveryId: reference('feed-deliveries', { origin: 'system' }),
    late: boolean({ origin: 'computed', note: 'Not delivered on the due date' }),
  },
  farm: { kind: 'farm', parents: ['flockId', 'supplierId'] },
  label: ['feedType', 'orderDate'],
  found: ['feedType', 'notes'],
  filters: ['status', 'feedType'],
  ranges: ['dueDate'],
  order: 'createdAt',
  transitions: {
    draft: ['ordered', 'cancelled'],
    ordered: ['confirmed', 'in_transit', 'delivered', 'cancelled'],
    confirmed: ['in_transit', 'delivered', 'cancelled'],
    in_transit: ['delivered', 'cancelled'],
    delivered: ['ordered'],
    cancelled: [],
  },
  columns: ['id', 'feedType', 'quantityKg', 'status', 'orderDate', 'dueDate', 'late', 'supplierId'],
  example: {
    flockId: exampleId('flock'),
    feedType: 'finisher',
    quantityKg: 16_000,
    supplierId: exampleId('contact'),
    orderDate: '2026-11-21',
    dueDate: '2026-11-24',
    pricePerTon: 2280,
  },
});
