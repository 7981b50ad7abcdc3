import type { StoredOf } from '../../model/registry.ts';
import { placedBirds } from '../metrics/placed-birds.ts';
import { ratioOf } from '../metrics/ratio-of.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

/** What one chick of a flock cost: its price, else the order by the chicks it was for; else null. */
export function chickPrice(flock: StoredOf<'flocks'>): number | null {
  return (
    flock.pricePerChick ?? ratioOf(flock.orderTotal, flock.chicksOrdered ?? placedBirds(flock))
  );
}

/** What one chick of the newest flock cost for which that is known; null of none. */
export function lastChickPrice({
  liveFlocks,
  closedFlocks,
}: FarmSnapshot<'liveFlocks' | 'closedFlocks'>): number | null {
  const newestFirst = [...liveFlocks, ...closedFlocks].toSorted((left, right) =>
    left.placementDate < right.placementDate ? 1 : -1,
  );
  for (const flock of newestFirst) {
    const price = chickPrice(flock);
    if (price !== null) return price;
  }
  return null;
}
