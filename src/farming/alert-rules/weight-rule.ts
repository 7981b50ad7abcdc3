import { figure } from '../figure.ts';
import { liveFlocksOf } from '../flocks/farm-flocks.ts';
import type { FlockRecord } from '../flocks/flock-record.ts';
import { weightNow } from '../flocks/projections.ts';
import { isInMoult } from '../laying/laying.ts';
import { standardWeightOn } from '../metrics/standard-weight-on.ts';
import { isOver } from '../vision/is-over.ts';
import type { AlertRule, RuleSnapshot } from './alert-rule.ts';
import { type Found, flockFindings } from './flock-findings.ts';
import { shownFigure } from './shown-figure.ts';

/** Weights of cameras move a little with every hour. */
const CLOSES_AFTER = 3;

/** Birds that weigh too little for their age: their current weight. */
export const weightRule: AlertRule = {
  rule: 'weight_below_standard',
  category: 'weight',
  closesAfter: CLOSES_AFTER,
  find: (snapshot) => flockFindings(liveFlocksOf(snapshot), (record) => judge(record, snapshot)),
};

function judge(record: FlockRecord, snapshot: RuleSnapshot): Found | null {
  const { lowWeightWarningPct, lowWeightCriticalPct } = snapshot.thresholds;
  const deviation = weightNow(record).deviationPct;
  const { flock, weight } = record;
  if (deviation === null || !weight) return null;
  // An uncalibrated weight may be wrong by more than the bound: it warns, and says so.
  const { uncalibrated } = weight;
  const isCritical = !uncalibrated && isOver(-deviation, lowWeightCriticalPct);
  const isLow = isCritical || isOver(-deviation, lowWeightWarningPct);
  // Hens lose a quarter of their weight in a moult.
  const isMeant = isInMoult(record, snapshot);
  const standardG = standardWeightOn(flock, weight.day);
  return {
    ...(isMeant
      ? { severity: null, why: 'moult' }
      : verdictOf({ isLow, isCritical, uncalibrated })),
    params: {
      day: { day: weight.day },
      weight: { quantity: Math.round(weight.g), unit: 'g' },
      standard: { quantity: Math.round(standardG ?? 0), unit: 'g' },
      below: shownFigure('pct', Math.abs(deviation), '%'),
    },
    evidence: {
      date: weight.day,
      source: weight.source,
      uncalibrated,
      weightG: Math.round(weight.g),
      standardG: figure('grams', standardG),
      deviationPct: figure('pct', deviation),
    },
  };
}

function verdictOf({
  isLow,
  isCritical,
  uncalibrated,
}: Readonly<Record<'isLow' | 'isCritical' | 'uncalibrated', boolean>>): Pick<
  Found,
  'severity' | 'why'
> {
  if (!isLow) return { severity: null, why: 'fits' };
  const severity = isCritical ? 'critical' : 'warning';
  return { severity, why: uncalibrated ? 'uncalibrated' : 'message' };
}
