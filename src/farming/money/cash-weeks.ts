import { addDays, type CalendarDay, daysBetween } from '../../tools/calendar.ts';
import { groupBy } from '../../tools/collections.ts';
import { median, sum } from '../../tools/statistics.ts';
import { type LedgerEntry, ledger, weekStart } from '../accounting/ledger.ts';
import { marketDay } from '../accounting/market-projection.ts';
import { liveFlocksOf } from '../core/farm-flocks.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import { type CashItem, type CashSnapshot, expectedCash } from './expected-cash.ts';

const WEEKS_BACK = 12;
const WEEKS_AHEAD = 8;

export interface CashWeek {
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
export function cashWeeks(snapshot: CashSnapshot): CashWeek[] {
  const { today, thresholds } = snapshot;
  const thisWeek = weekStart(today, thresholds.weekStartsOn);
  const starts = Array.from({ length: WEEKS_BACK + 1 + WEEKS_AHEAD }, (_, index) =>
    addDays(thisWeek, 7 * (index - WEEKS_BACK)),
  );
  const entries = ledger(snapshot);
  const upcomingWeeks = starts.filter((start) => start >= thisWeek);
  const hens = layingFlocks(snapshot);
  const knownItems = [
    ...entries.map((entry) => recorded(entry, hens)),
    ...expectedCash(snapshot, upcomingWeeks),
  ];
  const byWeek = groupBy(knownItems, ({ day }) => weekStart(day, thresholds.weekStartsOn));
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
export function weeksWithMoney(snapshot: CashSnapshot): number {
  const { today, thresholds } = snapshot;
  const thisWeek = weekStart(today, thresholds.weekStartsOn);
  const since = addDays(thisWeek, -7 * WEEKS_BACK);
  const days = ledger(snapshot).map(({ day }) => day);
  const pastDays = days.filter((day) => since <= day && day <= today);
  return new Set(pastDays.map((day) => weekStart(day, thresholds.weekStartsOn))).size;
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

/** The usual receipts and payments of a future week, in addition to those already known. */
interface RecurringCash {
  readonly itemsOf: (week: CalendarDay, knownItems: readonly CashItem[]) => readonly CashItem[];
}

/** The usual costs of a farm and egg revenue, from the weeks before the current one. */
function recurringCash(
  snapshot: CashSnapshot,
  entries: readonly LedgerEntry[],
  thisWeek: CalendarDay,
): RecurringCash {
  const hens = layingFlocks(snapshot);
  const history = { entries, before: thisWeek, weeks: recordedWeeks(entries, thisWeek) };
  const costs = usualPerWeek(entries.filter(isRunningCost), history, ({ category }) => category);
  const ends = endsOfCosts(snapshot, history);
  const ofHens = entries.filter((entry) => isOfHens(entry, hens));
  const eggs = usualPerWeek(
    ofHens,
    { before: thisWeek, weeks: recordedWeeks(ofHens, thisWeek) },
    ({ flockId }) => flockId ?? '',
  );
  return {
    itemsOf: (week, knownItems) => [
      ...[...eggs].flatMap(([id, amount]) => {
        const end = hens.get(id)?.flock.plannedMarketDate ?? null;
        return end !== null && end < week
          ? []
          : item(week, { direction: 'in', category: EGGS, amount, id }, knownItems);
      }),
      ...[...costs].flatMap(([category, amount]) =>
        (ends.get(category) ?? week) < week
          ? []
          : item(week, { direction: 'out', category, amount, id: null }, knownItems),
      ),
    ],
  };
}

function isRunningCost({ direction, category }: LedgerEntry): boolean {
  return direction === 'out' && !OF_FLOCKS.includes(category);
}

export function isOfHens(
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
export function layingFlocks(snapshot: CashSnapshot): ReadonlyMap<string, FlockRecord> {
  const hens = liveFlocksOf(snapshot).filter(({ kind }) => kind === 'layer');
  return new Map(hens.map((record) => [record.flock.id, record]));
}

/** The rest of a usual weekly amount after the amounts already known for the week. */
function item(
  day: CalendarDay,
  usual: Pick<CashItem, 'direction' | 'category' | 'amount' | 'id'>,
  knownItems: readonly CashItem[],
): CashItem[] {
  const amounts = knownItems
    .filter(
      ({ direction, category, id }) =>
        direction === usual.direction &&
        category === usual.category &&
        (usual.id === null || id === usual.id),
    )
    .map(({ amount }) => amount);
  const amount = amounts.reduce((remainder, part) => remainder - part, usual.amount);
  return amount <= 0 ? [] : [{ ...usual, day, amount, basis: 'recurring' }];
}

const SPAN_WEEKS = 4;
const SPANS = WEEKS_BACK / SPAN_WEEKS;

/** Number of weeks before a day with records, from the first amount on; at most twelve. */
export function recordedWeeks(entries: readonly LedgerEntry[], before: CalendarDay): number {
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
  const spans = Array.from({ length: SPANS }, (_, index) => ({
    from: addDays(before, -7 * SPAN_WEEKS * (index + 1)),
    to: addDays(before, -7 * SPAN_WEEKS * index),
    weeks: Math.min(SPAN_WEEKS, weeks - SPAN_WEEKS * index),
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
