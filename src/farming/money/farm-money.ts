import type { StoredOf } from '../../model/registry.ts';
import { groupBy } from '../../tools/collections.ts';
import { oncePerObject } from '../../tools/once-per-object.ts';
import {
  CLOSED_FLOCK_PARTS,
  closedFlocksOf,
  LIVE_FLOCK_PARTS,
  liveFlocksOf,
} from '../flocks/farm-flocks.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import type { HeldCosts } from './counted-as.ts';
import { feedPricePerKg } from './feed-price-per-kg.ts';
import { heldCosts } from './held-costs.ts';
import { LEDGER_PARTS } from './ledger.ts';
import { salePricePerKg } from './sale-price-per-kg.ts';
import { type SharedExpenses, sharedExpenses } from './shared-expenses.ts';

/** The parts of a snapshot from which the money of flocks is put together. */
export const FARM_MONEY_PARTS = [
  ...new Set([...LIVE_FLOCK_PARTS, ...CLOSED_FLOCK_PARTS, ...LEDGER_PARTS]),
] as const;

/** A snapshot with all flocks and all money. */
export type MoneySnapshot = FarmSnapshot<(typeof FARM_MONEY_PARTS)[number]>;

/** The money of a farm, sorted by flock; everything up to today. */
export interface FarmMoney {
  readonly deliveries: ReadonlyMap<string, readonly StoredOf<'feed-deliveries'>[]>;
  readonly treatments: ReadonlyMap<string, readonly StoredOf<'treatments'>[]>;
  readonly expenses: ReadonlyMap<string, readonly StoredOf<'expenses'>[]>;
  readonly held: ReadonlyMap<string, HeldCosts>;
  readonly shared: SharedExpenses;
  /** Per kg of live birds, and per kg of feed. */
  readonly salePrice: number | null;
  readonly feedPrice: number | null;
}

/** The money of a farm by flock; put together once per snapshot. */
export function farmMoneyOf(snapshot: MoneySnapshot): FarmMoney {
  return moneyOf(snapshot);
}

const moneyOf = oncePerObject(build);

function build(snapshot: MoneySnapshot): FarmMoney {
  const past = <R extends { readonly date: string }>(rows: readonly R[]) =>
    rows.filter(({ date }) => date <= snapshot.today);
  return {
    deliveries: groupBy(past(snapshot.feedDeliveries), ({ flockId }) => flockId ?? ''),
    treatments: groupBy(past(snapshot.treatments), ({ flockId }) => flockId),
    expenses: groupBy(past(snapshot.expenses), ({ flockId }) => flockId ?? ''),
    held: heldCosts(snapshot),
    shared: sharedExpenses(snapshot, [...liveFlocksOf(snapshot), ...closedFlocksOf(snapshot)]),
    salePrice: salePricePerKg(snapshot),
    feedPrice: feedPricePerKg(snapshot),
  };
}
