import type { FarmMoney, MoneySnapshot } from '../accounting/farm-money.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';

/** The kinds of ways in which a farm loses money. */
export type LeakKind =
  | 'excess_mortality'
  | 'fcr_gap'
  | 'feed_price'
  | 'condemnation'
  | 'short_chicks'
  | 'late_sale'
  | 'idle_barn'
  | 'egg_breakage'
  | 'expired_medicine'
  | 'duplicate_or_uncosted';

/** Money lost against a reference; nothing is rounded. */
export interface Leak {
  readonly kind: LeakKind;
  /** The flock it belongs to; null when it is of a barn or the farm. */
  readonly flockId: string | null;
  readonly barnId: string | null;
  /** In the farm's currency; null when it is there and nothing says what it costs. */
  readonly amount: number | null;
  /** What it is held against. */
  readonly reference: { readonly basis: string; readonly value: number | null };
  /** The figures used. */
  readonly evidence: Readonly<Record<string, unknown>>;
  /** 0 to 1. */
  readonly confidence: number;
}

/** What a search for leaks looks at. */
export interface LeakContext {
  readonly snapshot: MoneySnapshot & FarmSnapshot<'medicine'>;
  readonly money: FarmMoney;
  /** What one chick of the newest flock cost. */
  readonly chickPrice: number | null;
}
