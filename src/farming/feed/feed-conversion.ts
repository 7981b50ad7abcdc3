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
 * How a flock makes meat of feed, up to its last weighing or its sale: the one place from which
 * every answer has it. Null for hens and for birds that were neither weighed nor sold by weight.
 */
export function flockConversion(
  record: FlockRecord,
  snapshot: ConversionSnapshot,
): Performance | null {
  return record.kind === 'layer'
    ? null
    : flockPerformance(record, performanceBasis(record, snapshot));
}

/** What beside its own records says how a flock did. */
export function performanceBasis(
  record: FlockRecord,
  snapshot: ConversionSnapshot,
): PerformanceBasis {
  return { deliveries: flockDeliveries(record, snapshot), thresholds: snapshot.thresholds };
}

/** The feed conversion of a flock beside that of its breed. */
export interface FeedConversionOfFlock {
  readonly fcr: number;
  /** The live weight that the feed of `fcr` has made, sold and alive on the day it is for. */
  readonly kg: number;
  /** Of the breed at the age of the birds; null where its table ends. */
  readonly standard: number | null;
  /** `fcr` by the standard. */
  readonly index: number | null;
}

// A record belongs to one snapshot, and flocks are compared with each other again and again.
const known = new WeakMap<FlockRecord, FeedConversionOfFlock | null>();

/**
 * How a flock turned feed into weight; null when its feed or its weight is not known, and while a
 * flock is here of which only deliveries tell the feed.
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
