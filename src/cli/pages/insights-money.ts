import type { moneySectionSchemas } from '../../model/answers/core/money-section-schemas.ts';
import type { Sent } from '../../model/api/json-schema.ts';
import { spanAxis, sparkline } from '../output/charts.ts';
import type { Facts } from '../output/facts.ts';
import type { Block, PageContext } from './core/blocks.ts';
import type { Figure, InsightPart } from './core/figures.ts';

type Part<S extends keyof typeof moneySectionSchemas> = Sent<(typeof moneySectionSchemas)[S]>;

const CASH_COLUMNS: readonly Figure<Part<'cashflow'>['weeks'][number]>[] = [
  ['weekStart', 'page.col.week', 'day'],
  ['in', 'page.col.in', 'money'],
  ['out', 'page.col.out', 'money'],
  ['net', 'page.col.net', 'money'],
  ['cumulative', 'page.col.cumulative', 'money'],
];

/** Layout of the sections about money, work and trade. */
export const moneyParts = {
  profit: {
    figures: [
      ['prices.salePerKg', 'page.figure.salePrice', 'money'],
      ['prices.feedPerKg', 'page.figure.feedPrice', 'money'],
    ],
    tables: [
      {
        rows: 'flocks',
        columns: [
          ['code', 'page.col.flock', 'text'],
          ['revenue', 'page.money.revenue', 'money'],
          ['totalCost', 'page.col.cost', 'money'],
          ['profit', 'page.col.profit', 'money'],
          ['marginPct', 'page.col.margin', 'percent'],
        ],
      },
      {
        rows: 'flocks',
        columns: [
          ['code', 'page.col.flock', 'text'],
          ['feedCostFrom', 'page.col.feedCostFrom', 'word:feedCostFrom'],
          ['costPerKg', 'page.col.costPerKg', 'money'],
          ['projected.breakEvenPricePerKg', 'page.col.breakEven', 'money'],
          ['projected.profit', 'page.col.projected', 'money', 'projected.weightUncalibrated'],
          ['projected.date', 'page.col.on', 'day'],
        ],
      },
    ],
    after: feedInStock,
  },
  leaks: {
    figures: [['total', 'page.total', 'moneyLost']],
    tables: [
      {
        rows: 'rows',
        columns: [
          ['kind', 'page.col.loss', 'word:leak'],
          ['flockId', 'page.col.flock', 'flock'],
          ['barnId', 'page.col.barn', 'barn'],
          ['amount', 'page.col.amount', 'moneyLost'],
          ['pctOfRevenue', 'page.col.ofRevenue', 'percent'],
        ],
      },
    ],
    after: references,
  },
  labor: {
    figures: [
      ['open', 'page.figure.openTasks', 'number'],
      ['overdue', 'page.col.overdue', 'number'],
      ['doneCount', 'page.figure.done30', 'number'],
      ['completionRatePct', 'page.figure.completion', 'percent'],
      ['medianHoursToClose', 'page.figure.hoursToClose', 'hours'],
      ['medianAnswerMinutes', 'page.figure.answerMinutes', 'minutes'],
      ['laborCost', 'page.figure.laborCost', 'money'],
      ['laborCostPerKg', 'page.figure.laborPerKg', 'money'],
    ],
    tables: [
      {
        rows: 'byAssignee',
        columns: [
          ['name', 'page.col.person', 'text'],
          ['open', 'page.col.open', 'number'],
          ['overdue', 'page.col.overdue', 'number'],
          ['done', 'page.col.done', 'number'],
          ['medianHours', 'page.col.hours', 'number'],
          ['questionsUnanswered', 'page.col.questions', 'number'],
        ],
      },
    ],
  },
  market: {
    figures: [
      ['price.last', 'page.figure.lastPrice', 'money'],
      ['price.w30', 'page.figure.price30', 'money'],
      ['price.w90', 'page.figure.price90', 'money'],
      ['price.trendPctPer30d', 'page.figure.trend', 'change'],
    ],
    tables: [
      {
        rows: 'sellWindow',
        title: 'page.table.sell',
        columns: [
          ['flockId', 'page.col.flock', 'flock'],
          ['bestDate', 'page.col.bestDay', 'day', 'weightUncalibrated'],
          ['notBefore', 'page.col.notBefore', 'day', 'weightUncalibrated'],
          ['withdrawalUntil', 'page.col.withdrawal', 'day'],
          ['verdict', 'page.col.verdict', 'word:verdict'],
        ],
      },
      {
        rows: 'customers',
        title: 'page.table.customers',
        columns: [
          ['name', 'page.col.customer', 'text'],
          ['kg', 'page.col.sold', 'kg'],
          ['avgPrice', 'page.col.pricePerKg', 'money'],
          ['condemnedPct', 'page.col.condemned', 'percent'],
          ['daysSince', 'page.col.daysSince', 'number'],
        ],
      },
      {
        rows: 'openOrders',
        title: 'page.table.orders',
        columns: [
          ['title', 'page.col.order', 'text'],
          ['direction', 'page.col.direction', 'word:direction'],
          ['quantity', 'page.col.quantity', 'number'],
          ['total', 'page.col.amount', 'money'],
          ['needByDate', 'page.col.due', 'day'],
        ],
      },
      {
        rows: 'tenders',
        title: 'page.table.tenders',
        columns: [
          ['title', 'page.col.tender', 'text'],
          ['bids', 'page.col.bids', 'number'],
          ['best.supplierName', 'page.col.best', 'text'],
          ['best.price', 'page.col.price', 'number'],
          ['best.currency', 'page.col.currency', 'text'],
          ['deadlineInDays', 'page.col.daysLeft', 'daysLeft'],
        ],
      },
    ],
    after: waiting,
  },
  feed: {
    tables: [
      {
        rows: 'flocks',
        columns: [
          ['flockId', 'page.col.flock', 'flock'],
          ['gPerBird', 'page.col.perBird', 'gramsPerBird'],
          ['devPct', 'page.col.weightDeviation', 'change'],
          ['cumFcr', 'page.col.fcr', 'feedRatio'],
          ['stdFcr', 'page.col.standard', 'number', 'stdFcrBasis'],
        ],
      },
      {
        rows: 'flocks',
        columns: [
          ['flockId', 'page.col.flock', 'flock'],
          ['stockKg', 'page.col.inStock', 'feedStock'],
          ['daysLeft', 'page.col.daysLeft', 'stockDays'],
          ['nextOrderBy', 'page.col.orderBy', 'day'],
          ['suggestedOrderKg', 'page.col.order', 'kg'],
        ],
      },
      {
        rows: 'farm.pricePerTon',
        title: 'page.table.feedPrices',
        columns: [
          ['feedType', 'page.col.feed', 'word:feed'],
          ['kg', 'page.col.delivered', 'kg'],
          ['pricePerTon', 'page.col.pricePerTon', 'money'],
        ],
      },
    ],
    after: feedWarnings,
  },
  cashflow: {
    figures: [
      ['minCumulative', 'page.figure.lowest', 'money'],
      ['firstNegativeWeek', 'page.figure.negative', 'day'],
    ],
    before: cashCurve,
    tables: [
      {
        rows: 'weeks',
        where: ['kind', 'actual'],
        title: 'page.table.actual',
        columns: CASH_COLUMNS,
      },
      {
        rows: 'weeks',
        where: ['kind', 'forecast'],
        title: 'page.table.forecast',
        columns: CASH_COLUMNS,
      },
    ],
    after: assumptions,
  },
  suppliers: {
    tables: [
      {
        rows: 'feed',
        title: 'page.table.feedSuppliers',
        columns: [
          ['name', 'page.col.supplier', 'text'],
          ['deliveries', 'page.col.deliveries', 'number'],
          ['pricePerTon', 'page.col.pricePerTon', 'money'],
          ['onTimePct', 'page.col.onTime', 'percent'],
          ['fcrIndex', 'page.col.fcrIndex', 'number'],
          ['score', 'page.col.score', 'number'],
        ],
      },
      {
        rows: 'chicks',
        title: 'page.table.chickSuppliers',
        columns: [
          ['name', 'page.col.supplier', 'text'],
          ['flocks', 'page.col.flocks', 'number'],
          ['pricePerChick', 'page.col.pricePerChick', 'money'],
          ['shortPct', 'page.col.short', 'percent'],
          ['firstWeekMortalityPct', 'page.col.firstWeek', 'percent'],
          ['score', 'page.col.score', 'number'],
        ],
      },
      {
        rows: 'medicine',
        title: 'page.table.medicineSuppliers',
        columns: [
          ['name', 'page.col.supplier', 'text'],
          ['items', 'page.col.items', 'number'],
          ['expiredSharePct', 'page.col.expired', 'percent'],
          ['score', 'page.col.score', 'number'],
        ],
      },
      {
        rows: 'tenders',
        title: 'page.table.tenders',
        columns: [
          ['supplierName', 'page.col.supplier', 'text'],
          ['bids', 'page.col.bids', 'number'],
          ['wins', 'page.col.wins', 'number'],
          ['winPct', 'page.col.winPct', 'percent'],
        ],
      },
    ],
  },
} as const satisfies { readonly [S in keyof typeof moneySectionSchemas]: InsightPart<Part<S>> };

