import type { contextAnswer } from '../../model/answers/context.ts';
import type { Made } from '../../model/api/json-schema.ts';
import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { groupBy, memoizeByObject } from '../../tools/collections.ts';
import { sum } from '../../tools/statistics.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import { figure } from '../core/figure.ts';
import {
  type CostParts,
  chickCost,
  countedAs,
  deliveryCost,
  heldCosts,
  saleAmount,
} from './prices.ts';

/** Snapshot parts that contain financial records. */
export const LEDGER_PARTS = [
  'sales',
  'feedDeliveries',
  'expenses',
  'treatments',
  'liveFlocks',
  'closedFlocks',
] as const;

/** A snapshot with all financial records. */
export type LedgerSnapshot = FarmSnapshot<(typeof LEDGER_PARTS)[number]>;

/** A recorded income or expense. */
export interface LedgerEntry {
  readonly day: CalendarDay;
  readonly direction: 'in' | 'out';
  /**
   * `sales` or an expense category; feed, chicks and treatments use the category names of expenses.
   */
  readonly category: string;
  /** In the farm's currency; negative for a credit. */
  readonly amount: number;
  readonly flockId: string | null;
  readonly resource: 'sales' | 'feed-deliveries' | 'expenses' | 'treatments' | 'flocks';
  readonly id: string;
}

interface LedgerRow {
  readonly id: string;
  readonly date: CalendarDay;
  readonly flockId: string | null;
}

/**
 * All recorded amounts, each counted once: expenses that duplicate other records of the same flock
 * and rows without an amount are excluded. The chicks of a flock count on the day of placement.
 * Computed once per snapshot.
 */
export function ledger(snapshot: LedgerSnapshot): readonly LedgerEntry[] {
  return ledgerOf(snapshot);
}

const ledgerOf = memoizeByObject(buildLedger);

function buildLedger(snapshot: LedgerSnapshot): LedgerEntry[] {
  return [
    ...snapshot.sales.flatMap((sale) =>
      entry(sale, 'sales', { category: 'sales', amount: saleAmount(sale) }),
    ),
    ...snapshot.feedDeliveries.flatMap((delivery) =>
      entry(delivery, 'feed-deliveries', { category: 'feed', amount: deliveryCost(delivery) }),
    ),
    ...snapshot.treatments.flatMap((treatment) =>
      entry(treatment, 'treatments', {
        category: treatment.kind === 'vaccination' ? 'vaccination' : 'medicine',
        amount: treatment.cost,
      }),
    ),
    ...chickEntries(snapshot),
    ...expenseEntries(snapshot),
  ];
}

function chickEntries({ liveFlocks, closedFlocks }: LedgerSnapshot): LedgerEntry[] {
  return [...liveFlocks, ...closedFlocks]
    .filter(({ status }) => status !== 'planned' && status !== 'cancelled')
    .flatMap((flock) => {
      const { id, placementDate: date } = flock;
      const cost = { category: 'chicks', amount: chickCost(flock) };
      return entry({ id, date, flockId: id }, 'flocks', cost);
    });
}

function expenseEntries(snapshot: LedgerSnapshot & FarmSnapshot<CostParts>): LedgerEntry[] {
  const costsInStock = heldCosts(snapshot);
  return snapshot.expenses
    .filter(
      (expense) => countedAs(expense, costsInStock.get(expense.flockId ?? '')) !== 'duplicate',
    )
    .flatMap((expense) => entry(expense, 'expenses', expense));
}

function entry(
  { id, date: day, flockId }: LedgerRow,
  resource: LedgerEntry['resource'],
  { category, amount }: { readonly category: string; readonly amount: number | null },
): LedgerEntry[] {
  if (amount === null) return [];
  const direction = resource === 'sales' ? 'in' : 'out';
  return [{ day, direction, category, amount, flockId, resource, id }];
}

/** Income and expenses of a period, in the farm's currency. */
export type PeriodSums = Pick<PeriodMoney, 'revenue' | 'expenses' | 'feed' | 'net'>;

/** Totals and breakdown of a period. */
export type PeriodMoney = Made<(typeof contextAnswer)['schema']>['money90d'];

/**
 * Sums the recorded amounts between two days, both included. Rows without an amount are ignored; a
 * period without rows sums to 0, and to null on a farm without any recorded amount.
 */
export function moneyOfPeriod(
  snapshot: LedgerSnapshot,
  { from, to }: { readonly from: CalendarDay; readonly to: CalendarDay },
): PeriodMoney {
  const { weekStartsOn } = snapshot.thresholds;
  const all = ledger(snapshot);
  const entries = all.filter(({ day }) => from <= day && day <= to);
  const sums = (entries: readonly LedgerEntry[]) => (all.length === 0 ? NO_MONEY : sumsOf(entries));
  const byWeek = groupBy(entries, ({ day }) => weekStart(day, weekStartsOn));
  return {
    basis: 'realised',
    ...sums(entries),
    byCategory: categoriesOf(entries),
    byWeek: weeksBetween(weekStart(from, weekStartsOn), to).map((start) => ({
      weekStart: start,
      ...sums(byWeek.get(start) ?? []),
    })),
  };
}

const NO_MONEY: PeriodSums = { revenue: null, expenses: null, feed: null, net: null };

function sumsOf(entries: readonly LedgerEntry[]): PeriodSums {
  const total = (counts: (entry: LedgerEntry) => boolean) =>
    sum(entries.filter(counts).map(({ amount }) => amount));
  const revenue = total(({ direction }) => direction === 'in');
  const expenses = total(isExpense);
  const feed = total(isFeed);
  return {
    revenue: figure('money', revenue),
    expenses: figure('money', expenses),
    feed: figure('money', feed),
    net: figure('money', revenue - expenses - feed),
  };
}

function categoriesOf(entries: readonly LedgerEntry[]): PeriodMoney['byCategory'] {
  const groups = groupBy(entries.filter(isExpense), ({ category }) => category);
  return [...groups]
    .map(([category, group]) => ({ category, amount: sum(group.map(({ amount }) => amount)) }))
    .toSorted(
      (left, right) => right.amount - left.amount || (left.category < right.category ? -1 : 1),
    )
    .map(({ category, amount }) => ({ category, amount: figure('money', amount) }));
}

function isFeed({ direction, category }: LedgerEntry): boolean {
  return direction === 'out' && category === 'feed';
}

function isExpense({ direction, category }: LedgerEntry): boolean {
  return direction === 'out' && category !== 'feed';
}

function weeksBetween(first: CalendarDay, to: CalendarDay): CalendarDay[] {
  const weeks: CalendarDay[] = [];
  for (let start = first; start <= to; start = addDays(start, 7)) weeks.push(start);
  return weeks;
}

const A_SUNDAY: CalendarDay = '1899-12-31';

/** The first day of the week that contains a day; `firstWeekday` is 0 for Sunday, 1 for Monday. */
export function weekStart(day: CalendarDay, firstWeekday: number): CalendarDay {
  const weekday = (daysBetween(A_SUNDAY, day) % 7) + 7;
  return addDays(day, -((weekday - firstWeekday) % 7));
}
