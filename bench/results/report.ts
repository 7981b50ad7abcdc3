import type { WorkResult } from '../work.ts';
import type { WorkName } from './targets.ts';

/** What came of one work. */
export interface Report extends WorkResult {
  readonly work: WorkName;
  /** How and when it was measured. */
  readonly run: string;
  /** Why it was not measured. */
  readonly failure?: string;
}
