import { date, integer, positive, prose, reference, text, word } from '../core/fields.ts';
import { defineResource } from '../core/resource.ts';
import { closed, direction, tradeCategory } from '../core/vocabulary.ts';

const status = closed(['draft', 'open', 'closed', 'awarded', 'cancelled', 'expired'], {
  published: 'open',
  active: 'open',
  ended: 'closed',
  won: 'awarded',
  canceled: 'cancelled',
});

export const tenders = defineResource({
  name: 'tenders',
  singular: 'tender',
  idPrefix: 'tender',
  group: 'Trade and money',
  summary: 'Requests to buy or sell that are open to bids',
  fields: {
    title: text(200, { required: true }),
    direction: word(direction, { default: 'buy' }),
    category: word(tradeCategory),
    description: prose(5000),
    quantity: positive(1e9, { note: 'In the unit of the row' }),
    unit: text(20),
    deadline: date({ note: 'The last day for bids' }),
    deliveryDate: date(),
    status: word(status, { default: 'open' }),
    bidsCount: integer(0, 1_000_000, { origin: 'computed' }),
    bestBidId: reference('tender-bids', {
      origin: 'computed',
      note: 'The cheapest bid when buying, the dearest when selling',
    }),
  },
  farm: { kind: 'farm', parents: [] },
  label: ['title'],
  search: ['title', 'description'],
  filters: ['status', 'direction', 'category'],
  ranges: ['deadline'],
  order: 'createdAt',
  transitions: {
    draft: ['open', 'cancelled'],
    open: ['closed', 'awarded', 'cancelled', 'expired'],
    closed: ['awarded', 'open', 'cancelled'],
    awarded: [],
    cancelled: [],
    expired: ['open'],
  },
  deletesWith: [{ resource: 'tender-bids', field: 'tenderId' }],
  columns: ['id', 'title', 'direction', 'category', 'quantity', 'unit', 'deadline', 'status'],
  example: {
    title: 'Grower feed for the winter',
    direction: 'buy',
    category: 'feed',
    description: 'Pellets, delivered in bulk to two silos, 14 t a load',
    quantity: 400,
    unit: 't',
    deadline: '2026-12-01',
    deliveryDate: '2026-12-15',
    status: 'open',
  },
});
