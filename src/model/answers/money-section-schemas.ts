import {
  anyObject,
  array,
  day,
  figure,
  integer,
  type JsonSchema,
  nullable,
  number,
  object,
  oneOf,
  rows,
  string,
} from '../json-schema/json-schema.ts';
import { section } from './section-schema.ts';

const things = array(anyObject());

const flockProfit = {
  flockId: string(),
  'status?': string(),
  revenue: figure(),
  chickCost: figure(),
  feedCost: figure(),
  medCost: figure(),
  directExpenses: figure(),
  sharedExpenses: figure('Its share of what the farm spent for all'),
  profit: figure(),
  profitPerKg: figure(),
  profitPerBird: figure(),
  profitPerM2: figure(),
  marginPct: figure('Of the revenue'),
  costPerKg: figure(),
  feedCostSharePct: figure(),
  breakEvenPricePerKg: figure(),
  possibleDuplicates: things,
  'projected?': nullable(anyObject('At the day of sale, for a flock that is still here')),
};

const leak = {
  kind: string('Such as excess_mortality, fcr_gap, idle_barn'),
  flockId: nullable(string()),
  amount: figure(),
  currency: string(),
  pctOfRevenue: figure(),
  reference: {
    type: ['string', 'number', 'object', 'null'],
    description: 'What it is held against',
  },
  evidence: anyObject('The figures used'),
  confidence: figure('0 to 1'),
};

const labor = {
  open: integer(),
  overdue: integer(),
  doneCount: integer('In 30 days'),
  completionRatePct: figure(),
  medianHoursToClose: figure(),
  byAssignee: rows({
    assignee: nullable(string()),
    open: integer(),
    overdue: integer(),
    done: integer(),
    medianHours: figure(),
    reports: integer(),
    questionsUnanswered: integer(),
  }),
  loadImbalance: figure('Most open tasks of one person against the mean'),
  medianAnswerMinutes: figure(),
  laborCost: figure(),
  laborCostPerKg: figure(),
  laborCostPerBird: figure(),
  reportsPer1000Birds: figure(),
};

const sellDay = {
  date: day(),
  ageDays: integer(),
  weightKg: figure(),
  densityKgM2: figure(),
  marginalRevenue: figure(),
  marginalCost: figure(),
  net: figure(),
};

const market = {
  price: object({
    last: figure(),
    w30: figure('Weighted over 30 days'),
    w90: figure('Weighted over 90 days'),
    trendPctPer30d: figure(),
    minMax12m: nullable({ type: ['object', 'array'] }),
  }),
  customers: rows({
    customerId: nullable(string()),
    kg: number(),
    avgPrice: figure(),
    condemnedPct: figure(),
    daysSince: nullable(integer()),
  }),
  openOrders: things,
  tenders: rows({
    tenderId: string(),
    bids: integer(),
    best: nullable(object({ bidId: string(), price: figure(), currency: string() })),
    spreadPct: figure(),
    deadlineInDays: nullable(integer()),
  }),
  sellWindow: rows({ flockId: string(), 'days?': rows(sellDay), 'bestDate?': nullable(day()) }),
};

const flockFeed = {
  flockId: string(),
  usedKg: figure(),
  coveragePct: figure('Days with feed in the log'),
  gPerBird: figure(),
  stdGPerBird: figure(),
  devPct: figure(),
  cumFcr: figure(),
  stdFcr: figure(),
  deliveredKg: figure(),
  stockKg: figure(),
  daysLeft: figure(),
  forecast7dKg: figure(),
  nextOrderBy: nullable(day()),
  suggestedOrderKg: figure(),
  phases: rows({
    feedType: string(),
    fromAge: integer(),
    toAge: nullable(integer()),
    kg: figure(),
  }),
  phaseWarning: nullable({ type: ['string', 'object', 'boolean'] }),
};

const week = {
  weekStart: day(),
  kind: oneOf(['actual', 'forecast']),
  in: number(),
  out: number(),
  net: number(),
  cumulative: number(),
  items: things,
};

/** The sections of `/insights` about money, work and trade. */
export const moneySectionSchemas = {
  profit: section({ flocks: rows(flockProfit) }, 'What each flock earns and costs.'),
  leaks: section(
    { rows: rows(leak), 'total?': figure() },
    'Money lost, each against a stated reference.',
  ),
  labor: section(labor, 'Tasks, answers and the cost of work.'),
  market: section(market, 'Prices, customers, tenders and the days to sell.'),
  feed: section(
    {
      flocks: rows(flockFeed),
      'farm?': anyObject('Price per ton by feed type, its trend, suppliers'),
    },
    'Feed used, in stock and to be ordered.',
  ),
  cashflow: section(
    {
      weeks: rows(week),
      minCumulative: figure(),
      firstNegativeWeek: nullable(day()),
      openingBalance: figure('Not known to the service: null'),
      assumptions: array(string()),
    },
    'Money in and out by week, twelve back and eight ahead.',
  ),
  suppliers: section(
    {
      'feed?': things,
      'chicks?': things,
      'medicine?': things,
      'tenders?': { type: ['array', 'object'] },
      'concentrationPct?': { type: ['number', 'object', 'null'] },
    },
    'How suppliers did over a year.',
  ),
} as const satisfies Record<string, JsonSchema>;
