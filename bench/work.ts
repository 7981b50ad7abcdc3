import type { BenchOptions } from './arguments.ts';
import type { Workshop } from './workshop.ts';

/** What a work is given. */
export interface Bench {
  readonly options: BenchOptions;
  readonly workshop: Workshop;
  /** The root folder of the project. */
  readonly root: string;
  /** Says a line about what is being done. */
  log(line: string): void;
}

/** What was measured of one contestant; what has no meaning for it is absent. */
export interface Measured {
  readonly who: string;
  readonly perSecond?: number;
  /** Milliseconds as the client saw them. */
  readonly p50?: number;
  readonly p95?: number;
  readonly p99?: number;
  /** Processor time of the server for an answer, microseconds. */
  readonly cpuMicros?: number;
  /** The same of the database server behind it, all of its processes. */
  readonly databaseMicros?: number;
  /** Requests of all rounds that were refused for overload; absent when none was. */
  readonly refused?: number;
  /** Resident memory of the server behind the work. */
  readonly rssMib?: number;
  /** Ours divided by this one, in each round; the median. */
  readonly ratio?: number;
}

/** What a work found. */
export interface WorkResult {
  readonly measured: readonly Measured[];
  /** By the names of its targets; absent what could not be measured. */
  readonly reached: Readonly<Record<string, number>>;
  /** What a reader must know, such as a peer that could not be installed. */
  readonly notes: readonly string[];
}

/** One thing that is measured. */
export type Work = (bench: Bench) => Promise<WorkResult>;
