import { sum } from '../../tools/statistics.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { knownLive } from '../flocks/known-live.ts';
import { projectedWeightG } from '../flocks/projected-weight.ts';

/**
 * Live weight a flock has come to, in kg: what was sold and, of one still here, what is alive.
 * Null when a sale was not weighed or the birds were not, and for hens, which are not kept for it.
 */
export function flockKg(record: FlockRecord): number | null {
  if (record.kind === 'layer' || record.lastDay === null) return null;
  const until = record.lastDay;
  const weights = record.sales
    .filter(({ date }) => date <= until)
    .map(({ totalWeightKg }) => totalWeightKg);
  if (weights.includes(null)) return null;
  if (!record.isLive) return weights.length === 0 ? null : sum(weights);
  const [live, weightG] = [knownLive(record), weightNowG(record, until)];
  return live === null || weightG === null ? null : sum(weights) + (live * weightG) / 1000;
}

/** What a bird weighs today: the last weight brought to today by the breed, where that is known. */
function weightNowG(record: FlockRecord, today: string): number | null {
  if (record.weight === null) return null;
  return projectedWeightG(record, today) ?? record.weight.g;
}
