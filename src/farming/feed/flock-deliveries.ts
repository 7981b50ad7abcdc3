import type { StoredOf } from '../../model/registry.ts';
import { addDays } from '../../tools/calendar.ts';
import { type LIVE_FLOCK_PARTS, liveFlocksOf } from '../flocks/farm-flocks.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

type FlockSnapshot = FarmSnapshot<(typeof LIVE_FLOCK_PARTS)[number]>;

/** The first feed is delivered before the chicks come. */
const DELIVERED_AHEAD_DAYS = 7;
const ON_THE_WAY: readonly (string | null)[] = ['ordered', 'confirmed', 'in_transit'];

/**
 * The deliveries of feed for a flock up to today: those that name it and, when it is the only one
 * on the farm, those since a week before its placement that name none.
 */
export function flockDeliveries(
  record: FlockRecord,
  snapshot: FlockSnapshot & FarmSnapshot<'feedDeliveries'>,
): readonly StoredOf<'feed-deliveries'>[] {
  const since = addDays(record.flock.placementDate, -DELIVERED_AHEAD_DAYS);
  const isOnly = isOnlyFlock(record, snapshot);
  return snapshot.feedDeliveries.filter(
    ({ flockId, date }) =>
      date <= snapshot.today &&
      (flockId === record.flock.id || (flockId === null && isOnly && date >= since)),
  );
}

/** Feed that was ordered for a flock and has not come, in kg; shared as the deliveries are. */
export function feedOnOrderKg(
  record: FlockRecord,
  snapshot: FlockSnapshot & FarmSnapshot<'feedOrders'>,
): number {
  const isOnly = isOnlyFlock(record, snapshot);
  return snapshot.feedOrders
    .filter(({ status }) => ON_THE_WAY.includes(status))
    .filter(({ flockId }) => flockId === record.flock.id || (flockId === null && isOnly))
    .reduce((total, { quantityKg }) => total + quantityKg, 0);
}

function isOnlyFlock({ flock }: FlockRecord, snapshot: FlockSnapshot): boolean {
  const live = liveFlocksOf(snapshot);
  return live.length === 1 && live[0]?.flock.id === flock.id;
}
