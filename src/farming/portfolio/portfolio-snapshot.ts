import type { Language } from '../../model/languages.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import type { PortfolioFarm } from './portfolio-farm.ts';

/** All farms that a caller sees, at one moment. */
export interface PortfolioSnapshot {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly language: Language;
  readonly thresholds: Thresholds;
  /** By name. */
  readonly farms: readonly PortfolioFarm[];
}
