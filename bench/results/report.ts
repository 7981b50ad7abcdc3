import type { WorkResult } from '../work.ts';
import type { WorkName } from './targets.ts';

/** The report of one work. */
export interface Report extends WorkResult {
  readonly work: WorkName;
  /** The options and time of the measurement. */
  readonly run: string;
  /** Why the measurement failed. */
  readonly failure?: string;
}
