import type { MadeSection } from '../../model/answers/insights.ts';
import { type Message, message } from '../../model/core/message.ts';
import { groupBy } from '../../tools/collections.ts';
import { sum } from '../../tools/statistics.ts';
import { farmMoneyOf } from '../accounting/farm-money.ts';
import { ledger, weekStart } from '../accounting/ledger.ts';
import { liveFlocksOf } from '../core/farm-flocks.ts';
import { figure, rounded } from '../core/figure.ts';
import type { MissingData, SectionDefinition } from '../core/section.ts';
import {
  type CashWeek,
  cashWeeks,
  isOfHens,
  layingFlocks,
  recordedWeeks,
  weeksWithMoney,
} from '../money/cash-weeks.ts';
import {
  CASH_PARTS,
  type CashItem,
  type CashSnapshot,
  isFlockSale,
} from '../money/expected-cash.ts';

type Part = (typeof CASH_PARTS)[number];

/** Cash flow by week: twelve past weeks, the current week and eight future weeks. */
export const cashflowSection: SectionDefinition<Part, never, MadeSection<'cashflow'>> = {
  parts: CASH_PARTS,
  uses: [],
  compute: computeCashflow,
};

function computeCashflow(snapshot: CashSnapshot): MadeSection<'cashflow'> {
  const missing = missingCashData(snapshot);
  const isEnough = !missing.some(({ code }) => code === 'few_money_weeks');
  const weeks = isEnough ? cashWeeks(snapshot) : [];
  const forecastWeeks = weeks.filter(({ kind }) => kind === 'forecast');
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
    assumptions: isEnough ? assumptionsOf(snapshot, forecastWeeks) : [],
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

/** Recorded amounts are grouped by category; each expected amount is separate. */
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

/** Only the inputs of the forecast. */
function assumptionsOf(snapshot: CashSnapshot, forecastWeeks: readonly CashWeek[]): Message[] {
  const { currency, marketOrders } = snapshot;
  const { salePrice } = farmMoneyOf(snapshot);
  const thisWeek = weekStart(snapshot.today, snapshot.thresholds.weekStartsOn);
  const hens = layingFlocks(snapshot);
  const entries = ledger(snapshot);
  const weeks = recordedWeeks(entries, thisWeek);
  const eggWeeks = recordedWeeks(
    entries.filter((entry) => isOfHens(entry, hens)),
    thisWeek,
  );
  const perKg = (amount: number) => ({ amount: figure('price', amount) ?? 0, currency });
  const used = new Set(forecastWeeks.flatMap(({ items }) => items.map(({ basis }) => basis)));
  return [
    message('cashflow.assumes_row_dates'),
    message('cashflow.assumes_no_opening_balance'),
    message('cashflow.assumes_usual_costs', { weeks }),
    ...(hens.size === 0 ? [] : [eggsAssumed(eggWeeks)]),
    ...(salePrice !== null && used.has('flock')
      ? [message('cashflow.assumes_sale_price', { price: perKg(salePrice) })]
      : []),
    ...(used.has('feed_need')
      ? feedPricesOf(snapshot).map(({ birds, price }) =>
          message('cashflow.assumes_feed_price', { birds, price: perKg(price) }),
        )
      : []),
    ...(marketOrders.some((order) => order.status === 'confirmed' && isFlockSale(order))
      ? [message('cashflow.assumes_bird_orders_in_flocks')]
      : []),
  ];
}

/** Without a sale of eggs, the revenue of hens is unknown. */
function eggsAssumed(weeks: number): Message {
  return weeks === 0
    ? message('cashflow.assumes_no_eggs')
    : message('cashflow.assumes_usual_eggs', { weeks });
}

/** The feed price per kind of bird; a single price when it is the same for all. */
function feedPricesOf(snapshot: CashSnapshot) {
  const { feedPriceFor } = farmMoneyOf(snapshot);
  const kinds = [...new Set(liveFlocksOf(snapshot).map(({ kind }) => kind))];
  const datedKinds = kinds.flatMap((kind) => {
    const price = feedPriceFor({ kind }).perKg;
    return price === null ? [] : [{ birds: kind, price }];
  });
  const [first] = datedKinds;
  const isOne = first !== undefined && datedKinds.every(({ price }) => price === first.price);
  return isOne ? [{ birds: 'all', price: first.price } as const] : datedKinds;
}

function missingCashData(snapshot: CashSnapshot): MissingData[] {
  const { farm, today, thresholds, liveFlocks } = snapshot;
  const { salePrice, feedPrice } = farmMoneyOf(snapshot);
  const recordedWeekCount = weeksWithMoney(snapshot);
  const flockId = liveFlocks.find(({ status }) => status !== 'planned')?.id;
  // The weeks without money are in the past; the caller supplies the date.
  const expense = { farmId: farm.id, date: null, category: null, amount: null };
  const delivery = { farmId: farm.id, date: today, quantityKg: null, totalCost: null };
  const sale = { flockId, date: today, birdsCount: null, totalWeightKg: null, pricePerKg: null };
  return [
    ...(recordedWeekCount < thresholds.cashflowWeeks
      ? [
          {
            ...lacking('few_money_weeks', 'expenses', expense),
            message: message('cashflow.few_money_weeks', {
              need: thresholds.cashflowWeeks,
              have: recordedWeekCount,
            }),
            need: thresholds.cashflowWeeks,
            have: recordedWeekCount,
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
