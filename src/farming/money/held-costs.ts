import { groupBy } from '../../tools/collections.ts';
import { sum } from '../../tools/statistics.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';
import { chickCost } from './chick-cost.ts';
import type { HeldCosts } from './counted-as.ts';
import { deliveryCost } from './delivery-cost.ts';

/** The parts of a snapshot that hold what flocks cost. */
export type CostParts = 'feedDeliveries' | 'treatments' | 'liveFlocks' | 'closedFlocks';

/** What deliveries of feed, orders of chicks and treatments hold of the cost of each flock. */
export function heldCosts(snapshot: FarmSnapshot<CostParts>): ReadonlyMap<string, HeldCosts> {
  const deliveries = groupBy(snapshot.feedDeliveries, ({ flockId }) => flockId ?? '');
  const treatments = groupBy(snapshot.treatments, ({ flockId }) => flockId);
  const flocks = [...snapshot.liveFlocks, ...snapshot.closedFlocks];
  return new Map(
    flocks.map((flock) => [
      flock.id,
      {
        feed: sum((deliveries.get(flock.id) ?? []).map(deliveryCost)),
        chicks: chickCost(flock) ?? 0,
        treatments: sum((treatments.get(flock.id) ?? []).map(({ cost }) => cost)),
      },
    ]),
  );
}
