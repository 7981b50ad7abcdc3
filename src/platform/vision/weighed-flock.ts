import type { WeightOnDay } from '../../farming/metrics/daily-gain-g.ts';
import type { GrowingFlock } from '../../farming/vision/growing-flock.ts';

/** A flock with its weighings by hand. */
export interface WeighedFlock {
  readonly flock: GrowingFlock;
  readonly weighings: readonly WeightOnDay[];
}

/** A flock whose weight is to be computed anew. */
export interface FlockToWeigh {
  readonly flockId: string;
  /** Days whose log was changed. */
  readonly days: readonly string[];
  /** The instants of the first and the last weight that cameras have brought. */
  readonly seen: { readonly from: string; readonly to: string } | null;
}
