import type { LIVE_FLOCK_PARTS } from '../flocks/farm-flocks.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { flockPerformance } from '../performance/flock-performance.ts';
import type { Performance, PerformanceBasis } from '../performance/performance.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import { flockDeliveries } from './flock-deliveries.ts';

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
