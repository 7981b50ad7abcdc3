import type { AskedIntent } from '../../question-set.ts';

/** What is asked about money in English. */
export const money: readonly AskedIntent[] = [
  {
    intent: 'moneySpent',
    period: ['2026-11-01', '2026-11-21'],
    questions: [
      'how much did we spend this month',
      'expenses this month',
      'what have we paid out this month',
      'total spend this month',
      'costs this month',
    ],
  },
  {
    intent: 'moneySpent',
    period: ['2026-11-01', '2026-11-21'],
    slots: { category: 'gas' },
    questions: [
      'gas bill this month',
      'how much on propane this month',
      'what did we spend on LPG this month',
      'gas cost this month',
    ],
  },
  {
    intent: 'moneySpent',
    period: ['2026-10-01', '2026-10-31'],
    slots: { category: 'labor' },
    questions: [
      'labour cost last month',
      'wages last month',
      'how much did we pay the workers last month',
      'what did we spend on labor last month',
    ],
  },
  {
    intent: 'revenue',
    period: ['2026-10-01', '2026-10-31'],
    questions: [
      'income last month',
      'how much did we make from sales last month',
      'sales last month',
      'revenue for last month',
      'turnover last month',
    ],
  },
  {
    intent: 'netMoney',
    period: ['2026-11-01', '2026-11-21'],
    questions: [
      'net this month',
      'cash flow this month',
      'are we in the black this month',
      'income minus expenses this month',
      'bottom line this month',
    ],
  },
  {
    intent: 'flockProfit',
    barns: ['barn_1'],
    questions: [
      'profit on house 1',
      'are we making money on barn 1',
      "what's the margin on the flock in shed 1",
      'profit of the crop in house 1',
    ],
  },
  {
    intent: 'costPerKg',
    questions: [
      'cost per kg',
      'what does a kilo cost us',
      'production cost per kilo',
      'cost per kilo live weight',
      'cost of production per kg',
    ],
  },
  {
    intent: 'pricePerKg',
    questions: [
      'price per kg',
      'what price are we getting per kilo',
      'live bird price per kg',
      "what's the going rate per kilo",
      'selling price per kg',
    ],
  },
  {
    intent: 'feedPrice',
    questions: [
      'feed price',
      'what does feed cost',
      'how much is a tonne of feed',
      'what are we paying for feed per ton',
      'price of a ton of feed',
    ],
  },
  {
    intent: 'cheapestBid',
    questions: [
      'cheapest bid',
      'which is the lowest quote',
      'best offer on the tender',
      'who gave the cheapest quote',
      'lowest bid',
    ],
  },
  {
    intent: 'openOrders',
    questions: [
      'open orders',
      "what's on order",
      'any orders pending',
      'outstanding orders',
      'which orders are still open',
    ],
  },
];
