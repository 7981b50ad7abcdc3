import { type Message, message } from '../../model/message.ts';
import type { Thresholds } from '../../model/thresholds.ts';
import { endOfDay } from '../../tools/calendar.ts';
import { taskFix } from '../insights/task-fix.ts';
import type { UsedHealth } from '../insights/used-sections.ts';
import { type PlanCandidate, shareKnown } from './plan-candidate.ts';
import { findPlanFlock, type PlanContext } from './plan-context.ts';

/** Barns whose air of the last 24 hours calls for a look at the ventilation. */
export function fromAir(context: PlanContext): PlanCandidate[] {
  const { used, snapshot } = context;
  const { thresholds, today, zone } = snapshot;
  return (used.health?.flocks ?? []).flatMap(({ flockId, env }) => {
    const known = findPlanFlock(flockId, context);
    const why = faultsOf(env, thresholds);
    if (!known || why.length === 0) return [];
    const { flock, barn } = known.record;
    const title = message('actionPlan.check_ventilation.title', {
      barn: barn?.name ?? flock.barnId,
    });
    return [
      {
        kind: 'check_ventilation',
        title,
        why,
        severity: isCritical(env, thresholds) ? 'critical' : 'warning',
        flockId,
        barnId: flock.barnId,
        dueAt: endOfDay(today, zone),
        impact: null,
        confidence: shareKnown(Object.values(env)),
        action: taskFix({ barnId: flock.barnId }, title, today),
        source: { type: 'barns', id: flock.barnId },
      } satisfies PlanCandidate,
    ];
  });
}

function isCritical(env: UsedHealth['env'], thresholds: Thresholds): boolean {
  return (
    (env.nh3Max24 ?? 0) > thresholds.nh3CriticalPpm ||
    (env.co2Max24 ?? 0) > thresholds.co2CriticalPpm
  );
}

function faultsOf(env: UsedHealth['env'], thresholds: Thresholds): Message[] {
  const { nh3Max24, co2Max24, heatStressHours24, outOfRangeMinutes24 } = env;
  return [
    ...fault('ammonia', { quantity: nh3Max24, unit: 'ppm' }, thresholds.nh3WarningPpm),
    ...fault('co2', { quantity: co2Max24, unit: 'ppm' }, thresholds.co2WarningPpm),
    ...fault('heat', { quantity: heatStressHours24, unit: 'hours' }, 0),
    ...fault('range', { quantity: outOfRangeMinutes24, unit: 'minutes' }, thresholds.badAirMinutes),
  ];
}

function fault(
  why: string,
  {
    quantity,
    unit,
  }: { readonly quantity: number | null; readonly unit: 'ppm' | 'hours' | 'minutes' },
  limit: number,
): Message[] {
  if (quantity === null || quantity <= limit) return [];
  return [message(`actionPlan.check_ventilation.${why}`, { value: { quantity, unit } })];
}
