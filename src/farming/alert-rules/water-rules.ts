import { addDays, type CalendarDay } from '../../tools/calendar.ts';
import { ratioOf } from '../../tools/statistics.ts';
import { liveFlocksOf } from '../core/farm-flocks.ts';
import { figure, isOver } from '../core/figure.ts';
import { findFlockDay } from '../core/flock-days.ts';
import type { FlockRecord } from '../core/flock-record.ts';
import { newestWaterDay, waterDropOn } from '../health/water-intake.ts';
import { targetTemperatureC } from '../metrics/climate-limits.ts';
import { ageDays } from '../metrics/dates.ts';
import { heatWaterFactor, waterFeedRatio } from '../metrics/feed-and-water.ts';
import {
  type AlertRule,
  type Found,
  flockFindings,
  gradeSeverity,
  type RuleSnapshot,
  shownFigure,
} from './alert-rule.ts';

/** Water intake far below the days before: on two consecutive days, or by very much on one. */
export const waterDropRule: AlertRule = {
  rule: 'water_drop',
  category: 'water',
  closesAfter: 1,
  find: (snapshot) =>
    flockFindings(liveFlocksOf(snapshot), (record) => evaluateDrop(record, snapshot)),
};

/** Water-to-feed ratio out of range on two consecutive days. */
export const waterFeedRule: AlertRule = {
  rule: 'water_feed_ratio',
  category: 'water',
  closesAfter: 1,
  find: (snapshot) =>
    flockFindings(liveFlocksOf(snapshot), (record) => evaluateRatio(record, snapshot)),
};

function evaluateDrop(record: FlockRecord, { today, thresholds }: RuleSnapshot): Found | null {
  const { waterDropWarningPct, waterDropTwoDaysPct, waterDropCriticalPct } = thresholds;
  const day = newestWaterDay(record, today);
  const currentDrop = waterDropOn(record, day);
  const before = waterDropOn(record, addDays(day, -1));
  if (currentDrop === null) return null;
  const smallerDrop = before === null ? Number.NEGATIVE_INFINITY : Math.min(currentDrop, before);
  const isCritical =
    isOver(currentDrop, waterDropCriticalPct) || isOver(smallerDrop, waterDropTwoDaysPct);
  const isLow = isCritical || isOver(smallerDrop, waterDropWarningPct);
  // A one-day dip usually corrects itself: do not raise or close.
  if (!isLow && isOver(currentDrop, waterDropWarningPct)) return null;
  const water = findFlockDay(record, day)?.log?.waterL ?? 0;
  return {
    severity: gradeSeverity(isCritical, isLow),
    why: !isLow ? 'fits' : isOver(smallerDrop, waterDropWarningPct) ? 'two_days' : 'one_day',
    params: {
      day: { day },
      water: shownFigure('litres', water, 'L'),
      drop: shownFigure('pct', Math.max(0, currentDrop), '%'),
      before: shownFigure('pct', Math.max(0, before ?? 0), '%'),
    },
    evidence: {
      date: day,
      waterL: figure('litres', water),
      dropPct: figure('pct', currentDrop),
      dropBeforePct: figure('pct', before),
    },
  };
}

function evaluateRatio(record: FlockRecord, { today, thresholds }: RuleSnapshot): Found | null {
  const { waterFeedLow, waterFeedHigh, waterFeedFromDay } = thresholds;
  const day = newestWaterDay(record, today);
  const [now, before] = [correctedRatio(record, day), correctedRatio(record, addDays(day, -1))];
  if (now === null || ageDays(record.flock, day) < waterFeedFromDay) return null;
  const sideOf = (ratio: number) => {
    if (isOver(waterFeedLow, ratio)) return 'low';
    return isOver(ratio, waterFeedHigh) ? 'high' : null;
  };
  const side = sideOf(now);
  const isSame = before !== null && sideOf(before) === side;
  if (side !== null && !isSame) return null;
  const log = findFlockDay(record, day)?.log;
  return {
    severity: side === null ? null : 'warning',
    why: side ?? 'fits',
    params: {
      day: { day },
      ratio: shownFigure('ratio', now, 'L/kg'),
      before: shownFigure('ratio', before, 'L/kg'),
      low: { quantity: waterFeedLow, unit: 'L/kg' },
      high: { quantity: waterFeedHigh, unit: 'L/kg' },
      water: shownFigure('litres', log?.waterL, 'L'),
      feed: shownFigure('kg', log?.feedKg, 'kg'),
    },
    evidence: {
      date: day,
      ratio: figure('ratio', now),
      ratioBefore: figure('ratio', before),
      waterL: log?.waterL ?? null,
      feedKg: log?.feedKg ?? null,
    },
  };
}

/**
 * The ratio corrected to the target temperature of the age; uncorrected for a log without a
 * temperature.
 */
function correctedRatio(record: FlockRecord, day: CalendarDay): number | null {
  const log = findFlockDay(record, day)?.log;
  const target = targetTemperatureC(record.kind, ageDays(record.flock, day));
  const ratio = waterFeedRatio(log?.waterL ?? null, log?.feedKg ?? null);
  return ratioOf(ratio, heatWaterFactor(log?.tempAvg ?? target, target));
}
