import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { median, sum } from '../../tools/statistics.ts';
import { type LedgerEntry, ledger, weekStart } from '../accounting/ledger.ts';
import { liveFlocksOf } from '../core/farm-flocks.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import { type CashItem, type CashSnapshot, expectedCash } from './expected-cash.ts';

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

/** What comes with flocks and is forecast from them. */
const OF_FLOCKS: readonly string[] = ['feed', 'chicks'];

/** The category of what hens bring while they are here; `sales` are of birds. */
const EGGS = 'eggs';

/** What comes in and goes out in any week to come, beyond what is known of that week. */
export interface RecurringCash {
  readonly itemsOf: (week: CalendarDay, known: readonly CashItem[]) => readonly CashItem[];
}

/** The usual costs of a farm and what its hens bring, by the weeks before this one. */
function recurringCash(
  snapshot: CashSnapshot,
  entries: readonly LedgerEntry[],
  thisWeek: CalendarDay,
): RecurringCash {
  const hens = layingFlocks(snapshot);
  const costs = usualPerWeek(
    entries.filter((entry) => entry.direction === 'out' && !OF_FLOCKS.includes(entry.category)),
    thisWeek,
    ({ category }) => category,
  );
  const eggs = usualPerWeek(
    entries.filter(({ resource, flockId }) => resource === 'sales' && hens.has(flockId ?? '')),
    thisWeek,
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
        item(week, { direction: 'out', category, amount, id: null }, known),
      ),
    ],
  };
}

/** The hens of a farm that are here, by the id of their flock. */
export function layingFlocks(snapshot: CashSnapshot): ReadonlyMap<string, FlockRecord> {
  const hens = liveFlocksOf(snapshot).filter(({ kind }) => kind === 'layer');
  return new Map(hens.map((record) => [record.flock.id, record]));
}

/** What a usual week has of something beyond what is already known of the week. */
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

const WEEKS = 4;
const SPANS = 3;

/**
 * What amounts come to in a usual week, by a key: the median of the three times four weeks before
 * a day, by week. Four weeks hold every monthly bill, and what happened once drops out of the
 * median. Spans before the first of the entries do not count; keys that come to nothing are
 * left out.
 */
function usualPerWeek(
  entries: readonly LedgerEntry[],
  before: CalendarDay,
  keyOf: (entry: LedgerEntry) => string,
): ReadonlyMap<string, number> {
  const first = entries.map(({ day }) => day).toSorted()[0] ?? before;
  const spans = Array.from({ length: SPANS }, (_, back) => ({
    from: addDays(before, -7 * WEEKS * (back + 1)),
    to: addDays(before, -7 * WEEKS * back),
  })).filter(({ to }) => first < to);
  const perWeek = [...groupBy(entries, keyOf)].map(([key, rows]) => {
    const sums = spans.map(({ from, to }) =>
      sum(rows.filter(({ day }) => from <= day && day < to).map(({ amount }) => amount)),
    );
    return [key, (median(sums) ?? 0) / WEEKS] as const;
  });
  return new Map(perWeek.filter(([, amount]) => amount > 0));
}
