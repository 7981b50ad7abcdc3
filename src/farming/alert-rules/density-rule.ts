import { groupBy } from '../../tools/collections.ts';
import { sum } from '../../tools/statistics.ts';
import { figure } from '../figure.ts';
import { liveFlocksOf } from '../flocks/farm-flocks.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { knownLive } from '../flocks/known-live.ts';
import { projectedDensityKgM2 } from '../placements/overcrowded-day.ts';
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
    const inside = groupBy(liveFlocksOf(snapshot), ({ flock }) => flock.barnId);
    return [...inside].flatMap(([barnId, records]) => judge(barnId, records, snapshot));
  },
};

function judge(
  barnId: string,
  records: readonly FlockRecord[],
  { today, thresholds }: RuleSnapshot,
): RuleFinding[] {
  const last = records.at(-1);
  if (!last || records.some(({ kind }) => kind === 'layer')) return [];
  const densities = records.map((record) =>
    knownLive(record) === null ? null : projectedDensityKgM2(record, today),
  );
  if (densities.some((density) => density === null)) return [];
  const density = sum(densities);
  const { densityLimitKgM2, densityCriticalKgM2 } = thresholds;
  const isCritical = isOver(density, Math.max(densityCriticalKgM2, densityLimitKgM2));
  const isDense = isCritical || isOver(density, densityLimitKgM2);
  const birds = sum(records.map(knownLive));
  return [
    {
      subject: barnId,
      barnId,
      flockId: last.flock.id,
      severity: isCritical ? 'critical' : isDense ? 'warning' : null,
      why: isDense ? 'message' : 'fits',
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
      },
    },
  ];
}
