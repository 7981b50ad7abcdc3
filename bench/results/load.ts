import { percentile } from '../../src/tools/statistics.ts';

/** The result of a contestant under load. */
export interface Load {
  readonly answers: number;
  readonly perSecond: number;
  /** Requests answered with 503 due to overload; they do not count as responses. */
  readonly refused: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Processor time of the server per response, in microseconds; of all its threads. */
  readonly cpuMicros?: number;
  /** The same for the processes of the database server behind it. */
  readonly databaseMicros?: number;
}

/** The load result for these latencies, all measured within the given milliseconds. */
export function loadOf(latencies: readonly number[], millis: number, refused = 0): Load {
  const at = (share: number) => percentile(latencies, share) ?? 0;
  return {
    answers: latencies.length,
    perSecond: (latencies.length * 1000) / millis,
    refused,
    p50: at(0.5),
    p95: at(0.95),
    p99: at(0.99),
  };
}
