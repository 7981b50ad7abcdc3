import { type BreedName, breedTables } from './breed-tables.ts';
import { standardValue } from './standard-value.ts';

/**
 * Feed a bird of the breed eats on the day it reaches an age, in g. Where only cumulative feed is
 * published it is the difference to the day before. Null outside the ages of the table.
 */
export function standardDailyFeedG(breed: BreedName, ageDays: number): number | null {
  if ((breedTables[breed].columns as readonly string[]).includes('dailyFeedG'))
    return standardValue(breed, 'dailyFeedG', ageDays);
  const today = standardValue(breed, 'cumulativeFeedG', ageDays);
  const yesterday = standardValue(breed, 'cumulativeFeedG', ageDays - 1);
  return today === null || yesterday === null ? null : today - yesterday;
}
