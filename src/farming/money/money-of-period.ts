import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { sum } from '../../tools/statistics.ts';
import { figure } from '../figure.ts';
import { type LedgerEntry, type LedgerSnapshot, ledger } from './ledger.ts';
import { weekStart } from './week-start.ts';

/** What came in and went out over some days, in the farm's currency. */
export interface PeriodSums {
  /** What sales brought. */
  readonly revenue: number | null;
  /** All that was spent except on feed: expenses, chicks and treatments, each once. */
  readonly expenses: number | null;
  readonly feed: number | null;
  /** The revenue less expenses and feed. */
  readonly net: number | null;
}

/** Money of a period, as a whole and in parts. */
export interface PeriodMoney extends PeriodSums {
  /** Only what is recorded counts; nothing expected is in it. */
  readonly basis: 'realised';
  /** `expenses` in parts, the largest first. */
  readonly byCategory: readonly { readonly category: string; readonly amount: number | null }[];
  /** Every week that lies in the period, wholly or in part. */
  readonly byWeek: readonly (PeriodSums & { readonly weekStart: CalendarDay })[];
}

/**
 * The money recorded from one day to another, both included. Rows without an amount are not in it;
 * a period without rows comes to 0.
 */
export function moneyOfPeriod(
  snapshot: LedgerSnapshot,
  { from, to }: { readonly from: CalendarDay; readonly to: CalendarDay },
): PeriodMoney {
  const { weekStartsOn } = snapshot.thresholds;
  const entries = ledger(snapshot).filter(({ day }) => from <= day && day <= to);
  const byWeek = groupBy(entries, ({ day }) => weekStart(day, weekStartsOn));
  return {
    basis: 'realised',
    ...sumsOf(entries),
    byCategory: categoriesOf(entries),
    byWeek: weeksBetween(weekStart(from, weekStartsOn), to).map((start) => ({
      weekStart: start,
      ...sumsOf(byWeek.get(start) ?? []),
    })),
  };
}

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
