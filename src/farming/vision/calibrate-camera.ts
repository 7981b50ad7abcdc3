import type { Thresholds } from '../../model/thresholds.ts';
import { type CalendarDay, daysBetween } from '../../tools/calendar.ts';

/** A weighing by hand with what a camera weighed the same birds at. */
export interface CalibrationPair {
  readonly flockId: string;
  readonly day: CalendarDay;
  readonly manualG: number;
  /** Before any calibration, brought to the noon of the day. */
  readonly cameraG: number;
}

/** How a camera weighs against the scales. */
export interface Calibration {
  /** What its weights are multiplied with. */
  readonly factor: number;
  readonly pairs: number;
  /** The day of the last pair; null without one. */
  readonly lastDay: CalendarDay | null;
}

const HALF = 0.5;

/**
 * The factor of a camera on a day, from all its pairs: it begins at 1, every pair takes it half of
 * the way to what that pair asks for, and without a pair for three weeks it goes back to 1 by half a
 * week. It is a function of the set of pairs; their order makes no difference. Since every pair
 * counts half of the next, those of the last four months tell it to less than a thousandth.
 * Source: scales that birds step on read too low from week five on, since heavy birds come less
 * often (Chedad 2003), so a factor and no filter.
 */
export function calibrateCamera(
  pairs: readonly CalibrationPair[],
  today: CalendarDay,
  thresholds: Thresholds,
): Calibration {
  const known = inOrder(pairs).filter(({ day }) => day <= today);
  let [factor, lastDay]: [number, CalendarDay | null] = [1, null];
  for (const { day, manualG, cameraG } of known) {
    const before = decayed(factor, lastDay, { until: day, thresholds });
    const asked = clip(manualG / cameraG, thresholds);
    factor = before + thresholds.calibrationStep * (asked - before);
    lastDay = day;
  }
  return {
    factor: decayed(factor, lastDay, { until: today, thresholds }),
    pairs: known.length,
    lastDay,
  };
}

/** One of each flock and day; the oldest first. */
function inOrder(pairs: readonly CalibrationPair[]): readonly CalibrationPair[] {
  const sorted = pairs.toSorted(
    (left, right) =>
      compare(left.day, right.day) ||
      compare(left.flockId, right.flockId) ||
      left.manualG - right.manualG ||
      left.cameraG - right.cameraG,
  );
  return [...new Map(sorted.map((pair) => [`${pair.day} ${pair.flockId}`, pair])).values()];
}

function compare(left: string, right: string): number {
  return left === right ? 0 : left < right ? -1 : 1;
}

function clip(ratio: number, { calibrationLowest, calibrationHighest }: Thresholds): number {
  return Math.min(calibrationHighest, Math.max(calibrationLowest, ratio));
}

function decayed(
  factor: number,
  lastDay: CalendarDay | null,
  { until, thresholds }: { readonly until: CalendarDay; readonly thresholds: Thresholds },
): number {
  const idle = lastDay === null ? 0 : daysBetween(lastDay, until) - thresholds.calibrationIdleDays;
  if (idle <= 0) return factor;
  return 1 + (factor - 1) * HALF ** (idle / thresholds.calibrationHalvingDays);
}
