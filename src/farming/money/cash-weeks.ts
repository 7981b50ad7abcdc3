import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { sum } from '../../tools/statistics.ts';
import type { CashItem } from './cash-item.ts';
import { type CashSnapshot, expectedCash } from './expected-cash.ts';
import { type LedgerEntry, ledger } from './ledger.ts';
import { EGGS, layingFlocks, recurringCash } from './recurring-cash.ts';
import { weekStart } from './week-start.ts';

const WEEKS_BACK = 12;
const WEEKS_AHEAD = 8;

/** The money of one week. */
export interface CashWeek {
  readonly weekStart: CalendarDay;
  /** This week is a forecast: it holds what is recorded of it and what is still to be expected. */
  readonly kind: 'actual' | 'forecast';
  readonly items: readonly CashItem[];
  readonly in: number;
  readonly out: number;
  readonly net: number;
  /** Of all weeks up to this one, from 0. */
  readonly cumulative: number;
}

/** Twelve weeks back, this week, and eight ahead. */
export function cashWeeks(snapshot: CashSnapshot): CashWeek[] {
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

/** How many of the weeks up to now have any money in them. */
export function weeksWithMoney(snapshot: CashSnapshot): number {
  const { today, thresholds } = snapshot;
  const thisWeek = weekStart(today, thresholds.weekStartsOn);
  const since = addDays(thisWeek, -7 * WEEKS_BACK);
  const days = ledger(snapshot).map(({ day }) => day);
  const past = days.filter((day) => since <= day && day <= today);
  return new Set(past.map((day) => weekStart(day, thresholds.weekStartsOn))).size;
}

function recorded(entry: LedgerEntry, hens: ReadonlyMap<string, unknown>): CashItem {
  const { day, direction, category, amount, id, flockId, resource } = entry;
  const isOfHens = resource === 'sales' && flockId !== null && hens.has(flockId);
  return isOfHens
    ? { day, direction, category: EGGS, amount, basis: 'recorded', id: flockId }
    : { day, direction, category, amount, basis: 'recorded', id };
}

function total(items: readonly CashItem[], direction: CashItem['direction']): number {
  return sum(items.filter((item) => item.direction === direction).map(({ amount }) => amount));
}
