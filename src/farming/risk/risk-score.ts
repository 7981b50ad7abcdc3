import type { Thresholds } from '../../model/thresholds.ts';
import type { Severity } from '../gaps/severity-rank.ts';
import type { Risk } from './find-risks.ts';

/**
 * All risks as one score, 0 to 100: how likely it is that at least one of them does its harm, as if
 * they had nothing to do with each other. What cannot be told counts as no risk.
 */
export function riskScore(risks: readonly Pick<Risk, 'p' | 'impact'>[]): number {
  const spared = risks.reduce((product, { p, impact }) => product * (1 - (p ?? 0) * impact), 1);
  return Math.round(100 * (1 - spared));
}

/** How bad a score is. */
export function riskLevel(
  score: number,
  { riskCriticalScore, riskWarningScore }: Thresholds,
): Severity {
  if (score >= riskCriticalScore) return 'critical';
  return score >= riskWarningScore ? 'warning' : 'info';
}
