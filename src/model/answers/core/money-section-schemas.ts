import {
  anyObject,
  array,
  boolean,
  day,
  figure,
  integer,
  type JsonSchema,
  nullable,
  number,
  object,
  oneOf,
  rows,
  spoken,
  string,
} from '../../api/json-schema.ts';
import { fcrMarks, section, severitySchema, standardBasis } from './shared-schemas.ts';

const stock = {
  feedInStockKg: figure(
    'Feed in the cost that is not eaten, above 2 % of the deliveries; null where feed is logged on too few days',
  ),
  feedInStockCost: figure('At the mean price of the deliveries of the flock'),
  feedInStockEstimated: boolean('Interpolated'),
  profitWithoutStock: figure(),
  breakEvenPricePerKgWithoutStock: figure(),
  feedInStockNote: nullable(spoken('Where there is any: how much, and the figures without it')),
};

const projection = {
  date: day(),
  basis: oneOf(['planned_date', 'target_weight', 'usual_age']),
  ageDays: integer(),
  weightKg: figure(),
  birds: nullable(integer()),
  kg: figure(),
  revenue: figure('Sales so far and expected'),
  remainingFeedKg: figure('Still to be bought'),
  remainingFeedCost: figure(),
  totalCost: figure('Costs so far and expected feed'),
  profit: figure(),
  profitBasis: oneOf(['expected']),
  marginPct: figure(),
  breakEvenPricePerKg: figure('Required price per remaining kilogram'),
  ...stock,
  standardAssumed: boolean('Never weighed; the breed standard is assumed'),
  weightUncalibrated: boolean('Projected from cameras without a calibration: not reliable'),
};

const flockProfit = {
  flockId: string(),
  code: nullable(string()),
  status: nullable(string()),
  revenue: figure('Of the sales so far; null before the first'),
  chickCost: figure(),
  feedCost: figure('All that was delivered for it; `feedInStockCost` of it is not eaten'),
  feedCostFrom: nullable(
    oneOf(
      ['deliveries', 'expenses', 'feed_used'],
      'Without deliveries: expenses, else the feed logged at the price of the farm',
    ),
  ),
  estimated: boolean(
    'Whether the feed is priced by what was eaten, since deliveries are missing or name no flock',
  ),
  medCost: figure(),
  directExpenses: figure(),
  sharedExpenses: figure('Its share of what the farm spent for all, month by month by bird-days'),
  totalCost: figure('Null without the cost of chicks or feed'),
  profit: figure('Of what was sold and spent so far'),
  profitBasis: oneOf(['realised'], 'The expected profit is in `projected`'),
  kg: figure('Live weight sold and alive'),
  profitPerKg: figure(),
  profitPerBird: figure('Per bird placed'),
  profitPerM2: figure(),
  marginPct: figure('Of the revenue'),
  costPerKg: figure(),
  feedCostSharePct: figure(),
  breakEvenPricePerKg: figure('Of the cost and weight so far; that of the sale is in `projected`'),
  ...stock,
  costPerKgWithoutStock: figure(),
  possibleDuplicates: rows(
    {
      resource: string(),
      id: string(),
      date: day(),
      category: string(),
      amount: figure(),
    },
    'Expenses not counted because other records of the flock contain the same cost',
  ),
  projected: nullable(object(projection, 'At the day of sale, for a flock that is still here')),
};

const leak = {
  kind: oneOf([
    'excess_mortality',
    'fcr_gap',
    'feed_price',
    'condemnation',
    'short_chicks',
    'late_sale',
    'idle_barn',
    'egg_breakage',
    'expired_medicine',
    'duplicate_or_uncosted',
  ]),
  flockId: nullable(string()),
  barnId: nullable(string()),
  amount: figure(),
  isLowerBound: boolean(),
  currency: string(),
  pctOfRevenue: figure('Of the total revenue of its flock: sales so far and expected'),
  reference: object(
    { basis: string(), value: figure() },
    'The reference; for a feed conversion with basis `breed`, the standard times `fcrReferenceFactor`',
  ),
  referenceNote: nullable(spoken('The reference of a feed conversion in words')),
  evidence: anyObject('The figures used'),
  confidence: number('0 to 1'),
};

