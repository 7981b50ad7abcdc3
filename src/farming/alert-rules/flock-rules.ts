import { message, type Quantity } from '../../model/core/message.ts';
import type { BarnState } from '../core/barn-state.ts';
import { barnStatesOf, liveFlocksOf } from '../core/farm-flocks.ts';
import { figure, isOver } from '../core/figure.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import { weightNow } from '../core/projections.ts';
import { feedStock } from '../feed/feed-forecast.ts';
import { feedCover } from '../feed/feed-orders.ts';
import { currentSpike } from '../health/mortality-spike.ts';
import { weightBasisOn } from '../metrics/standard-basis.ts';
import { standardWeightOn } from '../metrics/weight.ts';
import { isInMoult } from '../performance/laying.ts';
import {
  type AlertRule,
  alertPlace,
  type Found,
  flockFindings,
  type RuleFinding,
  type RuleSnapshot,
  shownFigure,
} from './alert-rule.ts';

/** Live weight per floor area above the limit, at today's weight; hens have no limit. */
export const densityRule: AlertRule = {
  rule: 'density',
  category: 'health',
  closesAfter: 1,
  find(snapshot) {
    return [...barnStatesOf(snapshot)].flatMap(([barnId, state]) =>
      evaluateDensity(barnId, state, snapshot),
    );
  },
};

function evaluateDensity(
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
  // The error of an uncalibrated weight may exceed the limit, so it only causes a warning that says
  // so.
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
        ...alertPlace(last),
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

/** Far more deaths than usual: the spikes shown in the digest. */
export const mortalityRule: AlertRule = {
  rule: 'mortality_spike',
  category: 'mortality',
  closesAfter: 1,
  find: (snapshot) =>
    flockFindings(liveFlocksOf(snapshot), (record) => evaluateMortality(record, snapshot)),
};

function evaluateMortality(record: FlockRecord, snapshot: RuleSnapshot): Found | null {
  const { day, isCurrent, spike } = currentSpike(record, snapshot);
  // Deaths from three days ago no longer need action.
  if (day === null || !isCurrent) return null;
  const { severity } = spike;
  const isKnown = spike.baseline === '7d' && spike.avg7 !== null;
  const isFar = isKnown && (spike.ratio ?? 0) >= snapshot.thresholds.spikeRatio;
  return {
    severity,
    why: severity === null ? 'fits' : isKnown ? 'mean' : 'share',
    params: {
      day: { day },
      isFar: isFar ? 'yes' : 'no',
      deaths: { quantity: spike.deaths ?? 0, unit: 'birds' },
      pct: shownFigure('pct', spike.pct, '%'),
      mean: { quantity: Math.round((spike.avg7 ?? 0) * 10) / 10, unit: 'birds' },
    },
    evidence: {
      date: day,
      deaths: spike.deaths,
      pct: figure('pct', spike.pct),
      avg7: figure('ratio', spike.avg7),
      ratio: figure('ratio', spike.ratio),
      baseline: spike.baseline,
    },
  };
}

/** Camera weights vary slightly every hour. */
const CLOSES_AFTER = 3;

/** Birds whose current weight is too low for their age. */
export const weightRule: AlertRule = {
  rule: 'weight_below_standard',
  category: 'weight',
  closesAfter: CLOSES_AFTER,
  find: (snapshot) =>
    flockFindings(liveFlocksOf(snapshot), (record) => evaluateWeight(record, snapshot)),
};

function evaluateWeight(record: FlockRecord, snapshot: RuleSnapshot): Found | null {
  const { lowWeightWarningPct, lowWeightCriticalPct } = snapshot.thresholds;
  const deviation = weightNow(record).deviationPct;
  const { flock, weight } = record;
  if (deviation === null || !weight) return null;
  // The error of an uncalibrated weight may exceed the limit, so it only causes a warning that says
  // so.
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
      standardBasis: weightBasisOn(flock, weight.day),
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

/** Feed that runs out before the next delivery. */
export const feedOutRule: AlertRule = {
  rule: 'feed_out',
  category: 'feed',
  closesAfter: 1,
  find: (snapshot) =>
    flockFindings(liveFlocksOf(snapshot), (record) => evaluateFeed(record, snapshot)),
};

function evaluateFeed(record: FlockRecord, snapshot: RuleSnapshot): Found | null {
  const { feedCriticalDays, feedOutDays } = snapshot.thresholds;
  const { days: daysLeft, comingKg } = feedCover(record, snapshot);
  if (daysLeft === null) return null;
  const { stockKg, isEatenEstimated } = feedStock(record, snapshot);
  const shown = (value: Quantity) => (isEatenEstimated ? message('alert.about', { value }) : value);
  const isCritical = isOver(feedOutDays, daysLeft);
  const isShort = isCritical || isOver(feedCriticalDays, daysLeft);
  return {
    severity: isCritical ? 'critical' : isShort ? 'warning' : null,
    why: comingKg > 0 ? (isShort ? 'coming' : 'fitsComing') : isShort ? 'message' : 'fits',
    params: {
      days: shown(shownFigure('time', daysLeft, 'days')),
      stock: shown({ quantity: Math.round(stockKg ?? 0), unit: 'kg' }),
      coming: { quantity: Math.round(comingKg), unit: 'kg' },
    },
    evidence: { daysLeft: figure('time', daysLeft), stockKg: figure('kg', stockKg), comingKg },
  };
}
