import type { BreedName } from './breed-tables.ts';
import { standardValue } from './standard-value.ts';

/** Weight of an egg of the breed at an age, in g; null outside the laying ages of the table. */
export function standardEggWeightG(breed: BreedName, ageDays: number): number | null {
  return standardValue(breed, 'eggWeightG', ageDays);
}
