import { percentile } from '../../src/tools/statistics.ts';

/** How a contestant stood a load. */
export interface Load {
  readonly answers: number;
  readonly perSecond: number;
  /** Requests that were answered 503, since more came than could be answered; no answers. */
  readonly refused: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Processor time of the server for an answer, microseconds; of all its threads. */
  readonly cpuMicros?: number;
  /** The same of the processes of the database server behind it. */
  readonly databaseMicros?: number;
}

/** The load that these latencies make up, all of them taken within so many milliseconds. */
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
