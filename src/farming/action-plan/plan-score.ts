import type { Severity } from '../gaps/severity-rank.ts';
import type { PlanCandidate } from './plan-candidate.ts';

const POINTS = { severity: 40, urgency: 25, impact: 20, confidence: 15 } as const;
const OF_SEVERITY: Readonly<Record<Severity, number>> = { critical: 1, warning: 0.6, info: 0.25 };
const WITHOUT_DUE_DATE = 0.3;
const UNKNOWN_IMPACT = 0.2;
/** So much of what a flock brings makes an impact count in full. */
const FULL_IMPACT_SHARE = 0.01;
const HOUR_MILLIS = 3_600_000;

/** What a score is told against. */
export interface PlanFrame {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** What is due later than so many hours from now is not urgent. */
  readonly planHours: number;
  /** What the flock is expected to bring; null when nothing tells. */
  readonly revenue: number | null;
}

/** How much something is to be done first, 0 to 100: by harm, time, money and how sure it is. */
export function planScore(
  candidate: Pick<PlanCandidate, 'severity' | 'dueAt' | 'impact' | 'confidence'>,
  frame: PlanFrame,
): number {
  const parts =
    POINTS.severity * OF_SEVERITY[candidate.severity] +
    POINTS.urgency * urgency(candidate.dueAt, frame) +
    POINTS.impact * impactShare(candidate, frame) +
    POINTS.confidence * candidate.confidence;
  // Shares such as 0.6 are not exact in binary: what is meant as half a point must not fall short.
  return Math.round(Number(parts.toFixed(6)));
}

function urgency(dueAt: number | null, { now, planHours }: PlanFrame): number {
  if (dueAt === null) return WITHOUT_DUE_DATE;
  const hoursLeft = (dueAt - now) / HOUR_MILLIS;
  return Math.min(1, Math.max(0, 1 - hoursLeft / planHours));
}

function impactShare({ impact }: Pick<PlanCandidate, 'impact'>, { revenue }: PlanFrame): number {
  if (impact === null || revenue === null || revenue <= 0) return UNKNOWN_IMPACT;
  return Math.min(1, impact.amount / (FULL_IMPACT_SHARE * revenue));
}
