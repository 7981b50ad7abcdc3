import type { LIVE_FLOCK_PARTS } from '../flocks/farm-flocks.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { flockPerformance } from '../performance/flock-performance.ts';
import type { Performance } from '../performance/performance.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import { flockDeliveries } from './flock-deliveries.ts';

/** How a flock makes meat of feed up to its last weighing, as the section feed tells it; null for hens. */
export function flockConversion(
  record: FlockRecord,
  snapshot: FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number] | 'feedDeliveries'>,
): Performance | null {
  if (record.kind === 'layer') return null;
  const { thresholds } = snapshot;
  return flockPerformance(record, { deliveries: flockDeliveries(record, snapshot), thresholds });
}
