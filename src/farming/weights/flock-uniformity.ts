import type { FlockRecord } from '../flocks/flock-record.ts';
import { coefficientOfVariationPct } from '../metrics/coefficient-of-variation-pct.ts';
import { sampleSize } from '../metrics/sample-size.ts';
import { uniformityPct } from '../metrics/uniformity-pct.ts';
import { readWeighSample } from '../metrics/weigh-sample.ts';
import type { FarmSnapshot } from '../snapshot/farm-snapshot.ts';

/** How even the birds of a flock are, by the newest sample a camera weighed bird by bird. */
export interface FlockUniformity {
  readonly at: string | null;
  readonly birds: number;
  readonly cvPct: number | null;
  /** Within 10 % and 15 % of the mean. */
  readonly within10Pct: number | null;
  readonly within15Pct: number | null;
  /** Counted bird by bird, or taken from the spread as in a normal distribution. */
  readonly basis: 'counted' | 'normal';
  /** Birds to weigh for a mean that is right within 2 %. */
  readonly sampleFor2Pct: number | null;
}

const TARGET_ERROR_PCT = 2;

/** How even the birds of a flock are; null where no camera handed over a sample in 48 hours. */
export function flockUniformity(
  { flock }: FlockRecord,
  { weighSamples }: FarmSnapshot<'weighSamples'>,
): FlockUniformity | null {
  const event = weighSamples.find(({ flockId }) => flockId === flock.id);
  const sample = event ? readWeighSample(event.meta, event.value) : null;
  if (!event || !sample) return null;
  const cvPct = coefficientOfVariationPct(sample);
  return {
    at: event.ts,
    birds: sample.birds,
    cvPct,
    within10Pct: uniformityPct(sample, 10),
    within15Pct: uniformityPct(sample, 15),
    basis: sample.weightsG ? 'counted' : 'normal',
    sampleFor2Pct: cvPct === null ? null : sampleSize(cvPct, TARGET_ERROR_PCT),
  };
}
