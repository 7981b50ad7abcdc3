import type { CalendarDay } from '../../tools/calendar.ts';
import { findBreed } from '../standards/find-breed.ts';
import { standardWeightG } from '../standards/standard-weight-g.ts';
import { type Arrival, ageDays } from './age-days.ts';

/** What a bird of a flock weighs on a day by the table of its breed, in g; null without one. */
export function standardWeightOn(
  flock: Arrival & { readonly breed: string | null },
  day: CalendarDay,
): number | null {
  const breed = findBreed(flock.breed);
  return breed ? standardWeightG(breed, ageDays(flock, day)) : null;
}
