import { type Message, message } from '../../model/message.ts';
import { endOfDay } from '../../tools/calendar.ts';
import type { Severity } from '../gaps/severity-rank.ts';
import { taskFix } from '../insights/task-fix.ts';
import type { UsedHealth, UsedWeight } from '../insights/used-sections.ts';
import { impactOf, type PlanCandidate, type PlanImpact, shareKnown } from './plan-candidate.ts';
import { findPlanFlock, type PlanContext } from './plan-context.ts';

/** Flocks that a vet should see: sudden deaths, a bad score, or birds far too light. */
export function fromHealth(context: PlanContext): PlanCandidate[] {
  const { used } = context;
  return [
    ...(used.health?.flocks ?? []).flatMap((flock) => sickFlock(flock, context)),
    ...(used.weights?.flocks ?? []).flatMap((flock) => lightFlock(flock, context)),
  ];
}

function sickFlock(health: UsedHealth, context: PlanContext): PlanCandidate[] {
  const severity = health.spike.severity ?? severityOfGrade(health.grade);
  if (!severity) return [];
  return vetCall(health.flockId, context, {
    severity,
    why: health.drivers.map(({ message: why }) => why),
    confidence: shareKnown([health.score, health.cumMortalityPct, health.expectedCumMortalityPct]),
    impact: lossOf(health.flockId, context),
  });
}

function severityOfGrade(grade: string | null): Severity | undefined {
  if (grade === 'E') return 'critical';
  return grade === 'D' ? 'warning' : undefined;
}

function lossOf(id: string, { used }: PlanContext): PlanImpact | null {
  const leak = used.leaks?.rows.find(
    ({ kind, flockId }) => kind === 'excess_mortality' && flockId === id,
  );
  return impactOf(leak?.amount, 'excess_mortality');
}

function lightFlock(weight: UsedWeight, context: PlanContext): PlanCandidate[] {
  const { flockId, deviationPct, daysSinceManual, weightUncalibrated } = weight;
  const { lowWeightWarningPct, lowWeightCriticalPct } = context.snapshot.thresholds;
  const below = -(deviationPct ?? 0);
  if (below <= lowWeightWarningPct) return [];
  return vetCall(flockId, context, {
    severity: below > lowWeightCriticalPct && !weightUncalibrated ? 'critical' : 'warning',
    why: [message('actionPlan.call_vet.light', { below: { quantity: below, unit: '%' } })],
    confidence: shareKnown([deviationPct, daysSinceManual]),
    impact: null,
  });
}

function vetCall(
  flockId: string,
  context: PlanContext,
  found: Pick<PlanCandidate, 'severity' | 'confidence' | 'impact'> & {
    readonly why: readonly Message[];
  },
): PlanCandidate[] {
  const known = findPlanFlock(flockId, context);
  if (!known) return [];
  const { today, zone } = context.snapshot;
  const { barnId } = known.record.flock;
  const title = message('risk.task.call_vet', { flock: known.name });
  return [
    {
      kind: 'call_vet',
      title,
      ...found,
      flockId,
      barnId,
      dueAt: endOfDay(today, zone),
      action: taskFix({ barnId }, title, today),
      source: { type: 'flocks', id: flockId },
    },
  ];
}
