import type { StoredOf } from '../../model/resources/registry.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import { addDays } from '../../tools/calendar.ts';
import { groupBy, memoizeByObject } from '../../tools/collections.ts';
import { sum } from '../../tools/statistics.ts';
import {
  CLOSED_FLOCK_PARTS,
  closedFlocksOf,
  LIVE_FLOCK_PARTS,
  liveFlocksOf,
} from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import { LEDGER_PARTS } from './ledger.ts';
import {
  type FeedPrice,
  feedPriceFor,
  feedPricePerKg,
  type HeldCosts,
  heldCosts,
  salePricePerKg,
} from './prices.ts';

/** Snapshot parts needed to compute the money of flocks. */
export const FARM_MONEY_PARTS = [
  ...new Set([...LIVE_FLOCK_PARTS, ...CLOSED_FLOCK_PARTS, ...LEDGER_PARTS]),
] as const;

/** A snapshot with all flocks and all financial records. */
export type MoneySnapshot = FarmSnapshot<(typeof FARM_MONEY_PARTS)[number]>;

/** The financial records of a farm up to today, grouped by flock. */
export interface FarmMoney {
  readonly deliveries: ReadonlyMap<string, readonly StoredOf<'feed-deliveries'>[]>;
  readonly treatments: ReadonlyMap<string, readonly StoredOf<'treatments'>[]>;
  readonly expenses: ReadonlyMap<string, readonly StoredOf<'expenses'>[]>;
  readonly held: ReadonlyMap<string, HeldCosts>;
  readonly shared: SharedExpenses;
  /** Per kg of live birds. */
  readonly salePrice: number | null;
  /** Per kg of all the farm's feed; `feedPriceFor` gives the price for one kind of bird. */
  readonly feedPrice: number | null;
  readonly feedPriceFor: (birds: Pick<FlockRecord, 'kind'>) => FeedPrice;
  readonly thresholds: Thresholds;
}

/** The financial records of a farm by flock; computed once per snapshot. */
export function farmMoneyOf(snapshot: MoneySnapshot): FarmMoney {
  return moneyOf(snapshot);
}

const moneyOf = memoizeByObject(build);

function build(snapshot: MoneySnapshot): FarmMoney {
  const untilToday = <R extends { readonly date: string }>(rows: readonly R[]) =>
    rows.filter(({ date }) => date <= snapshot.today);
  return {
    deliveries: groupBy(untilToday(snapshot.feedDeliveries), ({ flockId }) => flockId ?? ''),
    treatments: groupBy(untilToday(snapshot.treatments), ({ flockId }) => flockId),
    expenses: groupBy(untilToday(snapshot.expenses), ({ flockId }) => flockId ?? ''),
    held: heldCosts(snapshot),
    shared: sharedExpenses(snapshot, [...liveFlocksOf(snapshot), ...closedFlocksOf(snapshot)]),
    salePrice: salePricePerKg(snapshot),
    feedPrice: feedPricePerKg(snapshot),
    feedPriceFor: ({ kind }) => feedPriceFor(kind, snapshot),
    thresholds: snapshot.thresholds,
  };
}

/** Expenses that belong to no single flock, and each flock's share of them. */
export interface SharedExpenses {
  readonly byFlock: ReadonlyMap<string, number>;
  /** Expenses of months without birds. */
  readonly unallocated: number;
}

interface Share {
  readonly flockId: string;
  readonly barnId: string;
  readonly birdDays: ReadonlyMap<string, number>;
}

/**
 * Allocates every expense without a flock to the flocks present in its month, in proportion to
 * their bird-days in that month; an expense of a barn only to the flocks of that barn.
 */
export function sharedExpenses(
  { expenses, today }: FarmSnapshot<'expenses'>,
  records: readonly FlockRecord[],
): SharedExpenses {
  const shares = records.map((record) => ({
    flockId: record.flock.id,
    barnId: record.flock.barnId,
    birdDays: birdDaysByMonth(record),
  }));
  const byFlock = new Map<string, number>(shares.map(({ flockId }) => [flockId, 0]));
  let unallocated = 0;
  for (const expense of expenses) {
    if (expense.flockId !== null || expense.date > today) continue;
    const parts = divide(expense, shares);
    if (parts.length === 0) unallocated += expense.amount;
    for (const [flockId, part] of parts) byFlock.set(flockId, (byFlock.get(flockId) ?? 0) + part);
  }
  return { byFlock, unallocated };
}

function divide(
  { date, barnId, amount }: StoredOf<'expenses'>,
  shares: readonly Share[],
): (readonly [flockId: string, part: number])[] {
  const month = date.slice(0, 7);
  const eligibleShares = shares
    .filter((share) => barnId === null || share.barnId === barnId)
    .map(({ flockId, birdDays }) => [flockId, birdDays.get(month) ?? 0] as const)
    .filter(([, days]) => days > 0);
  const total = sum(eligibleShares.map(([, days]) => days));
  return eligibleShares.map(([flockId, days]) => [flockId, (amount * days) / total]);
}

/**
 * Bird-days in the barn per month (`2026-11`), counting the birds at the start of each day, from
 * placement to the last day of the flock. Empty when the number placed or the end of the flock is
 * unknown.
 */
export function birdDaysByMonth({
  flock,
  placed,
  lastDay,
  days,
}: FlockRecord): ReadonlyMap<string, number> {
  const byMonth = new Map<string, number>();
  if (placed === null || lastDay === null) return byMonth;
  const removed = new Map(
    days.map(({ day, log, soldBirds }) => [
      day,
      (log?.mortality ?? 0) + (log?.culls ?? 0) + soldBirds,
    ]),
  );
  let birds = placed;
  for (let day = flock.placementDate; day <= lastDay; day = addDays(day, 1)) {
    const month = day.slice(0, 7);
    byMonth.set(month, (byMonth.get(month) ?? 0) + birds);
    birds = Math.max(0, birds - (removed.get(day) ?? 0));
  }
  return byMonth;
}
