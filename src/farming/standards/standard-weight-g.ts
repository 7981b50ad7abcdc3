import type { BreedName } from './breed-tables.ts';
import { standardValue } from './standard-value.ts';

/** Weight of a bird of the breed at an age, in g; null outside the ages of its table. */
export function standardWeightG(breed: BreedName, ageDays: number): number | null {
  return standardValue(breed, 'weightG', ageDays);
}
