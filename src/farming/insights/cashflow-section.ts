import type { MadeSection } from '../../model/answers/insights.ts';
import { type Message, message } from '../../model/core/message.ts';
import { groupBy } from '../../tools/collections.ts';
import { sum } from '../../tools/statistics.ts';
import { farmMoneyOf } from '../accounting/farm-money.ts';
import { figure, rounded } from '../core/figure.ts';
import type { MissingData, SectionDefinition } from '../core/section.ts';
import { type CashWeek, cashWeeks, layingFlocks, weeksWithMoney } from '../money/cash-flow.ts';
import {
  CASH_PARTS,
  type CashItem,
  type CashSnapshot,
  isFlockSale,
} from '../money/expected-cash.ts';

type Part = (typeof CASH_PARTS)[number];

/** Money in and out by week, twelve back and eight ahead. */
export const cashflowSection: SectionDefinition<Part, never, MadeSection<'cashflow'>> = {
  parts: CASH_PARTS,
  uses: [],
  compute: computeCashflow,
};

function computeCashflow(snapshot: CashSnapshot): MadeSection<'cashflow'> {
  const missing = missingOf(snapshot);
  const isEnough = !missing.some(({ code }) => code === 'few_money_weeks');
  const weeks = isEnough ? cashWeeks(snapshot) : [];
  const ahead = weeks.filter(({ kind }) => kind === 'forecast');
  return {
    status: !isEnough ? 'not_enough_data' : missing.length === 0 ? 'ok' : 'partial',
    asOf: snapshot.today,
    missing,
    weeks: weeks.map(weekRow),
    minCumulative: isEnough
      ? figure('money', Math.min(...weeks.map(({ cumulative }) => cumulative)))
      : null,
    firstNegativeWeek: weeks.find(({ cumulative }) => cumulative < 0)?.weekStart ?? null,
    openingBalance: null,
    assumptions: isEnough ? assumptionsOf(snapshot, ahead) : [],
  } as const;
}

function weekRow({
  items,
  weekStart,
  kind,
  ...sums
}: CashWeek): MadeSection<'cashflow'>['weeks'][number] {
  return {
    weekStart,
    kind,
    in: rounded('money', sums.in),
    out: rounded('money', sums.out),
    net: rounded('money', sums.net),
    cumulative: rounded('money', sums.cumulative),
    items: [...groupBy(items, kindOfItem).values()].flatMap(itemRow),
  };
}

/** What is recorded is told by category; every expectation stands on its own. */
function kindOfItem({ basis, direction, category, id }: CashItem): string {
  return [basis, direction, category, basis === 'recorded' ? '' : id].join('|');
}

function itemRow(items: readonly CashItem[]): MadeSection<'cashflow'>['weeks'][number]['items'] {
  return items.slice(0, 1).map(({ direction, category, basis, id }) => ({
    direction,
    category,
    amount: rounded('money', sum(items.map(({ amount }) => amount))),
    basis,
    ...(basis === 'recorded' || id === null ? {} : { id }),
  }));
}

/** Only what the forecast rests on. */
function assumptionsOf(snapshot: CashSnapshot, ahead: readonly CashWeek[]): Message[] {
  const { currency, marketOrders } = snapshot;
  const { salePrice, feedPrice } = farmMoneyOf(snapshot);
  const perKg = (amount: number) => ({ amount: figure('price', amount) ?? 0, currency });
  const used = new Set(ahead.flatMap(({ items }) => items.map(({ basis }) => basis)));
  return [
    message('cashflow.assumes_row_dates'),
    message('cashflow.assumes_no_opening_balance'),
    message('cashflow.assumes_usual_costs'),
    ...(layingFlocks(snapshot).size === 0 ? [] : [message('cashflow.assumes_usual_eggs')]),
    ...(salePrice !== null && used.has('flock')
      ? [message('cashflow.assumes_sale_price', { price: perKg(salePrice) })]
      : []),
    ...(feedPrice !== null && used.has('feed_need')
      ? [message('cashflow.assumes_feed_price', { price: perKg(feedPrice) })]
      : []),
    ...(marketOrders.some((order) => order.status === 'confirmed' && isFlockSale(order))
      ? [message('cashflow.assumes_bird_orders_in_flocks')]
      : []),
  ];
}

function missingOf(snapshot: CashSnapshot): MissingData[] {
  const { farm, today, thresholds, liveFlocks } = snapshot;
  const { salePrice, feedPrice } = farmMoneyOf(snapshot);
  const have = weeksWithMoney(snapshot);
  const flockId = liveFlocks.find(({ status }) => status !== 'planned')?.id;
  // The weeks that lack money lie behind; which of them is for the caller to say.
  const expense = { farmId: farm.id, date: null, category: null, amount: null };
  const delivery = { farmId: farm.id, date: today, quantityKg: null, totalCost: null };
  const sale = { flockId, date: today, birdsCount: null, totalWeightKg: null, pricePerKg: null };
  return [
    ...(have < thresholds.cashflowWeeks
      ? [
          {
            ...lacking('few_money_weeks', 'expenses', expense),
            message: message('cashflow.few_money_weeks', { need: thresholds.cashflowWeeks, have }),
            need: thresholds.cashflowWeeks,
            have,
          },
        ]
      : []),
    ...(flockId !== undefined && salePrice === null
      ? [lacking('no_sale_price', 'sales', sale)]
      : []),
    ...(flockId !== undefined && feedPrice === null
      ? [lacking('no_feed_cost', 'feed-deliveries', delivery)]
      : []),
  ];
}

function lacking(
  code: string,
  resource: string,
  body: Readonly<Record<string, unknown>>,
): MissingData {
  const fix = { method: 'POST', path: `/${resource}`, body } as const;
  return { code, message: message(`cashflow.${code}`), resource, fix };
}
