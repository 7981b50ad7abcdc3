import type { BenchOptions } from './arguments.ts';
import type { Workshop } from './workshop.ts';

/** The inputs of a work. */
export interface Bench {
  readonly options: BenchOptions;
  readonly workshop: Workshop;
  /** The root folder of the project. */
  readonly root: string;
  /** Logs the current activity. */
  log(line: string): void;
}

/** Measurements of one contestant; inapplicable ones are absent. */
export interface Measured {
  readonly who: string;
  readonly perSecond?: number;
  /** Milliseconds as seen by the client. */
  readonly p50?: number;
  readonly p95?: number;
  readonly p99?: number;
  /** Processor time of the server per response, in microseconds. */
  readonly cpuMicros?: number;
  /** The same for all processes of the database server behind it. */
  readonly databaseMicros?: number;
  /** Requests of all rounds that were refused due to overload; absent without any. */
  readonly refused?: number;
  /** Resident memory of the server. */
  readonly rssMib?: number;
  /** Median over the rounds of ours divided by this one. */
  readonly ratio?: number;
}

export interface WorkResult {
  readonly measured: readonly Measured[];
  /** By target name; failed measurements are absent. */
  readonly reached: Readonly<Record<string, number>>;
  /** Notes for readers, such as a peer that could not be installed. */
  readonly notes: readonly string[];
}

/** A measurement. */
export type Work = (bench: Bench) => Promise<WorkResult>;
