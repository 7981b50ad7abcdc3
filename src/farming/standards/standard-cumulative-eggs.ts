import type { BreedName } from './breed-tables.ts';
import { standardValue } from './standard-value.ts';

/** Eggs laid per hen housed up to an age; null for breeds whose guide does not publish it. */
export function standardCumulativeEggs(breed: BreedName, ageDays: number): number | null {
  return standardValue(breed, 'cumulativeEggs', ageDays);
}