const labor = {
  open: integer(),
  overdue: integer(),
  doneCount: integer('In 30 days'),
  completionRatePct: figure(),
  medianHoursToClose: figure(),
  byAssignee: rows({
    assignee: nullable(string('As the tasks have it; null: nobody')),
    name: nullable(string()),
    open: integer(),
    overdue: integer(),
    done: integer(),
    medianHours: figure(),
    reports: integer(),
    questionsUnanswered: integer(),
  }),
  loadImbalance: figure('Most open tasks of one person against the mean'),
  medianAnswerMinutes: figure(),
  laborCost: figure('Of 30 days'),
  laborCostPerKg: figure('Of a year, by what was sold in it'),
  laborCostPerBird: figure('Of a year, by what was sold in it'),
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

const offer = {
  bidId: string(),
  supplierName: nullable(string()),
  price: figure(),
  currency: string(),
};

const openOrder = {
  id: string(),
  title: string(),
  kind: nullable(string()),
  direction: nullable(string()),
  category: nullable(string()),
  quantity: figure(),
  unit: nullable(string()),
  price: figure(),
  total: figure('The quantity at the price'),
  needByDate: nullable(day()),
  daysLeft: nullable(integer()),
  status: nullable(string()),
};

const market = {
  price: object({
    last: figure(),
    lastDate: nullable(day()),
    w30: figure('Weighted over 30 days'),
    w90: figure('Weighted over 90 days'),
    trendPctPer30d: figure('By a straight line through half a year; at least four days with sales'),
    minMax12m: nullable(object({ min: figure(), max: figure() })),
  }),
  customers: rows({
    customerId: nullable(string()),
    name: nullable(string()),
    kg: number(),
    avgPrice: figure(),
    condemnedPct: figure(),
    daysSince: nullable(integer()),
  }),
  openOrders: rows(openOrder),
  tenders: rows({
    tenderId: string(),
    title: string(),
    direction: nullable(string()),
    bids: integer(),
    best: nullable(object(offer)),
    spreadPct: figure('From the lowest to the highest price'),
    deadlineInDays: nullable(integer()),
    notComparable: rows(offer, 'In another currency, or without a price'),
  }),
  sellWindow: rows({
    flockId: string(),
    standardAssumed: boolean('Never weighed; the breed standard is assumed'),
    weighingStale: boolean('Weighed too long ago: weights are projected, densities are null'),
    weightUncalibrated: boolean('Weights from cameras without a calibration: not reliable'),
    days: rows(sellDay, 'Today and ten days ahead'),
    withdrawalUntil: nullable(
      day('While a withdrawal is running: the first day on which the birds may be slaughtered'),
    ),
    bestDate: nullable(day('The last day on which waiting pays, none within a withdrawal')),
    notBefore: nullable(day('In its place, with the verdict wait')),
    verdict: nullable(
      oneOf(
        ['wait', 'on_best_date', 'now'],
        'wait: it pays to the end of what is known; now: no more',
      ),
    ),
  }),
};

const flockFeed = {
  flockId: string(),
  status: oneOf(['ok', 'partial', 'not_enough_data'], 'Of this flock'),
  usedKg: figure('As logged'),
  coveragePct: figure('Days with feed in the log'),
  day: nullable(day('The newest with feed in the log, of which the next three figures are')),
  gPerBird: figure(),
  gPerBirdLowerBound: boolean('Unlogged deaths: fewer birds may have eaten it'),
  gPerBirdEstimated: boolean('Birds left on that day'),
  stdGPerBird: figure(),
  stdGPerBirdBasis: standardBasis,
  devPct: figure(),
  cumFcr: figure('At the last weighing; null for hens'),
  fcrDay: nullable(day('The day of that weighing')),
  ...fcrMarks,
  upperBound: boolean('The feed was not logged: all that was delivered is taken for eaten'),
  fcrMortalityAdjusted: figure('With the dead birds at their estimated weight'),
  stdFcr: figure('Of the breed at the age of the last weighing'),
  stdFcrBasis: standardBasis,
  feedPerDozen: figure('kg for twelve eggs, of seven days'),
  fcrEgg: figure('kg for a kg of eggs of the weight of the breed, of seven days'),
  deliveredKg: figure(),
  stockKg: figure('Null as well when more was eaten than delivered'),
  stockEstimated: boolean('Whether what was eaten on unlogged days in it is filled in'),
  daysLeft: figure(),
  severity: nullable(severitySchema),
  forecast7dKg: figure(),
  forecastBasis: nullable(
    oneOf(['standard', 'recent'], 'The breed, or what was eaten of late where it is not known'),
  ),
  onOrderKg: number('Ordered and not delivered, overdue orders too'),
  nextOrderBy: nullable(
    day('With feed on order; today if passed; null also if it lasts to the sale'),
  ),
  suggestedOrderKg: figure('Beyond what is on order; 0 where nothing is needed'),
  lateOrder: nullable(spoken('An overdue order without a delivery')),
  phases: rows({
    feedType: string(),
    fromAge: integer(),
    toAge: nullable(integer()),
    kg: figure(),
  }),
  phaseWarning: nullable(spoken('A feed that does not go with the age')),
};

const week = {
  weekStart: day(),
  kind: oneOf(['actual', 'forecast']),
  in: number(),
  out: number(),
  net: number(),
  cumulative: number('From 0, twelve weeks back'),
  items: rows({
    direction: oneOf(['in', 'out']),
    category: string(),
    amount: number(),
    basis: oneOf(
      ['recorded', 'flock', 'order', 'placement', 'feed_need', 'recurring'],
      'What it rests on',
    ),
    'id?': string('The flock or the order'),
  }),
};

const scored = {
  supplierId: string(),
  name: nullable(string()),
  score: figure('0 to 100, against the others of the kind'),
  noScore: nullable(oneOf(['too_few_transactions', 'nothing_to_compare'])),
};

const suppliers = {
  feed: rows({
    ...scored,
    deliveries: integer(),
    tons: number(),
    pricePerTon: figure(),
    priceIndex: figure('By the mean of all for the same feed'),
    onTimePct: figure(),
    fillRatePct: figure('Delivered of what was ordered'),
    fcrIndex: figure('Feed conversion by the standard, of the flocks it fed'),
  }),
  chicks: rows({
    ...scored,
    flocks: integer(),
    birds: integer(),
    pricePerChick: figure(),
    shortPct: figure(),
    firstWeekMortalityPct: figure(),
    w7Index: figure('Weight at 7 days by the standard'),
  }),
  medicine: rows({ ...scored, items: integer(), expiredSharePct: figure() }),
  tenders: rows({ supplierName: string(), bids: integer(), wins: integer(), winPct: figure() }),
  concentrationPct: object(
    { feed: figure(), chicks: figure() },
    'The share of the largest supplier in all that was bought; null where more than 5 % of it has no supplier on record',
  ),
};

/** The sections of `/insights` about money, work and trade. */
export const moneySectionSchemas = {
  profit: section(
    {
      prices: object({ salePerKg: figure(), feedPerKg: figure() }, 'Of the farm'),
      flocks: rows(flockProfit),
      unallocatedExpenses: figure('Spent for all in months without birds'),
    },
    'What each flock earns and costs.',
  ),
  leaks: section(
    {
      rows: rows(leak),
      total: figure('Of the amounts that are known'),
      isLowerBound: boolean(),
    },
    'Money lost, each against a stated reference.',
  ),
  labor: section(labor, 'Tasks, answers and the cost of work.'),
  market: section(market, 'Prices, customers, tenders and the days to sell.'),
  feed: section(
    {
      flocks: rows(flockFeed),
      farm: object({
        pricePerTon: rows({ feedType: nullable(string()), kg: number(), pricePerTon: figure() }),
        suppliers: rows({ supplierId: nullable(string()), kg: number(), pricePerTon: figure() }),
        trendPctPer30d: figure('Each feed against its own mean'),
        leadDays: number('From order to delivery'),
        leadDaysAssumed: boolean('A default'),
      }),
    },
    'Feed used, in stock and to be ordered.',
  ),
  cashflow: section(
    {
      weeks: rows(week),
      minCumulative: figure('The lowest cumulative sum of the weeks shown'),
      firstNegativeWeek: nullable(
        day(
          'The first week in which cumulative expenses exceed income; the bank balance is unknown',
        ),
      ),
      openingBalance: figure('Not known to the service: null'),
      assumptions: array(spoken()),
    },
    'Money in and out by week: twelve back, this one and eight ahead.',
  ),
  suppliers: section(suppliers, 'How suppliers did over a year.'),
} as const satisfies Record<string, JsonSchema>;
