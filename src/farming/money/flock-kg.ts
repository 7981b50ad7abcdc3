import { sum } from '../../tools/statistics.ts';
import { flockLoad } from '../flocks/barn-state.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';

/**
 * Live weight a flock has come to, in kg: what was sold and, of one still here, what is alive.
 * Null when a sale was not weighed, when the current weight is unknown, and for hens, which are not
 * kept for it.
 */
export function flockKg(record: FlockRecord): number | null {
  if (record.kind === 'layer' || record.lastDay === null) return null;
  const until = record.lastDay;
  const weights = record.sales
    .filter(({ date }) => date <= until)
    .map(({ totalWeightKg }) => totalWeightKg);
  if (weights.includes(null)) return null;
  if (!record.isLive) return weights.length === 0 ? null : sum(weights);
  const { kg } = flockLoad(record, until);
  return kg === null ? null : sum(weights) + kg;
}
