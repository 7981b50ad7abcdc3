import type { BreedName } from './breed-tables.ts';
import { standardValue } from './standard-value.ts';

/** Eggs per 100 living hens and day at an age; null outside the laying ages of the table. */
export function standardHenDayPct(breed: BreedName, ageDays: number): number | null {
  return standardValue(breed, 'henDayPct', ageDays);
}
