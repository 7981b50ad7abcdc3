import type { CalendarDay } from '../../tools/calendar.ts';
import { liveBirds } from './live-birds.ts';
import { type Placement, placedBirds } from './placed-birds.ts';

/** Birds that left a flock up to a day, by the reason. */
export interface BirdLosses {
  readonly mortality: number;
  readonly culls: number;
  /** Delivered, condemned ones included. */
  readonly sold: number;
}

/** What of a flock says whether its birds are there at all. */
export interface PlacedFlock extends Placement {
  readonly status: string | null;
  readonly placementDate: CalendarDay;
}

/**
 * Birds of a flock alive at the end of a day, up to which the losses are given. 0 before the flock
 * is placed, when it was cancelled, and when the records take away more than was placed; null when
 * it is not known how many were placed.
 */
export function flockLiveBirds(
  flock: PlacedFlock,
  losses: BirdLosses,
  day: CalendarDay,
): number | null {
  if (flock.status === 'cancelled' || day < flock.placementDate) return 0;
  return liveBirds(placedBirds(flock), losses.mortality + losses.culls + losses.sold);
}