/** Effect of unused feed on the cost of each flock. */
function feedInStock(profit: Facts<Part<'profit'>>): readonly Block[] {
  return profit
    .list('flocks')
    .flatMap((flock) => [flock.text('feedInStockNote'), flock.text('projected.feedInStockNote')])
    .filter((text) => text !== undefined)
    .map((text) => ({ kind: 'text', mark: 'info', text }));
}

/** Reference values for the feed conversion of flocks. */
function references(leaks: Facts<Part<'leaks'>>): readonly Block[] {
  return leaks
    .list('rows')
    .map((leak) => leak.text('referenceNote'))
    .filter((text) => text !== undefined)
    .map((text) => ({ kind: 'text', mark: 'info', text }));
}

/** Explains a day before which a flock should not be sold: it need not be the day it leaves. */
function waiting(market: Facts<Part<'market'>>, { words }: PageContext): readonly Block[] {
  const isWaiting = market.list('sellWindow').some((row) => row.text('notBefore') !== undefined);
  return isWaiting ? [{ kind: 'text', text: words.t('page.waitNote') }] : [];
}

/** Overdue orders, and feeds that do not suit the age of their flock. */
function feedWarnings(feed: Facts<Part<'feed'>>): readonly Block[] {
  return feed
    .list('flocks')
    .flatMap((flock) => [flock.text('lateOrder'), flock.text('phaseWarning')])
    .filter((text) => text !== undefined)
    .map((text) => ({ kind: 'text', mark: 'warning', text }));
}

function cashCurve(
  cashflow: Facts<Part<'cashflow'>>,
  { words, glyphs, widthOf }: PageContext,
): readonly Block[] {
  const sums = cashflow.list('weeks').map((week) => week.number('cumulative'));
  const presentSums = sums.filter((sum) => sum !== undefined);
  if (presentSums.length === 0) return [];
  const drawing = sparkline(sums, { glyphs, from: Math.min(0, ...presentSums) });
  const text = words.t('page.cashflow.curve', { count: sums.length });
  const weeks = cashflow.list('weeks').map((week) => week.text('weekStart'));
  const ends = [words.shortDay(weeks[0]), words.shortDay(weeks.at(-1))] as const;
  const axisLines = [spanAxis(ends, { width: widthOf(drawing), widthOf })];
  const label = words.t('page.col.cumulative');
  return [{ kind: 'labelled', rows: [{ label, drawing, text, below: axisLines }] }];
}

function assumptions(cashflow: Facts<Part<'cashflow'>>): readonly Block[] {
  return cashflow.texts('assumptions').map((text) => ({ kind: 'text', mark: 'info', text }));
}
