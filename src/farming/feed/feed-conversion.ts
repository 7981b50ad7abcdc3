import type { MoneySnapshot } from '../accounting/farm-money.ts';
import type { LIVE_FLOCK_PARTS } from '../core/farm-flocks.ts';
import type { FarmSnapshot } from '../core/farm-snapshot.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import { ratioOf } from '../metrics/ratio.ts';
import { flockPerformance } from '../performance/flock-performance.ts';
import type { Performance, PerformanceBasis } from '../performance/performance.ts';
import { standardFcr } from '../standards/standard-values.ts';
import { flockDeliveries } from './feed-forecast.ts';

type ConversionSnapshot = FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number] | 'feedDeliveries'>;

/**
 * The feed conversion of a flock up to its last weighing or its sale; the single source for all
 * answers. Null for hens and for birds that were neither weighed nor sold by weight.
 */
export function flockConversion(
  record: FlockRecord,
  snapshot: ConversionSnapshot,
): Performance | null {
  return record.kind === 'layer'
    ? null
    : flockPerformance(record, performanceBasis(record, snapshot));
}

/** The inputs of a flock's performance other than its own records. */
export function performanceBasis(
  record: FlockRecord,
  snapshot: ConversionSnapshot,
): PerformanceBasis {
  return { deliveries: flockDeliveries(record, snapshot), thresholds: snapshot.thresholds };
}

/** The feed conversion of a flock and its breed. */
export interface FeedConversionOfFlock {
  readonly fcr: number;
  /** The live weight produced by the feed of `fcr`: sold, and alive on the day of `fcr`. */
  readonly kg: number;
  /** The breed standard at the age of the birds; null beyond its table. */
  readonly standard: number | null;
  /** `fcr` divided by the standard. */
  readonly index: number | null;
}

// Cached by record, which belongs to one snapshot, because flocks are compared repeatedly.
const known = new WeakMap<FlockRecord, FeedConversionOfFlock | null>();

/**
 * The feed conversion of a flock; null when its feed or weight is unknown, and while a flock is
 * live and its feed is known from deliveries only.
 */
export function feedConversion(
  record: FlockRecord,
  snapshot: MoneySnapshot,
): FeedConversionOfFlock | null {
  const found = known.get(record);
  if (found !== undefined) return found;
  const conversion = compute(record, snapshot);
  known.set(record, conversion);
  return conversion;
}

function compute(record: FlockRecord, snapshot: MoneySnapshot): FeedConversionOfFlock | null {
  const done = flockConversion(record, snapshot);
  if (!done || done.fcr === null || !done.sums || (record.isLive && done.isFcrUpperBound))
    return null;
  const { breed } = record;
  const standard = breed ? standardFcr(breed, done.ageDays) : null;
  return { fcr: done.fcr, kg: done.sums.kg, standard, index: ratioOf(done.fcr, standard) };
}
