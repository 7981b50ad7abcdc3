import type { MadeSection } from '../../model/answers/insights.ts';
import { type Message, message } from '../../model/core/message.ts';
import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { median, sum } from '../../tools/statistics.ts';
import { farmMoneyOf } from '../accounting/farm-money.ts';
import { type LedgerEntry, ledger, weekStart } from '../accounting/ledger.ts';
import { marketDay } from '../accounting/market-projection.ts';
import { liveFlocksOf } from '../core/farm-flocks.ts';
import { figure, rounded } from '../core/figure.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import type { MissingData, SectionDefinition } from '../core/section.ts';
import {
  CASH_PARTS,
  type CashItem,
  type CashSnapshot,
  expectedCash,
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
function assumptionsOf(snapshot: CashSnapshot, ahead: readonly CashWeek[]): Message[] {
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
  const used = new Set(ahead.flatMap(({ items }) => items.map(({ basis }) => basis)));
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
  const known = kinds.flatMap((kind) => {
    const price = feedPriceFor({ kind }).perKg;
    return price === null ? [] : [{ birds: kind, price }];
  });
  const [first] = known;
  const isOne = first !== undefined && known.every(({ price }) => price === first.price);
  return isOne ? [{ birds: 'all', price: first.price } as const] : known;
}

function missingCashData(snapshot: CashSnapshot): MissingData[] {
  const { farm, today, thresholds, liveFlocks } = snapshot;
  const { salePrice, feedPrice } = farmMoneyOf(snapshot);
  const have = weeksWithMoney(snapshot);
  const flockId = liveFlocks.find(({ status }) => status !== 'planned')?.id;
  // The weeks without money are in the past; the caller supplies the date.
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

const WEEKS_BACK = 12;
const WEEKS_AHEAD = 8;

interface CashWeek {
  readonly weekStart: CalendarDay;
  /** The current week is a forecast: recorded items plus items still expected. */
  readonly kind: 'actual' | 'forecast';
  readonly items: readonly CashItem[];
  readonly in: number;
  readonly out: number;
  readonly net: number;
  /** Running total of all weeks up to this one, starting at 0. */
  readonly cumulative: number;
}

/** Twelve past weeks, the current week and eight future weeks. */
function cashWeeks(snapshot: CashSnapshot): CashWeek[] {
  const { today, thresholds } = snapshot;
  const thisWeek = weekStart(today, thresholds.weekStartsOn);
  const starts = Array.from({ length: WEEKS_BACK + 1 + WEEKS_AHEAD }, (_, index) =>
    addDays(thisWeek, 7 * (index - WEEKS_BACK)),
  );
  const entries = ledger(snapshot);
  const ahead = starts.filter((start) => start >= thisWeek);
  const hens = layingFlocks(snapshot);
  const known = [
    ...entries.map((entry) => recorded(entry, hens)),
    ...expectedCash(snapshot, ahead),
  ];
  const byWeek = groupBy(known, ({ day }) => weekStart(day, thresholds.weekStartsOn));
  const recurring = recurringCash(snapshot, entries, thisWeek);
  let cumulative = 0;
  return starts.map((start) => {
    const isAhead = start >= thisWeek;
    const items = byWeek.get(start) ?? [];
    const all = isAhead ? [...items, ...recurring.itemsOf(start, items)] : items;
    const [income, spent] = [total(all, 'in'), total(all, 'out')];
    cumulative += income - spent;
    return {
      weekStart: start,
      kind: isAhead ? 'forecast' : 'actual',
      items: all,
      in: income,
      out: spent,
      net: income - spent,
      cumulative,
    };
  });
}

/** Number of weeks up to now with any recorded money. */
function weeksWithMoney(snapshot: CashSnapshot): number {
  const { today, thresholds } = snapshot;
  const thisWeek = weekStart(today, thresholds.weekStartsOn);
  const since = addDays(thisWeek, -7 * WEEKS_BACK);
  const days = ledger(snapshot).map(({ day }) => day);
  const past = days.filter((day) => since <= day && day <= today);
  return new Set(past.map((day) => weekStart(day, thresholds.weekStartsOn))).size;
}

function recorded(entry: LedgerEntry, hens: ReadonlyMap<string, FlockRecord>): CashItem {
  const { day, direction, category, amount, id, flockId } = entry;
  return isOfHens(entry, hens)
    ? { day, direction, category: EGGS, amount, basis: 'recorded', id: flockId }
    : { day, direction, category, amount, basis: 'recorded', id };
}

function total(items: readonly CashItem[], direction: CashItem['direction']): number {
  return sum(items.filter((item) => item.direction === direction).map(({ amount }) => amount));
}

/** Categories that are forecast from flocks. */
const OF_FLOCKS: readonly string[] = ['feed', 'chicks'];

/** The category of the revenue of live laying flocks; `sales` are of birds. */
const EGGS = 'eggs';

/** Money received and spent in every future week, beyond what is known for that week. */
interface RecurringCash {
  readonly itemsOf: (week: CalendarDay, known: readonly CashItem[]) => readonly CashItem[];
}

/** The usual costs of a farm and egg revenue, from the weeks before the current one. */
function recurringCash(
  snapshot: CashSnapshot,
  entries: readonly LedgerEntry[],
  thisWeek: CalendarDay,
): RecurringCash {
  const hens = layingFlocks(snapshot);
  const past = { entries, before: thisWeek, weeks: recordedWeeks(entries, thisWeek) };
  const costs = usualPerWeek(entries.filter(isRunningCost), past, ({ category }) => category);
  const ends = endsOfCosts(snapshot, past);
  const ofHens = entries.filter((entry) => isOfHens(entry, hens));
  const eggs = usualPerWeek(
    ofHens,
    { before: thisWeek, weeks: recordedWeeks(ofHens, thisWeek) },
    ({ flockId }) => flockId ?? '',
  );
  return {
    itemsOf: (week, known) => [
      ...[...eggs].flatMap(([id, amount]) => {
        const end = hens.get(id)?.flock.plannedMarketDate ?? null;
        return end !== null && end < week
          ? []
          : item(week, { direction: 'in', category: EGGS, amount, id }, known);
      }),
      ...[...costs].flatMap(([category, amount]) =>
        (ends.get(category) ?? week) < week
          ? []
          : item(week, { direction: 'out', category, amount, id: null }, known),
      ),
    ],
  };
}

function isRunningCost({ direction, category }: LedgerEntry): boolean {
  return direction === 'out' && !OF_FLOCKS.includes(category);
}

function isOfHens(
  { resource, flockId }: LedgerEntry,
  hens: ReadonlyMap<string, FlockRecord>,
): boolean {
  return resource === 'sales' && hens.has(flockId ?? '');
}

const LONG_AGO: CalendarDay = '0000-01-01';

/**
 * The last day of costs recorded for a single flock only: its sale day, or long ago when it has
 * left.
 */
function endsOfCosts(
  snapshot: CashSnapshot,
  { entries, before }: { readonly entries: readonly LedgerEntry[]; readonly before: CalendarDay },
): ReadonlyMap<string, CalendarDay> {
  const live = new Map(liveFlocksOf(snapshot).map((record) => [record.flock.id, record]));
  const costs = entries.filter((entry) => isRunningCost(entry) && entry.day < before);
  const ends = [...groupBy(costs, ({ category }) => category)].flatMap(([category, rows]) => {
    const [only, other] = new Set(rows.map(({ flockId }) => flockId));
    if (only == null || other !== undefined) return [];
    const record = live.get(only);
    const end = record ? (marketDay(record, snapshot)?.day ?? null) : LONG_AGO;
    return end === null ? [] : [[category, end] as const];
  });
  return new Map(ends);
}

/** The live laying flocks of a farm, by flock ID. */
function layingFlocks(snapshot: CashSnapshot): ReadonlyMap<string, FlockRecord> {
  const hens = liveFlocksOf(snapshot).filter(({ kind }) => kind === 'layer');
  return new Map(hens.map((record) => [record.flock.id, record]));
}

/** The rest of a usual weekly amount after the amounts already known for the week. */
function item(
  day: CalendarDay,
  usual: Pick<CashItem, 'direction' | 'category' | 'amount' | 'id'>,
  known: readonly CashItem[],
): CashItem[] {
  const amounts = known
    .filter(
      ({ direction, category, id }) =>
        direction === usual.direction &&
        category === usual.category &&
        (usual.id === null || id === usual.id),
    )
    .map(({ amount }) => amount);
  const amount = amounts.reduce((rest, part) => rest - part, usual.amount);
  return amount <= 0 ? [] : [{ ...usual, day, amount, basis: 'recurring' }];
}

const SPAN_WEEKS = 4;
const SPANS = WEEKS_BACK / SPAN_WEEKS;

/** Number of weeks before a day with records, from the first amount on; at most twelve. */
function recordedWeeks(entries: readonly LedgerEntry[], before: CalendarDay): number {
  const first = entries.map(({ day }) => day).toSorted()[0] ?? before;
  return Math.min(WEEKS_BACK, Math.max(0, Math.ceil(daysBetween(first, before) / 7)));
}

/**
 * The usual weekly amount per key. With more than eight weeks, the median of three four-week
 * totals: four weeks contain every monthly bill, and one-off amounts drop out. With fewer weeks,
 * the mean over all of them. Keys that sum to 0 are omitted.
 */
function usualPerWeek(
  entries: readonly LedgerEntry[],
  { before, weeks }: { readonly before: CalendarDay; readonly weeks: number },
  keyOf: (entry: LedgerEntry) => string,
): ReadonlyMap<string, number> {
  const spans = Array.from({ length: SPANS }, (_, back) => ({
    from: addDays(before, -7 * SPAN_WEEKS * (back + 1)),
    to: addDays(before, -7 * SPAN_WEEKS * back),
    weeks: Math.min(SPAN_WEEKS, weeks - SPAN_WEEKS * back),
  })).filter((span) => span.weeks > 0);
  const perWeek = [...groupBy(entries, keyOf)].map(([key, rows]) => {
    const sums = spans.map(({ from, to }) =>
      sum(rows.filter(({ day }) => from <= day && day < to).map(({ amount }) => amount)),
    );
    const usual =
      spans.length < SPANS
        ? sum(sums) / Math.max(1, weeks)
        : (median(sums.map((total, index) => total / (spans[index]?.weeks ?? 1))) ?? 0);
    return [key, usual] as const;
  });
  return new Map(perWeek.filter(([, amount]) => amount > 0));
}
