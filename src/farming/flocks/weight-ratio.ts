import { standardWeightOn } from '../metrics/standard-weight-on.ts';
import type { FlockRecord } from './flock-record.ts';

const LOWEST = 0.6;
const HIGHEST = 1.4;

/**
 * The weight of a flock by the standard of its breed on the day it was weighed, held within 0.6 to
 * 1.4; it is taken to stay the same. Null without a weight, a breed, or a standard at that age.
 */
export function weightRatio({ flock, weight }: FlockRecord): number | null {
  const standard = weight && standardWeightOn(flock, weight.day);
  if (!weight || standard === null) return null;
  return Math.min(HIGHEST, Math.max(LOWEST, weight.g / standard));
}
