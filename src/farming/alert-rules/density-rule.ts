import { figure } from '../figure.ts';
import type { BarnState } from '../flocks/barn-state.ts';
import { barnStatesOf, liveFlocksOf } from '../flocks/farm-flocks.ts';
import { isOver } from '../vision/is-over.ts';
import type { AlertRule, RuleFinding, RuleSnapshot } from './alert-rule.ts';
import { placeOf } from './flock-findings.ts';
import { shownFigure } from './shown-figure.ts';

/** Too much live weight on the floor of a barn, as the birds weigh today; hens have no limit. */
export const densityRule: AlertRule = {
  rule: 'density',
  category: 'health',
  closesAfter: 1,
  find(snapshot) {
    return [...barnStatesOf(snapshot)].flatMap(([barnId, state]) => judge(barnId, state, snapshot));
  },
};

function judge(
  barnId: string,
  { densityKgM2: density, live: birds, flocks }: BarnState,
  snapshot: RuleSnapshot,
): RuleFinding[] {
  const { today, thresholds } = snapshot;
  const records = liveFlocksOf(snapshot).filter(({ flock }) => flock.barnId === barnId);
  const last = records.at(-1);
  if (!last || records.some(({ kind }) => kind === 'layer')) return [];
  if (density === null || birds === null) return [];
  const { densityLimitKgM2, densityCriticalKgM2 } = thresholds;
  // An uncalibrated weight may be wrong by more than the bound: it warns, and says so.
  const uncalibrated = flocks.some(({ weight }) => weight.weightUncalibrated);
  const isCritical =
    !uncalibrated && isOver(density, Math.max(densityCriticalKgM2, densityLimitKgM2));
  const isDense = isCritical || isOver(density, densityLimitKgM2);
  return [
    {
      subject: barnId,
      barnId,
      flockId: last.flock.id,
      severity: isCritical ? 'critical' : isDense ? 'warning' : null,
      why: !isDense ? 'fits' : uncalibrated ? 'uncalibrated' : 'message',
      params: {
        ...placeOf(last),
        density: shownFigure('kg', density, 'kg/m²'),
        limit: { quantity: densityLimitKgM2, unit: 'kg/m²' },
        birds: { quantity: birds, unit: 'birds' },
      },
      evidence: {
        date: today,
        densityKgM2: figure('kg', density),
        limitKgM2: densityLimitKgM2,
        birds,
        uncalibrated,
      },
    },
  ];
}
