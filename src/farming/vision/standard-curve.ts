import { startOfDay } from '../../tools/calendar.ts';
import { findBreed } from '../standards/find-breed.ts';
import { standardWeightG } from '../standards/standard-weight-g.ts';
import type { GrowingFlock } from './growing-flock.ts';

/** What a bird weighs at a moment by the table of its breed, in g; null where no table tells it. */
export type StandardCurve = (at: number) => number | null;

const DAY_MILLIS = 86_400_000;
const NOON_MILLIS = DAY_MILLIS / 2;

/**
 * The growth of a flock by the table of its breed. The weight that a table gives for a day is that
 * of its noon; between two noons birds grow along the table. Null without a breed and outside of
 * its table.
 */
export function standardCurve(flock: GrowingFlock, zone: string): StandardCurve {
  const breed = findBreed(flock.breed);
  if (!breed) return () => null;
  const placed = startOfDay(flock.placementDate, zone) + NOON_MILLIS;
  const arrivalAge = flock.arrivalAgeDays ?? 0;
  return (at) => standardWeightG(breed, Math.max(0, arrivalAge + (at - placed) / DAY_MILLIS));
}

/** How much a bird grows from one moment to another; null where no table tells it. */
export function growthBetween(curve: StandardCurve, from: number, to: number): number | null {
  const [before, after] = [curve(from), curve(to)];
  return before === null || after === null ? null : after / before;
}
