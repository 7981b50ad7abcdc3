import type { FlockRecord } from '../flocks/flock-record.ts';
import type { Performance } from '../performance/performance.ts';

/** The ages at which the figures of a flock are known, in days; null where one is not. */
export interface BenchmarkAges {
  /** At which it was weighed. */
  readonly weighed: number | null;
  /** It has reached. */
  readonly reached: number | null;
}

/** The ages to hold a flock against others at. */
export function benchmarkAges(record: FlockRecord, performance: Performance | null): BenchmarkAges {
  return { weighed: performance?.ageDays ?? null, reached: record.ageDays };
}
