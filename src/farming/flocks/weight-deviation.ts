import { standardWeightOn } from '../metrics/standard-weight-on.ts';
import { weightDeviationPct } from '../metrics/weight-deviation-pct.ts';
import type { FlockRecord } from './flock-record.ts';

/**
 * How far the last weight of a flock lies from the standard of its breed on the day it was weighed,
 * in %; negative below it. Null without a weight, a breed, or a standard at that age.
 */
export function weightDeviation({ flock, weight }: FlockRecord): number | null {
  return weight && weightDeviationPct(weight.g, standardWeightOn(flock, weight.day));
}
